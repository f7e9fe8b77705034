import { attempt } from '@kaopei/exam/contract/attempt'
import { examInvigilators } from '@kaopei/exam/contract/exam-invigilators'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, arrangeStaff, startExam } from '@kaopei/exam/testing'
import { inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { pauseAttempts, resumeAttempts, sittingModule } from '@kaopei/sitting/server'
import { closeOverdue, oneOfEachType, scoreAttempts } from '@kaopei/sitting/testing'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { incident, incidentOutcome, incidentScope, incidentState } from '../../contract/incidents/incident.ts'
import { incidentErrors } from '../../contract/incidents/incident-errors.ts'
import { examinationHall } from '../../contract/menus.ts'
import { compare } from '../evidence/night.ts'
import { proctoringModule } from '../index.ts'
import { followIncidents } from './follow.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule, proctoringModule])
})
afterAll(() => world.close())

/** Nine o'clock of a day on which everything happens; far enough ago that every moment of it is past. */
const nine = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000
const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return new Date(nine + ((hours - 9) * 60 + minutes) * 60_000)
}
const setClock = (clock: string) => {
  world.now = () => at(clock)
}
beforeEach(() => setClock('08:55'))

async function arranged(candidates = 3, wish = {}) {
  const exam = await arrangeExam(world, { candidates, closeAt: null, limitMinutes: 60, ...wish })
  const watcher = await world.actor({ companyId: exam.companyId, isAdmin: true })
  const begin = async (index: number, clock: string) => {
    setClock(clock)
    const actor = exam.candidates[index]
    if (!actor) throw new Error('no such candidate')
    return { actor, attemptId: (await startExam(world, actor, exam.examId)).attemptId }
  }
  const facts = (from: string, until: string | null, more = {}) => ({
    examId: exam.examId,
    title: '机房 3 断电',
    reason: 'environment.power',
    scopeKind: incidentScope.everybody,
    fromTime: at(from).toISOString(),
    untilTime: until === null ? null : at(until).toISOString(),
    ...more,
  })
  return { ...exam, watcher, begin, facts, as: world.as(watcher) }
}
const handIn = (actor: TestActor, attemptId: string) =>
  world.as(actor).call(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
const stateOf = async (attemptId: string) => {
  const [row] = await world.rows<{ state: string; due: Date | null }>(
    'select state, due_at as due from sitting.attempt where id = $1',
    [attemptId],
  )
  return { state: row?.state, due: row?.due }
}
const pages = { pageIndex: 1, pageSize: 100 }

test('the worked example: two that overlap, one taken back', async () => {
  const { as, begin, facts } = await arranged(3)
  const first = await begin(0, '09:00')
  const gone = await begin(1, '09:01')
  setClock('09:32')
  expect(await handIn(gone.actor, gone.attemptId)).toMatchObject({ code: 0 })
  const late = await begin(2, '09:35')
  setClock('09:50')
  const dry = await as.get(incident.dryRun, { ...facts('09:30', '09:42'), ...pages })
  expect(dry.counts).toEqual({ moved: 2, stopped: 0, reopened: 0, untouched: 1, notBegun: 0 })
  expect(dry.dataList.find(({ attemptId }) => attemptId === first.attemptId)).toMatchObject({
    dueBefore: at('10:00').toISOString(),
    dueAfter: at('10:12').toISOString(),
  })
  expect((await stateOf(first.attemptId)).due).toEqual(at('10:00'))
  await as.get(incident.apply, facts('09:30', '09:42'))
  const second = await as.get(incident.apply, facts('09:40', '09:45', { note: '空调跳闸' }))
  expect((await stateOf(first.attemptId)).due).toEqual(at('10:15'))
  expect((await stateOf(late.attemptId)).due).toEqual(at('10:45'))
  expect((await stateOf(gone.attemptId)).state).toBe('submitted')
  const back = await as.get(incident.dryRunTakingBack, { id: second.id, ...pages })
  expect(back.dataList.map(({ dueAfter }) => dueAfter).sort()).toEqual([at('10:12').toISOString(), at('10:42').toISOString()])
  const taking = { id: second.id, version: 1, reason: '登记重复' }
  expect(await as.get(incident.takeBack, taking)).toEqual({ changedCount: 2 })
  expect((await stateOf(first.attemptId)).due).toEqual(at('10:12'))
  expect((await stateOf(late.attemptId)).due).toEqual(at('10:42'))
  expect(await as.call(incident.takeBack, { ...taking, version: 2 })).toMatchObject({ code: 3384 })
  const told = await world.as(first.actor).get(sitting.heartbeat, { attemptId: first.attemptId, leaseEpoch: 1, events: [] })
  expect(told.tellings.map(({ text }) => text)).toEqual([
    '因“机房 3 断电”，停止的时间已补回，新的截止时间见倒计时。原因：停电',
    '因“机房 3 断电”，停止的时间已补回，新的截止时间见倒计时。原因：停电：空调跳闸',
    '“机房 3 断电”已撤回，补回的时间已取消，请按倒计时作答和交卷。',
  ])
  const report = await as.get(incident.get, { id: second.id })
  expect(report).toMatchObject({ state: incidentState.takenBack, personCount: 2 })
  expect(report.report).toContain('撤回：以上补回的时间已取消。原因：登记重复')
  expect(report.report).toMatch(/时间：.*，共 5 分钟（北京时间）/)
  expect((await as.get(incident.list, { examId: facts('09:30', null).examId, ...pages })).totalCount).toBe(2)
  expect((await as.get(incident.people, { id: second.id, ...pages })).dataList[0]).toMatchObject({
    outcome: incidentOutcome.moved,
  })
})

test('who was closed meanwhile is opened again with what was left, also after the scores', async () => {
  const { as, begin, facts } = await arranged(3, { fixed: oneOfEachType().slice(0, 2) })
  const { actor, attemptId } = await begin(0, '08:55')
  const kept = await begin(1, '08:55')
  setClock('10:10')
  await closeOverdue(world.services, at('10:10'))
  await world.inCompany(actor.companyId, (db) => scoreAttempts(db, [attemptId, kept.attemptId], at('10:10')))
  expect((await stateOf(attemptId)).state).toBe('published')
  const cut = facts('09:50', '10:05')
  const dry = await as.get(incident.dryRun, { ...cut, ...pages })
  expect(dry.counts).toMatchObject({ reopened: 2, moved: 0 })
  expect(dry.dataList[0]).toMatchObject({ leftSeconds: 300, remark: '超时自动交卷', dueAfter: at('10:15').toISOString() })
  const { id } = await as.get(incident.apply, { ...cut, keptClosedIds: [kept.attemptId], restartMinutes: 2 })
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:17') })
  expect((await stateOf(kept.attemptId)).state).toBe('published')
  const save = {
    attemptId,
    leaseEpoch: 1,
    items: [{ slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq: 1 }],
  }
  expect(await world.as(actor).call(sitting.save, save)).toMatchObject({ code: 0 })
  const scores = await world.rows(
    `select a.score_hundredths, a.is_passed, a.published_at, count(i.score_hundredths)::int as scored
     from sitting.attempt a join sitting.attempt_item i on i.attempt_id = a.id where a.id = $1 group by 1, 2, 3`,
    [attemptId],
  )
  expect(scores).toEqual([{ score_hundredths: null, is_passed: null, published_at: null, scored: 0 }])
  setClock('10:11')
  expect(await as.get(incident.takeBack, { id, version: 1, reason: '误登记' })).toEqual({ changedCount: 1 })
  expect((await stateOf(attemptId)).due).toEqual(at('10:13'))
})

test('a preview that is no longer what would be done is refused, and what was looked at is done', async () => {
  const { as, begin, facts, examId } = await arranged(3)
  const first = await begin(0, '09:00')
  const second = await begin(1, '09:00')
  setClock('09:50')
  const cut = facts('09:30', '09:42')
  const preview = async () => (await as.get(incident.dryRun, { ...cut, ...pages })).fingerprint
  const seen = await preview()
  setClock('09:52')
  expect(await preview()).toBe(seen)
  await handIn(second.actor, second.attemptId)
  expect(await as.call(incident.apply, { ...cut, fingerprint: seen })).toMatchObject({ code: incidentErrors.stale.code })
  expect((await stateOf(first.attemptId)).due).toEqual(at('10:00'))
  expect((await as.get(incident.list, { examId, ...pages })).totalCount).toBe(0)
  expect((await as.get(incident.apply, { ...cut, fingerprint: await preview() })).counts).toMatchObject({ moved: 1 })
  // One that goes on stops whoever is there, and whoever comes: nobody waits for a preview then.
  const open = facts('09:52', null)
  const { fingerprint } = await as.get(incident.dryRun, { ...open, ...pages })
  await begin(2, '09:53')
  setClock('09:54')
  expect((await as.get(incident.apply, { ...open, fingerprint })).counts).toMatchObject({ stopped: 2 })
})

test('one that goes on stops whoever is in its scope, and lets go who leaves it', async () => {
  const { as, begin, facts, companyId, examId, candidates } = await arranged(3)
  const rooms = await twoRooms(companyId, examId, candidates)
  const first = await begin(0, '09:00')
  setClock('09:35')
  const cut = facts('09:30', null, { scopeKind: incidentScope.rooms, roomIds: [rooms.one], restartMinutes: 1 })
  expect(await as.get(incident.choices, { examId })).toMatchObject({ rooms: [{ count: 2 }, { count: 1 }], hasMorePeople: false })
  expect(await as.call(incident.dryRun, { ...cut, roomIds: [companyId], ...pages })).toMatchObject({ code: 3381 })
  const { id, counts } = await as.get(incident.apply, cut)
  expect(counts).toMatchObject({ stopped: 1, notBegun: 1 })
  expect(await stateOf(first.attemptId)).toMatchObject({ state: 'paused' })
  const save = { attemptId: first.attemptId, leaseEpoch: 1, items: [{ slot: 1, seen: true, baseRev: 0, clientSeq: 1 }] }
  expect(await world.as(first.actor).call(sitting.save, save)).toMatchObject({ code: 2356 })
  // Somebody begins late, somebody else moves in.
  const late = await begin(1, '09:36')
  const moved = await begin(2, '09:20')
  await sitIn(moved.actor, rooms.one)
  await followIncidents(world.services, at('09:37'))
  expect(await stateOf(late.attemptId)).toMatchObject({ state: 'paused' })
  expect(await stateOf(moved.attemptId)).toMatchObject({ state: 'paused' })
  await sitIn(moved.actor, rooms.two)
  await followIncidents(world.services, at('09:40'))
  // 09:20 + 60, stopped from the moving in at 09:37 to 09:40, a minute for starting again: until 09:37 they could work.
  expect(await stateOf(moved.attemptId)).toEqual({ state: 'in_progress', due: at('10:24') })
  setClock('09:42')
  expect(await as.get(incident.end, { id, version: 1 })).toEqual({ changedCount: 2 })
  expect(await stateOf(first.attemptId)).toEqual({ state: 'in_progress', due: at('10:13') })
  expect(await stateOf(late.attemptId)).toEqual({ state: 'in_progress', due: at('10:43') })
  expect(await as.call(incident.end, { id, version: 2 })).toMatchObject({ code: 3383 })
  expect((await as.get(incident.get, { id })).report).toContain('共 12 分钟')
})

test('who begins elsewhere after it was declared, and then moves in, is stopped from then on', async () => {
  const { as, begin, facts, companyId, examId, candidates } = await arranged(3)
  const rooms = await twoRooms(companyId, examId, candidates)
  setClock('09:10')
  await as.get(incident.apply, facts('09:10', null, { scopeKind: incidentScope.rooms, roomIds: [rooms.one] }))
  const { actor, attemptId } = await begin(2, '09:12')
  await followIncidents(world.services, at('09:13'))
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:12') })
  // Whoever begins inside at the same time is stopped from their start.
  const inside = await begin(0, '09:19')
  await sitIn(actor, rooms.one)
  await followIncidents(world.services, at('09:20'))
  expect([(await stateOf(attemptId)).state, (await stateOf(inside.attemptId)).state]).toEqual(['paused', 'paused'])
  await sitIn(actor, rooms.two)
  await sitIn(inside.actor, rooms.two)
  await followIncidents(world.services, at('09:25'))
  expect((await stateOf(attemptId)).due).toEqual(at('10:17'))
  expect((await stateOf(inside.attemptId)).due).toEqual(at('10:25'))
})

test('who leaves and comes back twice is stopped for each stay, and not between, also beside another incident', async () => {
  const { as, begin, facts, companyId, examId, candidates } = await arranged(1)
  const rooms = await twoRooms(companyId, examId, candidates)
  const { actor, attemptId } = await begin(0, '09:00')
  const due = async () => (await stateOf(attemptId)).due
  const move = async (roomId: string, clock: string) => {
    await sitIn(actor, roomId)
    await followIncidents(world.services, at(clock))
  }
  setClock('09:10')
  const inRoom = { scopeKind: incidentScope.rooms, roomIds: [rooms.one] }
  const { id } = await as.get(incident.apply, facts('09:10', null, { ...inRoom, restartMinutes: 1 }))
  await move(rooms.two, '09:12')
  expect(await due()).toEqual(at('10:03'))
  await move(rooms.one, '09:20')
  expect((await stateOf(attemptId)).state).toBe('paused')
  // Nothing is done twice.
  await followIncidents(world.services, at('09:22'))
  await move(rooms.two, '09:25')
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:08') })
  await move(rooms.one, '09:30')
  setClock('09:40')
  // Another, from before the coming back until within the stay.
  const other = await as.get(incident.apply, facts('09:24', '09:34', { title: '网络中断', reason: 'technical.network' }))
  await move(rooms.two, '09:41')
  // 2 + 1, then 09:20 to 09:41 without a gap.
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:24') })
  const clocks = (...spans: [string, string][]) =>
    spans.map(([from, until]) => ({ from: at(from).toISOString(), until: at(until).toISOString() }))
  const people = await as.get(incident.people, { id, ...pages })
  const stays = clocks(['09:10', '09:12'], ['09:20', '09:25'], ['09:30', '09:41'])
  expect(people).toMatchObject({ totalCount: 1, dataList: [{ dueAfter: at('10:24').toISOString(), stays }] })
  setClock('09:45')
  await as.get(incident.end, { id, version: 1 })
  expect((await as.get(incident.get, { id })).report).toContain('其中 1 名考生离开范围后又回到范围内')
  const back = await as.get(incident.dryRunTakingBack, { id, ...pages })
  expect(back).toMatchObject({ totalCount: 1, counts: { moved: 1 }, dataList: [{ dueAfter: at('10:10').toISOString() }] })
  expect(await as.get(incident.takeBack, { id, version: 2, reason: '误登记' })).toEqual({ changedCount: 1 })
  expect(await due()).toEqual(at('10:10'))
  const after = await as.get(incident.people, { id, ...pages })
  expect(after.dataList).toMatchObject([{ dueAfter: at('10:10').toISOString(), stays: [] }])
  await as.get(incident.takeBack, { id: other.id, version: 1, reason: '误登记' })
  expect(await due()).toEqual(at('10:00'))
})

test('taken back, it leaves two minutes or what was left when that is less, also to whom it stops at that moment', async () => {
  const { as, begin, facts } = await arranged(2)
  const stopped = await begin(0, '09:00')
  setClock('09:30')
  const open = await as.get(incident.apply, facts('09:30', null))
  setClock('09:59')
  const dry = await as.get(incident.dryRunTakingBack, { id: open.id, ...pages })
  const [due, kept] = [at('10:29').toISOString(), at('10:01').toISOString()]
  expect(dry.dataList).toMatchObject([{ dueBefore: due, dueAfter: kept, leftSeconds: 120 }])
  await as.get(incident.takeBack, { id: open.id, version: 1, reason: '误登记' })
  expect(await stateOf(stopped.attemptId)).toEqual({ state: 'in_progress', due: at('10:01') })
  // A minute before the end that a stop has moved, a minute is left.
  const over = await as.get(incident.apply, facts('09:30', '09:40'))
  setClock('10:09')
  const short = await as.get(incident.dryRunTakingBack, { id: over.id, ...pages })
  expect(short.dataList).toMatchObject([
    { outcome: incidentOutcome.untouched, remark: '剩余不足 2 分钟，不再缩短', leftSeconds: null },
  ])
  await as.get(incident.takeBack, { id: over.id, version: 1, reason: '误登记' })
  expect((await stateOf(stopped.attemptId)).due).toEqual(at('10:10'))
})

test('an end that is still to come is kept by the server', async () => {
  const { as, begin, facts } = await arranged(1)
  const { attemptId } = await begin(0, '09:00')
  setClock('09:30')
  await as.get(incident.apply, facts('09:30', '09:40'))
  expect((await stateOf(attemptId)).state).toBe('paused')
  await followIncidents(world.services, at('09:40'))
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:10') })
})

test('how many go on is counted over all of them, and the report is offered to whoever may change it', async () => {
  const { as, begin, facts, examId, companyId, candidates } = await arranged(3)
  const rooms = await twoRooms(companyId, examId, candidates)
  await begin(0, '09:00')
  await begin(2, '09:00')
  setClock('09:30')
  await as.get(incident.apply, facts('09:10', '09:20'))
  const { id } = await as.get(incident.apply, facts('09:30', null))
  await as.get(incident.apply, facts('09:30', null, { title: '火警' }))
  expect(await as.get(incident.list, { examId, pageIndex: 3, pageSize: 1 })).toMatchObject({
    totalCount: 3,
    openCount: 2,
    endableCount: 2,
  })
  const [staffId = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await as.get(examInvigilators.add, { examinationId: examId, staffIds: [staffId], roomId: rooms.one })
  const rights = Object.values(examinationHall.rights)
  const ofRoom = world.as(await world.actor({ companyId, staffId, rights, menus: [examinationHall] }))
  const { dataList, openCount, endableCount } = await ofRoom.get(incident.list, { examId, ...pages })
  expect({ openCount, endableCount }).toEqual({ openCount: 2, endableCount: 0 })
  expect(dataList.map(({ personCount, mayChange }) => [personCount, mayChange])).toEqual([
    [1, false],
    [1, false],
    [1, false],
  ])
  expect((await ofRoom.call(incident.end, { id, version: 1 })).code).toBe(incidentErrors.beyondScope.code)
  expect((await ofRoom.get(incident.get, { id })).maySaveReport).toBe(false)
  expect((await as.get(incident.get, { id })).maySaveReport).toBe(true)
})

test('an invigilator’s pause and an incident end each for itself', async () => {
  const { as, begin, facts, watcher } = await arranged(1)
  const { attemptId } = await begin(0, '09:00')
  setClock('09:10')
  const act = { attemptIds: [attemptId], reason: '身体不适', actorId: watcher.staffId }
  const within = <Answer>(work: Parameters<typeof inTransaction<Answer>>[2]) =>
    inTransaction(world.services.pool, watcher.companyId, work)
  await within((db) => pauseAttempts(db, { ...act, now: at('09:10') }))
  const { id } = await as.get(incident.apply, facts('09:10', null))
  expect(await within((db) => resumeAttempts(db, { ...act, now: at('09:15') }))).toEqual([])
  expect((await stateOf(attemptId)).state).toBe('paused')
  setClock('09:20')
  await as.get(incident.end, { id, version: 1 })
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:10') })
})

test('whoever still stands when an incident ends or is taken back is not told that the clock goes on', async () => {
  const { as, begin, facts } = await arranged(1)
  const { attemptId, actor } = await begin(0, '09:00')
  const told = async () =>
    (await world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })).tellings.map(({ text }) => text)
  setClock('09:10')
  const power = await as.get(incident.apply, facts('09:10', null))
  const net = await as.get(incident.apply, facts('09:10', null, { title: '断网' }))
  const alarm = await as.get(incident.apply, facts('09:10', null, { title: '火警' }))
  setClock('09:20')
  await as.get(incident.end, { id: power.id, version: 1 })
  expect((await told()).at(-1)).toBe('“机房 3 断电”已结束，考试仍在停止计时，请等待恢复。')
  await as.get(incident.takeBack, { id: net.id, version: 1, reason: '登记重复' })
  expect((await told()).at(-1)).toBe('“断网”已撤回，补回的时间已取消，考试仍在停止计时，请等待恢复。')
  expect((await as.get(incident.get, { id: net.id })).report).toMatch(/时间：.* 起，未结束即撤回（北京时间）/)
  await as.get(incident.end, { id: alarm.id, version: 1 })
  expect((await told()).at(-1)).toBe('“火警”已结束，考试恢复计时，停止的时间已补回。')
})

