import { createHash, randomUUID } from 'node:crypto'
import { examInvigilators } from '@kaopei/exam/contract/exam-invigilators'
import { examRooms } from '@kaopei/exam/contract/exam-rooms'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, arrangeStaff, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { arrangePaper } from '@kaopei/sitting/testing'
import { planErrors } from '@kaopei/venue/contract/errors'
import { room } from '@kaopei/venue/contract/room'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { evidence } from '../../contract/evidence/evidence.ts'
import { hall } from '../../contract/hall.ts'
import { hallErrors } from '../../contract/hall-errors.ts'
import { hallStreams } from '../../contract/hall-streams.ts'
import { incident, incidentScope } from '../../contract/incidents/incident.ts'
import { incidentErrors } from '../../contract/incidents/incident-errors.ts'
import { live } from '../../contract/live.ts'
import { examinationHall, markCheating } from '../../contract/menus.ts'
import { replay } from '../../contract/replay/replay.ts'
import { suspicion } from '../../contract/suspicion/suspicion.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

async function arranged(candidates = 2) {
  const exam = await arrangeExam(world, { candidates })
  const [first, second] = exam.candidates
  if (!first || !second) throw new Error('two candidates are needed')
  const { attemptId } = await startExam(world, first, exam.examId)
  const watcher = await world.actor({ companyId: exam.companyId, isAdmin: true })
  return { ...exam, first, second, attemptId, watcher }
}
const beat = (actor: TestActor, attemptId: string) =>
  world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
const why = { reason: 'environment.power', note: '机房 3' }

test('the hall shows exams that go on, and of one everybody, incidents first', async () => {
  const { examId, attemptId, first, watcher } = await arranged(3)
  const { dataList } = await world.as(watcher).get(hall.exams, { pageIndex: 1, pageSize: 10 })
  expect(dataList).toMatchObject([{ examId, candidateCount: 3, sittingCount: 1, finishedCount: 0 }])
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '鼠标坏了' })
  const shown = await world.as(watcher).get(hall.watch, { examId })
  expect(shown.dataList).toHaveLength(3)
  expect(shown.dataList[0]).toMatchObject({
    ...{ attemptId, state: '答题中', isUnderWay: true, contact: 'online', urgency: 2 },
    call: { text: '鼠标坏了' },
  })
  expect(shown.dataList[1]).toMatchObject({ attemptId: null, state: '未开始', contact: 'none', urgency: 0 })
})

test('exams that somebody sits stand first, then what begins or began nearest to now', async () => {
  const { companyId, examId, second, watcher } = await arranged()
  const openedFor = async (name: string, hoursAgo: number) => {
    const paperId = randomUUID()
    await arrangePaper(world, { companyId, paperId })
    await world.rows(
      `with beside as (
         insert into exam.exam (company_id, paper_id, name, information, admission_start_at, admission_end_at, duration_minutes,
           sum_score_hundredths, pass_score_hundredths, status, settings, published_at)
         select company_id, $6::uuid, $3, information, now() - make_interval(hours => $4), admission_end_at, duration_minutes,
           sum_score_hundredths, pass_score_hundredths, status, settings, published_at
         from exam.exam
         where company_id = $1 and id = $2
         returning company_id, id
       )
       insert into exam.candidate (company_id, exam_id, staff_id)
       select company_id, id, $5 from beside`,
      [companyId, examId, name, hoursAgo, second.staffId, paperId],
    )
  }
  await openedFor('两个月的考试', 1000)
  await openedFor('稍后的考试', -1)
  await openedFor('刚开始的考试', 0)
  const { dataList } = await world.as(watcher).get(hall.exams, { pageIndex: 1, pageSize: 10 })
  expect(dataList.map(({ name }) => name)).toEqual(['安全生产考试', '刚开始的考试', '稍后的考试', '两个月的考试'])
})

