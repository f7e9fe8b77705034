import { randomUUID } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'
import { browserA, browserB } from '../paper-arrange.ts'
import { satSessions } from '../record/sessions.sql.ts'
import { closeOverdue, closeOverLimit } from '../sweeps.ts'
import { forceAttempt, pauseAttempts, reopenAttempt, resumeAttempts } from './acts.service.ts'
import { noteContact, writeContacts } from './presence.ts'
import { answerCalls, tellAttempts } from './telling.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())

async function sitter(settings = {}) {
  const { examId, candidates } = await arrangeExam(world, { settings, candidates: 2 })
  const [actor, other] = candidates
  if (!actor || !other) throw new Error('two candidates are needed')
  const { attemptId } = await startExam(world, actor, examId)
  return { actor, other, attemptId, act: { attemptIds: [attemptId], reason: '机房断电', actorId: other.staffId } }
}
const within = <Answer>(actor: TestActor, work: Parameters<typeof inTransaction<Answer>>[2]) =>
  inTransaction(world.services.pool, actor.companyId, work)
const beat = (actor: TestActor, attemptId: string) =>
  world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
const save = (actor: TestActor, attemptId: string, clientSeq: number) =>
  world.as(actor).call(sitting.save, {
    attemptId,
    leaseEpoch: 1,
    items: [{ slot: 1, answer: { type: 1, optionId: 'b' }, baseRev: 0, clientSeq }],
  })
const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)
const dueOf = async (actor: TestActor, attemptId: string) => new Date((await beat(actor, attemptId)).due ?? 0).getTime()

test('a stopped clock refuses answers, is not swept, and gives its time back', async () => {
  const { actor, attemptId, act } = await sitter()
  const before = await dueOf(actor, attemptId)
  const now = new Date()
  expect(await within(actor, (db) => pauseAttempts(db, { ...act, now }))).toEqual([attemptId])
  expect(await within(actor, (db) => pauseAttempts(db, { ...act, now }))).toEqual([])
  expect(await save(actor, attemptId, 1)).toMatchObject({ code: 2356 })
  await closeOverdue(world.services, new Date(before + 60 * minute))
  expect(await beat(actor, attemptId)).toMatchObject({ state: 'paused' })
  const until = new Date(now.getTime() + 7 * minute)
  expect(await within(actor, (db) => resumeAttempts(db, { ...act, now: until }))).toEqual([attemptId])
  expect(await dueOf(actor, attemptId)).toBe(before + 7 * minute)
  expect(await save(actor, attemptId, 2)).toMatchObject({ code: 0 })
})

test('while the clock is stopped the paper opens, here and on another computer, however long ago it would have been due', async () => {
  const { actor, attemptId, act } = await sitter()
  const before = await dueOf(actor, attemptId)
  const now = new Date()
  await within(actor, (db) => pauseAttempts(db, { ...act, now }))
  const later = new Date(before + 20 * minute)
  world.now = () => later
  const asked = { attemptId, device: browserA }
  expect(await world.as(actor).get(sitting.resume, asked)).toMatchObject({ state: 'paused', lease: { isMine: true } })
  const taken = await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  expect(taken).toMatchObject({ state: 'paused', lease: { epoch: 2, isMine: true } })
  await within(actor, (db) => resumeAttempts(db, { ...act, now: later }))
  expect(await world.as(actor).call(sitting.resume, asked)).toMatchObject({ code: 0 })
  world.now = () => new Date()
})

test('what was taken in by force may be opened again for half an hour, with the time between', async () => {
  const { actor, attemptId, act } = await sitter({ switchScreenNumberLimit: 1 })
  const before = await dueOf(actor, attemptId)
  const events = [1, 2].map((seq) => ({
    ...{ seq, type: 'leave' as const, durationMs: 5000 },
    clientTime: new Date(Date.now() - seq * minute).toISOString(),
  }))
  await world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events })
  await closeOverLimit(world.services, new Date(Date.now() + 4000))
  expect(await beat(actor, attemptId)).toMatchObject({ state: 'forced_submitted' })
  const reopen = (now: Date) => within(actor, (db) => reopenAttempt(db, { ...act, attemptId, now }))
  expect(await reopen(inMinutes(31))).toBe('tooLate')
  expect(await reopen(inMinutes(10))).toBe('reopened')
  expect(await reopen(inMinutes(10))).toBe('notForced')
  expect(await beat(actor, attemptId)).toMatchObject({ state: 'in_progress', submittedAt: null, leaves: 0 })
  const given = (await dueOf(actor, attemptId)) - before
  expect(Math.round(given / minute)).toBe(10)
  await closeOverLimit(world.services, inMinutes(1))
  expect(await save(actor, attemptId, 1)).toMatchObject({ code: 0 })
})