test('an attempt that was void when its stop ended goes on when it is restored', async () => {
  const { as, begin, facts } = await arranged(1)
  const { attemptId } = await begin(0, '09:00')
  setClock('09:10')
  const { id } = await as.get(incident.apply, facts('09:10', null))
  await as.get(attempt.void, { attemptId, reason: '误作废' })
  setClock('09:20')
  await as.get(incident.end, { id, version: 1 })
  expect(await as.get(attempt.restore, { attemptId, reason: '误作废' })).toEqual({ attemptId, state: 'in_progress' })
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:10') })
})

test('one that is void while its clock is stopped stands still until the stop ends, and can be let go on', async () => {
  const { as, begin, facts } = await arranged(1)
  const { attemptId } = await begin(0, '09:00')
  setClock('09:10')
  const { id } = await as.get(incident.apply, facts('09:10', null))
  await as.get(attempt.void, { attemptId, reason: '误作废' })
  expect(await as.get(attempt.restore, { attemptId, reason: '误作废' })).toEqual({ attemptId, state: 'paused' })
  setClock('09:15')
  await as.get(incident.end, { id, version: 1 })
  expect(await stateOf(attemptId)).toEqual({ state: 'in_progress', due: at('10:05') })
})

test('by night an attempt is what its events say, however its clock was stopped', async () => {
  const { as, begin, facts, watcher, companyId } = await arranged(2, { fixed: oneOfEachType().slice(0, 1) })
  const { actor, attemptId } = await begin(0, '09:00')
  const closed = await begin(1, '08:55')
  const act = { attemptIds: [attemptId], reason: '身体不适', actorId: watcher.staffId }
  await world.inCompany(companyId, (db) => pauseAttempts(db, { ...act, now: at('09:10') }))
  setClock('09:12')
  const { id } = await as.get(incident.apply, facts('09:11', null))
  await world.inCompany(companyId, (db) => resumeAttempts(db, { ...act, now: at('09:15') }))
  setClock('09:20')
  await as.get(incident.end, { id, version: 1 })
  setClock('09:40')
  await as.get(incident.apply, facts('09:25', '09:30', { title: '网络中断', restartMinutes: 2 }))
  const wrong = await as.get(incident.apply, facts('09:31', '09:33', { title: '登记有误' }))
  await as.get(incident.takeBack, { id: wrong.id, version: 1, reason: '误登记' })
  setClock('10:30')
  await closeOverdue(world.services, at('10:30'))
  await world.inCompany(companyId, (db) => scoreAttempts(db, [closed.attemptId], at('10:30')))
  const differences = (of: string) => world.inCompany(companyId, (db) => compare(db, of, at('10:31')))
  expect(await differences(closed.attemptId)).toBe(0)
  await as.get(incident.apply, facts('09:50', '10:00', { title: '再次断电' }))
  expect(await stateOf(closed.attemptId)).toMatchObject({ state: 'in_progress' })
  expect(await differences(closed.attemptId)).toBe(0)
  await handIn(closed.actor, closed.attemptId)
  await handIn(actor, attemptId)
  expect([await differences(attemptId), await differences(closed.attemptId)]).toEqual([0, 0])
  await world.rows("update sitting.attempt_pause set until_at = until_at + interval '1 second' where attempt_id = $1", [
    attemptId,
  ])
  expect(await differences(attemptId)).toBe(1)
})