test('whoever asks what is new hears of those alone who changed', async () => {
  const { examId, attemptId, first, second, watcher } = await arranged()
  await startExam(world, second, examId)
  await world.rows(`update sitting.attempt set updated_at = now() - interval '1 minute' where owner_id = $1`, [examId])
  const { serverTime } = await world.as(watcher).get(hall.watch, { examId })
  expect(await world.as(watcher).get(hall.watch, { examId, since: serverTime })).toMatchObject({ dataList: [] })
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '帮忙' })
  await world.as(watcher).get(hall.tell, { examId, attemptIds: [attemptId], kind: 'message', text: '请稍候' })
  expect(await world.as(watcher).get(hall.watch, { examId, since: serverTime })).toMatchObject({
    dataList: [{ attemptId, unreadCount: 1, call: { text: '帮忙' } }],
  })
})

test('silence is lost contact, and a long one is said to be', async () => {
  const { examId, attemptId, watcher } = await arranged()
  const contactAfter = async (seconds: number) => {
    await world.rows(
      `insert into sitting.presence (company_id, attempt_id, heard_at, ip)
       select company_id, id, now() - make_interval(secs => $2), '10.0.0.1' from sitting.attempt where id = $1
       on conflict (company_id, attempt_id) do update set heard_at = excluded.heard_at`,
      [attemptId, seconds],
    )
    const { dataList } = await world.as(watcher).get(hall.watch, { examId })
    return dataList.find((row) => row.attemptId === attemptId)?.contact
  }
  expect([await contactAfter(40), await contactAfter(60), await contactAfter(130)]).toEqual(['online', 'lost', 'longLost'])
})

test('a pause is ended by whoever watches; one that an incident or a break makes is not', async () => {
  const { examId, attemptId, watcher } = await arranged()
  const asWatcher = world.as(watcher)
  const offered = async () => {
    const { dataList } = await asWatcher.get(hall.watch, { examId })
    return dataList.flatMap((row) => (row.attemptId === attemptId ? [row.state, row.mayPause, row.mayResume] : []))
  }
  expect(await offered()).toEqual(['答题中', true, false])
  await asWatcher.get(hall.pause, { examId, attemptIds: [attemptId], ...why })
  expect(await offered()).toEqual(['已暂停', false, true])
  await world.rows(
    `update sitting.attempt_pause set source = 'break', until_at = now() + interval '5 minutes' where attempt_id = $1`,
    [attemptId],
  )
  expect(await offered()).toEqual(['休息中', false, false])
})

test('acts reach the candidate, say why, and are on record', async () => {
  const { examId, attemptId, first, watcher } = await arranged()
  const those = { examId, attemptIds: [attemptId] }
  const asWatcher = world.as(watcher)
  const { due } = await beat(first, attemptId)
  expect(await asWatcher.get(hall.pause, { ...those, ...why })).toEqual({ changedCount: 1, leftOut: [] })
  expect(await asWatcher.get(hall.pause, { ...those, ...why })).toEqual({ changedCount: 0, leftOut: ['考生1'] })
  expect(await beat(first, attemptId)).toMatchObject({
    state: 'paused',
    tellings: [{ text: expect.stringContaining('停电：机房 3') }],
  })
  await asWatcher.get(hall.resume, { ...those, ...why })
  await asWatcher.get(hall.extend, { ...those, ...why, minutes: 10 })
  await asWatcher.get(hall.extend, { ...those, ...why, minutes: 5 })
  const later = await beat(first, attemptId)
  expect(Math.round((Date.parse(later.due ?? '') - Date.parse(due ?? '')) / 60_000)).toBe(15)
  expect(await asWatcher.call(hall.tell, { ...those, kind: 'warning', text: '请勿交头接耳' })).toMatchObject({ code: 1001 })
  await asWatcher.get(hall.tell, { ...those, kind: 'warning', reason: 'candidate.behaviour', text: '请勿交头接耳' })
  expect(await asWatcher.get(hall.force, { ...those, ...why })).toEqual({ changedCount: 1, leftOut: [] })
  expect(await beat(first, attemptId)).toMatchObject({ state: 'forced_submitted' })
  expect(await asWatcher.get(hall.reopen, { examId, attemptId, ...why })).toEqual({ changedCount: 1, leftOut: [] })
  expect(await asWatcher.call(hall.reopen, { examId, attemptId, ...why })).toMatchObject({ code: 3353 })
  expect(await beat(first, attemptId)).toMatchObject({ state: 'in_progress', submittedAt: null })
  const log = await world.rows<{ action: string }>(`select action from kit.operation_log where target_id = $1 order by id`, [
    attemptId,
  ])
  expect(log.map(({ action }) => action)).toEqual([
    'pause',
    'pause',
    'resume',
    'saveTimes',
    'saveTimes',
    'tell',
    'force',
    'reopen',
  ])
})