test('an attempt that stands still can be taken in, and its pause ends with it', async () => {
  const { actor, attemptId, act } = await sitter()
  const now = new Date()
  await within(actor, (db) => pauseAttempts(db, { ...act, now }))
  expect(await within(actor, (db) => forceAttempt(db, { ...act, attemptId, now }))).toBe(true)
  expect(await within(actor, (db) => forceAttempt(db, { ...act, attemptId, now }))).toBe(false)
  const rows = await world.rows(
    `select a.state, a.submit_cause, p.until_at is not null as ended from sitting.attempt a join sitting.attempt_pause p on p.attempt_id = a.id where a.id = $1`,
    [attemptId],
  )
  expect(rows).toEqual([{ state: 'forced_submitted', submit_cause: 'force', ended: true }])
})

test('what is told comes with the next sign of life until it is acknowledged', async () => {
  const { actor, other, attemptId } = await sitter()
  const telling = {
    attemptIds: [attemptId],
    kind: 'warning' as const,
    text: '请勿交头接耳',
    byId: other.staffId,
    now: new Date(),
  }
  await within(actor, (db) => tellAttempts(db, telling))
  const { tellings } = await beat(actor, attemptId)
  expect(tellings).toMatchObject([{ kind: 'warning', text: '请勿交头接耳' }])
  const [first] = tellings
  const acknowledge = { attemptId, tellingId: first?.id ?? '' }
  expect(await world.as(other).call(sitting.acknowledge, acknowledge)).toMatchObject({ code: 1008 })
  await world.as(actor).get(sitting.acknowledge, acknowledge)
  expect(await beat(actor, attemptId)).toMatchObject({ tellings: [] })
  const rows = await world.rows(
    `select delivered_at is not null as delivered, acknowledged_at is not null as acknowledged from sitting.telling where attempt_id = $1`,
    [attemptId],
  )
  expect(rows).toEqual([{ delivered: true, acknowledged: true }])
})

test('what is told while something earlier is acknowledged is not overlooked', async () => {
  const { actor, other, attemptId } = await sitter()
  const tell = (text: string) =>
    within(actor, (db) =>
      tellAttempts(db, { attemptIds: [attemptId], kind: 'message', text, byId: other.staffId, now: new Date() }),
    )
  await tell('第 0 条')
  for (const round of [1, 2, 3, 4, 5]) {
    const [unread] = (await beat(actor, attemptId)).tellings
    const acknowledge = { attemptId, tellingId: unread?.id ?? '' }
    await Promise.all([world.as(actor).get(sitting.acknowledge, acknowledge), tell(`第 ${round} 条`)])
    expect((await beat(actor, attemptId)).tellings.map(({ text }) => text)).toEqual([`第 ${round} 条`])
  }
})

test('of a candidate one call is open, until somebody comes or it is taken back', async () => {
  const { actor, other, attemptId } = await sitter()
  const open = () => world.rows('select text from sitting.help_call where attempt_id = $1 and ended_at is null', [attemptId])
  const told = async () => (await world.as(actor).get(sitting.openCall, { attemptId })).call
  expect(await told()).toBeNull()
  for (const text of ['鼠标坏了', '屏幕黑了']) await world.as(actor).get(sitting.callForHelp, { attemptId, text })
  expect(await open()).toEqual([{ text: '屏幕黑了' }])
  expect(await told()).toMatchObject({ text: '屏幕黑了' })
  expect(await world.as(other).call(sitting.openCall, { attemptId })).toMatchObject({ code: 1008 })
  await world.as(actor).get(sitting.takeCallBack, { attemptId })
  expect(await open()).toEqual([])
  expect(await told()).toBeNull()
  await world.as(actor).get(sitting.callForHelp, { attemptId, text: '还是黑的' })
  const answer = { attemptIds: [attemptId], byId: other.staffId, now: new Date() }
  expect(await within(actor, (db) => answerCalls(db, answer))).toBe(1)
  expect(await open()).toEqual([])
  expect(await told()).toBeNull()
  expect(await world.as(other).call(sitting.callForHelp, { attemptId, text: '不是我的' })).toMatchObject({ code: 1008 })
})