test('an incident and a hand-in at once, and two incidents at once: one final state, each span once', async () => {
  const { as, begin, facts } = await arranged(3)
  const people = [await begin(0, '09:00'), await begin(1, '09:00'), await begin(2, '09:00')]
  setClock('09:50')
  const [one, other, ...handIns] = await Promise.all([
    as.call(incident.apply, facts('09:30', '09:42')),
    as.call(incident.apply, facts('09:40', '09:45', { title: '网络中断', reason: 'technical.network' })),
    ...people.slice(0, 2).map(({ actor, attemptId }) => handIn(actor, attemptId)),
  ])
  expect(one.code).toBe(0)
  expect(other.code).toBe(0)
  for (const [index, answer] of handIns.entries()) {
    expect(answer.code).toBe(0)
    expect((await stateOf(people[index]?.attemptId ?? '')).state).toBe('submitted')
  }
  expect((await stateOf(people[2]?.attemptId ?? '')).due).toEqual(at('10:15'))
})

test('nobody is reached outside the data scope, by another company, or by themselves', async () => {
  const { as, begin, facts, companyId } = await arranged(2)
  const { attemptId, actor } = await begin(0, '09:00')
  setClock('09:50')
  const cut = facts('09:30', '09:42')
  const stranger = world.as(await world.actor({ companyId: await world.company(), isAdmin: true }))
  expect(await stranger.call(incident.dryRun, { ...cut, ...pages })).toMatchObject({ code: 3350 })
  const { id } = await as.get(incident.apply, cut)
  expect(await stranger.call(incident.get, { id })).toMatchObject({ code: 1008 })
  expect(await stranger.call(incident.end, { id, version: 1 })).toMatchObject({ code: 1008 })
  const self = world.as(await world.actor({ companyId, staffId: actor.staffId, isAdmin: true }))
  const mine = await self.get(incident.dryRun, { ...cut, ...pages })
  expect(mine.dataList.map((row) => row.attemptId)).not.toContain(attemptId)
  expect(await self.call(incident.takeBack, { id, version: 1, reason: '想要' })).toMatchObject({ code: 3352 })
  const mayChange = async (who: typeof as) =>
    (await who.get(incident.list, { examId: cut.examId, ...pages })).dataList[0]?.mayChange
  expect([await mayChange(self), await mayChange(as)]).toEqual([false, true])
  expect(await as.call(incident.apply, facts('09:40', '09:30'))).toMatchObject({ code: 3380 })
  const none = { ...cut, scopeKind: incidentScope.addresses, addresses: ['192.0.2.0/24'] }
  expect(await as.call(incident.apply, none)).toMatchObject({ code: 3382 })
  const here = { ...cut, scopeKind: incidentScope.addresses, addresses: ['127.0.0.0/8'] }
  expect((await as.get(incident.dryRun, { ...here, ...pages })).counts).toMatchObject({ untouched: 1 })
})