test('an answered call is over, and the candidate hears of it', async () => {
  const { examId, attemptId, first, watcher } = await arranged()
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '帮忙' })
  await world.as(watcher).get(hall.answerCalls, { examId, attemptIds: [attemptId] })
  expect((await world.as(watcher).get(hall.watch, { examId })).dataList).not.toContainEqual(
    expect.objectContaining({ urgency: 2 }),
  )
  expect((await beat(first, attemptId)).tellings).toMatchObject([{ kind: 'act' }])
})

test('without the right, from another company, and for oneself nothing is done', async () => {
  const { companyId, examId, attemptId, first, second, watcher } = await arranged()
  const act = { examId, attemptIds: [attemptId], ...why }
  expect(await world.as(second).call(hall.pause, act)).toMatchObject({ code: 1002 })
  const stranger = (await arranged()).watcher
  expect(await world.as(stranger).call(hall.pause, act)).toMatchObject({ code: 3351 })
  expect(await world.as(stranger).call(hall.watch, { examId })).toMatchObject({ code: 3350 })
  expect(await world.as(stranger).call(hall.switchScreenDetail, { examinationResultId: attemptId })).toMatchObject({ code: 1008 })
  const { examId: otherId } = await arranged()
  expect(await world.as(watcher).call(hall.pause, { ...act, examId: otherId })).toMatchObject({ code: 3351 })
  const own = await world.actor({ companyId, staffId: first.staffId, isAdmin: true })
  expect(await world.as(own).call(hall.force, act)).toMatchObject({ code: 3352 })
})

test('the details of absences say which count, and why others do not', async () => {
  const { attemptId, first, watcher } = await arranged()
  const began = Date.now() - 60_000
  const at = (ms: number) => new Date(began + ms).toISOString()
  const there = { visible: true, focused: true, fullScreen: true }
  const away = { ...there, focused: false }
  const signal = (seq: number, ms: number, presence: object) => ({
    seq,
    type: 'signal' as const,
    clientTime: at(ms),
    presence: presence as typeof there,
  })
  await world.as(first).get(sitting.heartbeat, {
    attemptId,
    leaseEpoch: 1,
    events: [
      signal(1, 0, away),
      signal(2, 2500, there),
      signal(3, 10_000, { ...away, dialog: 'print' }),
      signal(4, 15_000, there),
    ],
  })
  expect(await world.as(watcher).get(hall.switchScreenDetail, { examinationResultId: attemptId })).toMatchObject({
    ...{ countedCount: 1, countedSeconds: 3, totalCount: 2 },
    dataList: [
      { kind: 'focus', notCountedBecause: null },
      { kind: 'focus', milliseconds: 5000, notCountedBecause: '打印' },
    ],
  })
})

test('whoever organises no exams sees and acts in those alone that they invigilate', async () => {
  const { companyId, examId, attemptId, watcher } = await arranged()
  const [staffId = ''] = await arrangeStaff(world, companyId, { count: 1 })
  const rights = Object.values(examinationHall.rights)
  const invigilator = world.as(await world.actor({ companyId, staffId, rights, menus: [examinationHall] }))
  const tell = { examId, attemptIds: [attemptId], kind: 'message' as const, text: '请保持安静' }
  expect(await invigilator.get(hall.exams, {})).toMatchObject({ totalCount: 0 })
  expect((await invigilator.call(hall.watch, { examId })).code).toBe(hallErrors.notWatchable.code)
  expect((await invigilator.call(hall.tell, tell)).code).toBe(hallErrors.strangers.code)
  expect((await invigilator.call(hall.switchScreenDetail, { examinationResultId: attemptId })).code).toBe(1008)
  await world.as(watcher).get(examInvigilators.add, { examinationId: examId, staffIds: [staffId] })
  expect(await invigilator.get(hall.exams, {})).toMatchObject({ dataList: [{ examId, candidateCount: 2 }] })
  expect(await invigilator.get(hall.watch, { examId })).toMatchObject({ totalCount: 2, mayEndExam: false })
  expect(await invigilator.get(hall.tell, tell)).toEqual({ changedCount: 1, leftOut: [] })
})