test('signs of life are written together', async () => {
  const { actor, attemptId } = await sitter()
  await beat(actor, attemptId)
  await beat(actor, attemptId)
  await writeContacts(world.services)
  const rows = await world.rows('select ip <> $2 as has_ip from sitting.presence where attempt_id = $1', [attemptId, ''])
  expect(rows).toEqual([{ has_ip: true }])
  const moves = () =>
    world.rows(`select data from sitting.attempt_event where attempt_id = $1 and type = 'addressChange' order by id`, [attemptId])
  expect(await moves()).toEqual([])
  const { companyId } = actor
  for (const ip of ['203.0.113.8', '198.51.100.7', '203.0.113.8', '198.51.100.7']) {
    noteContact({ companyId, attemptId, heardAt: new Date(), ip })
    await writeContacts(world.services)
  }
  // There and back again is told once for each way.
  expect(await moves()).toMatchObject([
    { data: { ip: '203.0.113.8' } },
    { data: { from: '203.0.113.8', ip: '198.51.100.7' } },
    { data: { from: '198.51.100.7', ip: '203.0.113.8' } },
  ])
})

test('whoever goes on elsewhere is heard of at once', async () => {
  const { actor, attemptId } = await sitter()
  const { companyId } = actor
  const longAgo = new Date(Date.now() - 5 * minute)
  noteContact({ companyId, attemptId, heardAt: longAgo, ip: '127.0.0.1' })
  await writeContacts(world.services)
  await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  await writeContacts(world.services)
  const rows = await world.rows('select heard_at > $2 as "isHeard" from sitting.presence where attempt_id = $1', [
    attemptId,
    longAgo,
  ])
  expect(rows).toEqual([{ isHeard: true }])
})

test('silence of more than 45 s is on record once, when they are heard again and when the server hands in', async () => {
  const { actor, attemptId } = await sitter()
  const { companyId } = actor
  const start = Date.now()
  const gaps = async () => {
    const rows = await world.rows<{ from: string; until: string }>(
      `select data ->> 'from' as from, data ->> 'until' as until from sitting.attempt_event where attempt_id = $1 and type = 'heartbeatGap' order by id`,
      [attemptId],
    )
    return rows.map(({ from, until }) => [Number(from) - start, Number(until) - start])
  }
  for (const ms of [0, 45_000, 90_001, 91_000]) {
    noteContact({ companyId, attemptId, heardAt: new Date(start + ms), ip: '10.0.0.1' })
    await writeContacts(world.services)
  }
  expect(await gaps()).toEqual([[45_000, 90_001]])
  const due = await dueOf(actor, attemptId)
  await writeContacts(world.services)
  await closeOverdue(world.services, new Date(due + 10 * minute))
  expect((await gaps()).slice(1)).toEqual([[91_000, due - start]])
})

test('address and browser are noted at the start, at a takeover, and when a sign of life comes from elsewhere', async () => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.takeOver, { attemptId, device: 'browser-2:tab-1' })
  const { companyId } = actor
  for (const [ms, ip] of [
    [0, '127.0.0.1'],
    [1000, '198.51.100.7'],
  ] as const) {
    noteContact({ companyId, attemptId, heardAt: new Date(Date.now() + ms), ip })
    await writeContacts(world.services)
  }
  const [row] = await world.rows<{ owner: string }>('select owner_id as owner from sitting.attempt where id = $1', [attemptId])
  const sessions = await within(actor, (db) => satSessions(db, row?.owner ?? ''))
  expect(sessions.map(({ ip, device }) => [ip, device])).toEqual([
    ['127.0.0.1', browserA.split(':')[0]],
    ['127.0.0.1', 'browser-2'],
    ['198.51.100.7', null],
  ])
  // Whoever is moved sat in the room before until then.
  const roomIds = [randomUUID(), randomUUID()]
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
     select company_id, attempt_id, 'moved', server_time + n * interval '1 millisecond', jsonb_build_object('beforeRoomId', ($2::text[])[n], 'before', '1-' || n)
     from sitting.attempt_event, generate_series(1, 2) n where attempt_id = $1 and type = 'deviceChange'`,
    [attemptId, roomIds],
  )
  const moved = await within(actor, (db) => satSessions(db, row?.owner ?? ''))
  expect(moved.map(({ formerRoomId, formerSeat }) => [formerRoomId, formerSeat])).toEqual([
    [roomIds[0], '1-1'],
    [roomIds[0], '1-1'],
    [null, null],
  ])
})