async function twoRooms(companyId: string, examId: string, candidates: readonly TestActor[]) {
  const [row] = await world.rows<{ one: string; two: string; plan: string }>(
    `with r as (
       insert into venue.room (company_id, name) values ($1, '机房 3'), ($1, '机房 4') returning id, name
     ), m as (
       insert into venue.seat_map (company_id, room_id, number, rows, layouts, seat_count, capacity)
       select $1, id, 1, '[]', '[]', 3, 3 from r returning id, room_id
     ), p as (
       insert into venue.plan (company_id, owner_kind, owner_id) values ($1, 'exam', $2) returning id
     ), pr as (
       insert into venue.plan_room (company_id, plan_id, room_id, seat_map_id, layout_name, sort)
       select $1, p.id, r.id, m.id, '默认', row_number() over (order by r.name) from p, r join m on m.room_id = r.id returning room_id
     )
     select (select id from r where name = '机房 3') as one, (select id from r where name = '机房 4') as two, (select id from p) as plan, (select count(*) from pr)`,
    [companyId, examId],
  )
  if (!row) throw new Error('no rooms')
  for (const [index, { staffId }] of candidates.entries())
    await world.rows('insert into venue.place (company_id, plan_id, staff_id, room_id, seat) values ($1, $2, $3, $4, $5)', [
      ...[companyId, row.plan, staffId, index < 2 ? row.one : row.two, `A${index}`],
    ])
  return row
}
const sitIn = ({ staffId }: TestActor, roomId: string) =>
  world.rows('update venue.place set room_id = $2 where staff_id = $1', [staffId, roomId])