test('an exam ends early for everybody: nobody enters, who is inside has two minutes', async () => {
  const { examId, attemptId, first, second, watcher, companyId } = await arranged()
  const narrow = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const limited = await world.actor({ companyId, rights: [examinationHall.rights.endExam], scopes: { examinationHall: narrow } })
  expect(await world.as(limited).call(hall.endExam, { examId, ...why })).toMatchObject({ code: 3387 })
  expect(await world.as(watcher).get(hall.watch, { examId })).toMatchObject({ mayEndExam: true })
  expect(await world.as(watcher).get(hall.endExam, { examId, ...why })).toEqual({ changedCount: 1 })
  const { due, tellings } = await beat(first, attemptId)
  expect(Date.parse(due ?? '') - Date.now()).toBeLessThanOrEqual(120_000)
  expect(tellings[0]?.text).toContain('提前结束')
  await expect(startExam(world, second, examId)).rejects.toThrow('2350')
  expect(await world.as(watcher).call(hall.endExam, { examId, ...why })).toMatchObject({ code: 0 })
  await world.rows(`update sitting.attempt set due_at = now() - interval '1 minute' where owner_id = $1`, [examId])
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  expect(await world.as(watcher).get(hall.watch, { examId })).toMatchObject({ mayEndExam: false })
  expect((await world.as(watcher).call(hall.endExam, { examId, ...why })).code).toBe(2304)
})

/** Two rooms, the first for two, an invigilator of each, and whoever sits in the second under way. */
async function seated() {
  const exam = await arrangeExam(world, { candidates: 3, settings: { permitFaceRecord: true } })
  const { companyId, examId } = exam
  const watcher = world.as(await world.actor({ companyId, isAdmin: true }))
  const rooms: string[] = []
  for (const roomName of ['机房 1', '机房 2'])
    rooms.push((await watcher.get(room.create, { roomName, rowCount: 1, columnCount: 2 })).id)
  const [one = '', two = ''] = rooms
  const layoutName = '全部座位'
  await watcher.get(examRooms.save, { examinationId: examId, rooms: rooms.map((roomId) => ({ roomId, layoutName })) })
  await watcher.get(examRooms.distribute, { examinationId: examId })
  const { dataList } = await watcher.get(examRooms.list, { examinationId: examId })
  const place = dataList.find(({ roomId }) => roomId === two)
  const actor = exam.candidates.find(({ staffId }) => staffId === place?.staffId)
  if (!actor || !place) throw new Error('somebody sits in the second room')
  const { attemptId } = await startExam(world, actor, examId)
  const watcherIds = await arrangeStaff(world, companyId, { count: 2 })
  const invigilators = []
  for (const [index, staffId] of watcherIds.entries()) {
    await watcher.get(examInvigilators.add, {
      examinationId: examId,
      staffIds: [staffId],
      ...(rooms[index] && { roomId: rooms[index] }),
    })
    const rights = Object.values(examinationHall.rights)
    invigilators.push(world.as(await world.actor({ companyId, staffId, rights, menus: [examinationHall] })))
  }
  const [ofOne = watcher, ofTwo = watcher] = invigilators
  const stranger = world.as(await world.actor({ companyId: await world.company(), isAdmin: true }))
  const free = dataList.filter(({ roomId }) => roomId === one).map(({ seat }) => seat)
  return { ...exam, watcher, watcherIds, one, two, actor, attemptId, ofOne, ofTwo, stranger, place, taken: free[0] ?? '' }
}

test('somebody is moved to a free seat, told and noted; not by whoever watches another room, nor to a seat that is taken', async () => {
  const { examId, companyId, one, two, actor, attemptId, ofOne, ofTwo, stranger, place, taken, watcher } = await seated()
  const free = place.seat === '1-1' ? '1-2' : '1-1'
  const act = { examId, attemptId, roomId: two, seat: free, ...why }
  expect(await ofOne.call(hall.move, act)).toMatchObject({ code: hallErrors.strangers.code })
  expect(await stranger.call(hall.move, act)).toMatchObject({ code: hallErrors.strangers.code })
  expect(await world.as(actor).call(hall.move, act)).toMatchObject({ code: 1002 })
  const self = world.as(await world.actor({ companyId, staffId: actor.staffId, isAdmin: true }))
  expect(await self.call(hall.move, act)).toMatchObject({ code: hallErrors.ownAttempt.code })
  const own = (await self.get(hall.watch, { examId })).dataList.filter(({ isOwn }) => isOwn)
  expect(own.map(({ staffId }) => staffId)).toEqual([actor.staffId])
  expect(await ofTwo.call(hall.move, { ...act, roomId: one, seat: taken })).toMatchObject({ code: planErrors.seatTaken.code })
  expect(await ofTwo.call(hall.move, { ...act, seat: '9-9' })).toMatchObject({ code: planErrors.noSuchSeat.code })
  expect(await ofTwo.get(hall.move, act)).toEqual({ changedCount: 1, leftOut: [] })
  const { dataList } = await watcher.get(examRooms.list, { examinationId: examId })
  expect(dataList.find(({ staffId }) => staffId === actor.staffId)).toMatchObject({ roomId: two, seat: free })
  expect((await beat(actor, attemptId)).tellings).toMatchObject([{ kind: 'act', text: expect.stringContaining(free) }])
  const { dataList: watched } = await ofTwo.get(hall.watch, { examId })
  expect(watched).toMatchObject([{ staffId: actor.staffId, roomName: '机房 2', seat: free }])
  const noted = await world.rows(
    `select e.data ->> 'seat' as seat, e.data ->> 'beforeRoomId' as "beforeRoomId", (select action from kit.operation_log where target_id = $1::text) as action
     from sitting.attempt_event e where e.attempt_id = $1::uuid and e.type = 'moved'`,
    [attemptId],
  )
  expect(noted).toEqual([{ seat: free, beforeRoomId: two, action: 'move' }])
})

test('of many who ask at once everybody is shown what they reach, as they reach it, with all that changed for them', async () => {
  const { examId, actor, companyId, attemptId, ofOne, ofTwo, watcher } = await seated()
  await world.rows(`update sitting.attempt set updated_at = now() - interval '1 minute' where id = $1`, [attemptId])
  const self = world.as(await world.actor({ companyId, staffId: actor.staffId, isAdmin: true }))
  const long = new Date(Date.now() - 120_000).toISOString()
  const shortly = new Date().toISOString()
  const ask = (who: typeof self, since: string) => who.get(hall.watch, { examId, since })
  const asked = Array.from({ length: 4 }, () => [
    ask(watcher, long),
    ask(watcher, shortly),
    ask(self, long),
    ask(ofTwo, long),
    ask(ofOne, long),
  ])
  const seen = await Promise.all(asked.flat())
  const answersOf = (index: number) => seen.filter((_, place) => place % 5 === index)
  for (const { dataList } of [...answersOf(0), ...answersOf(3)]) expect(dataList).toMatchObject([{ attemptId, isOwn: false }])
  for (const { dataList } of answersOf(2)) expect(dataList).toMatchObject([{ attemptId, isOwn: true }])
  for (const { dataList } of answersOf(4)) expect(dataList).toEqual([])
})

test('whoever has handed in is not moved any more, and calls nobody', async () => {
  const { examId, two, actor, attemptId, ofTwo, place, companyId } = await seated()
  await world.rows(`insert into sitting.help_call (company_id, attempt_id, text, at) values ($1, $2, '键盘失灵', now())`, [
    companyId,
    attemptId,
  ])
  const called = async () => (await ofTwo.get(hall.watch, { examId })).dataList.map(({ call }) => call?.text ?? null)
  expect(await called()).toEqual(['键盘失灵'])
  await ofTwo.get(hall.force, { examId, attemptIds: [attemptId], ...why })
  expect(await called()).toEqual([null])
  const [{ name } = { name: '' }] = await world.rows<{ name: string }>('select name from org.staff where id = $1', [
    actor.staffId,
  ])
  const act = { examId, attemptId, roomId: two, seat: place.seat === '1-1' ? '1-2' : '1-1', ...why }
  expect(await ofTwo.get(hall.move, act)).toEqual({ changedCount: 0, leftOut: [name] })
})

test('live pictures and films are seen by whoever watches the room, and every look names its viewer', async () => {
  const { examId, actor, attemptId, ofOne, ofTwo, stranger } = await seated()
  const { pieceAddress } = await world.as(actor).get(capture.plan, { attemptId })
  const bytes = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('film')])
  const until = Date.now()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const put = (number: number, from: number) =>
    world.app.inject({
      method: 'PUT',
      url: `${pieceAddress}/2/film/${number}?from=${from}&until=${from + 9000}&sha256=${sha256}`,
      headers: { 'content-type': 'video/webm;codecs=vp8' },
      payload: bytes,
    })
  for (const [index, from] of [until - 19_000, until - 9500].entries()) expect((await put(index + 1, from)).statusCode).toBe(200)
  const views = { examId, attemptIds: [attemptId] }
  const film = { examId, attemptId, source: 2 as const }
  expect(await ofOne.get(live.views, views)).toMatchObject({ dataList: [] })
  expect((await ofOne.get(live.film, film)).dataList).toEqual([])
  expect(await stranger.get(live.views, views)).toMatchObject({ dataList: [] })
  expect((await stranger.get(live.film, film)).dataList).toEqual([])
  expect(await world.as(actor).call(live.views, views)).toMatchObject({ code: 1002 })
  const { dataList } = await ofTwo.get(live.views, views)
  expect(dataList).toMatchObject([{ attemptId, views: [{ source: 2, kind: 'film' }] }])
  const shown = await ofTwo.get(live.film, film)
  expect(shown.dataList.map(({ number }) => number)).toEqual([1, 2])
  expect((await ofTwo.get(live.film, { ...film, after: 1 })).dataList.map(({ number }) => number)).toEqual([2])
  const fetched = await world.app.inject({ url: shown.dataList[0]?.url ?? '' })
  expect(fetched.rawPayload).toEqual(bytes)
  expect(
    await world.rows('select count(distinct staff_id)::int as viewers from proctoring.sight where attempt_id = $1', [attemptId]),
  ).toEqual([{ viewers: 1 }])
})

test('a role that shows everybody shows an invigilator of another room neither replay, record, verdicts, signs nor incidents', async () => {
  const { companyId, examId, actor, attemptId, watcher, watcherIds, two, ofOne, ofTwo } = await seated()
  const reviewing = async (staffId = '') =>
    world.as(
      await world.actor({
        ...{ companyId, staffId, menus: [markCheating], rights: Object.values(markCheating.rights) },
        scopes: { markCheating: { kind: 'all' } },
      }),
    )
  const [here, there] = [await reviewing(watcherIds[1]), await reviewing(watcherIds[0])]
  const asked = { examinationResultId: attemptId }
  expect(await there.call(replay.get, asked)).toMatchObject({ code: 1008 })
  expect(await there.call(replay.open, { ...asked, reason: '抽查' })).toMatchObject({ code: 1008 })
  expect(await there.call(evidence.seal, asked)).toMatchObject({ code: 1008 })
  expect(await there.call(evidence.pack, { ...asked, reason: '抽查' })).toMatchObject({ code: 1008 })
  expect(await there.call(verdicts.get, asked)).toMatchObject({ code: 1008 })
  await world.rows(`update sitting.attempt set submitted_at = now() where id = $1`, [attemptId])
  expect(await there.get(verdicts.list, { examinationId: examId })).toMatchObject({ totalCount: 0 })
  expect(await here.get(verdicts.list, { examinationId: examId })).toMatchObject({ totalCount: 1 })
  await world.rows(`update sitting.attempt set submitted_at = null where id = $1`, [attemptId])
  expect(await here.call(replay.get, asked)).toMatchObject({ code: 0 })
  const nobody = await reviewing((await arrangeStaff(world, companyId, { count: 1 }))[0])
  for (const call of [suspicion.get, suspicion.signs, suspicion.compare, verdicts.list])
    expect(await nobody.call(call, { examinationId: examId })).toMatchObject({ code: 1008 })

  const from = new Date(Date.now() - 60_000).toISOString()
  const facts = { examId, title: '设备故障', reason: 'technical.frozen', fromTime: from, untilTime: null }
  const ofSome = { ...facts, scopeKind: incidentScope.people, staffIds: [actor.staffId] }
  const { id } = await ofTwo.get(incident.apply, ofSome)
  expect((await ofTwo.get(incident.get, { id })).scopeText).toContain('指定考生 ')
  expect(await ofOne.get(incident.list, { examId })).toMatchObject({ dataList: [], totalCount: 0 })
  expect(await ofOne.call(incident.get, { id })).toMatchObject({ code: 1008 })
  expect(await ofOne.call(incident.saveReport, { id, version: 1, report: '无' })).toMatchObject({ code: 1008 })
  expect((await watcher.get(incident.list, { examId })).totalCount).toBe(1)
  const { id: wide } = await watcher.get(incident.apply, { ...facts, scopeKind: incidentScope.everybody })
  const { report, version } = await ofOne.get(incident.get, { id: wide })
  expect(report).toContain('管理范围外的考生')
  expect(await ofOne.call(incident.saveReport, { id: wide, version, report: '无' })).toMatchObject({
    code: incidentErrors.beyondScope.code,
  })

  // Whoever moves somebody chooses among the rooms, without the right to stop clocks.
  const mover = world.as(await world.actor({ companyId, staffId: watcherIds[1] ?? '', rights: [examinationHall.rights.move] }))
  expect((await mover.get(incident.choices, { examId })).rooms).toContainEqual(expect.objectContaining({ id: two, count: 1 }))
})

test('the hall says of each stream that is recorded whether it comes, and how busy the server is', async () => {
  const { examId, actor, attemptId, ofOne, ofTwo } = await seated()
  const asked = { examId, attemptIds: [attemptId] }
  const none = { source: 2, kind: 'film', lastTime: null }
  expect(await ofTwo.get(hallStreams.states, asked)).toMatchObject({
    load: expect.any(Number),
    dataList: [{ attemptId, streams: [{ ...none, isLate: false }] }],
  })
  expect((await ofOne.get(hallStreams.states, asked)).dataList).toEqual([])
  await world.rows(`update sitting.attempt set started_at = started_at - interval '2 minutes' where id = $1`, [attemptId])
  expect((await ofTwo.get(hallStreams.states, asked)).dataList).toMatchObject([{ streams: [{ ...none, isLate: true }] }])
  const interrupted = async (of: typeof ofOne) => (await of.get(hallStreams.interrupted, { examId })).attemptIds
  expect([await interrupted(ofOne), await interrupted(ofTwo)]).toEqual([[], [attemptId]])
  // While a clock stands still nothing is recorded.
  await ofTwo.get(hall.pause, { ...asked, ...why })
  expect(await interrupted(ofTwo)).toEqual([])
  await ofTwo.get(hall.resume, { ...asked, ...why })
  expect(await interrupted(ofTwo)).toEqual([])
  await world.rows(
    `update sitting.attempt_pause set from_at = from_at - interval '3 minutes', until_at = until_at - interval '2 minutes'
    where attempt_id = $1`,
    [attemptId],
  )
  expect(await interrupted(ofTwo)).toEqual([attemptId])
  // How far a stream has come stands with its attempt; where it does not, its pieces are asked.
  const { pieceAddress } = await world.as(actor).get(capture.plan, { attemptId })
  const bytes = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('film')])
  const span = `from=${Date.now() - 10_000}&until=${Date.now()}&sha256=${createHash('sha256').update(bytes).digest('hex')}`
  const headers = { 'content-type': 'video/webm' }
  await world.app.inject({ method: 'PUT', url: `${pieceAddress}/2/film/1?${span}`, headers, payload: bytes })
  const reach = (reached: object) =>
    world.rows('update proctoring.watch set reached = $2 where attempt_id = $1', [attemptId, JSON.stringify(reached)])
  expect(await interrupted(ofTwo)).toEqual([])
  await reach({})
  expect(await interrupted(ofTwo)).toEqual([])
  await reach({ '2film': new Date(Date.now() - 95_000) })
  expect(await interrupted(ofTwo)).toEqual([attemptId])
  // Of what is not agreed to any more nothing is missing.
  await world.rows('update exam.capture_consent set state = 3 where staff_id = $1', [actor.staffId])
  expect((await ofTwo.get(hallStreams.states, asked)).dataList).toEqual([{ attemptId, streams: [] }])
})
