import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import type { Answer } from '@kaopei/question/contract/answer'
import { databaseClock } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sitting } from '../contract/sitting.ts'
import { sittingModule } from './module.ts'
import { browserB } from './paper-arrange.ts'
import { closeOverdue, closeOverdueSweep } from './sweeps.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const travel = (seconds: number) => {
  const then = new Date(Date.now() + seconds * 1000)
  world.now = () => then
  return then
}
const choose = (optionId: string): Answer => ({ type: 1, optionId })

async function sitter(wish: Parameters<typeof arrangeExam>[1] = {}) {
  const { examId, candidates } = await arrangeExam(world, wish)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const sheet = await startExam(world, actor, examId)
  return { actor, attemptId: sheet.attemptId, due: sheet.due ?? '' }
}
const saveFirst = (actor: TestActor, attemptId: string, baseRev = 0, clientSeq = 1) =>
  world.as(actor).call(sitting.save, {
    attemptId,
    leaseEpoch: 1,
    items: [{ slot: 1, answer: choose('b'), baseRev, clientSeq, clientTime: new Date().toISOString() }],
  })
const submit = (actor: TestActor, attemptId: string, more: { rev?: number; cause?: 'timeUp' | 'limit'; key?: string } = {}) =>
  world.as(actor).call(sitting.submit, {
    attemptId,
    leaseEpoch: 1,
    lastRevs: more.rev === undefined ? [] : [{ slot: 1, rev: more.rev }],
    submissionKey: more.key ?? 'submission-1',
    ...(more.cause && { cause: more.cause }),
  })
const submission = (answer: { data: object }) => ({ ...answer, data: { ...answer.data, serverTime: '' } })
const stored = async (attemptId: string) => {
  const [attempt] = await world.rows('select * from sitting.attempt where id = $1', [attemptId])
  const events = await world.rows<{ type: string; data: Record<string, unknown> }>(
    `select type, data from sitting.attempt_event where attempt_id = $1 and source = 'server' order by id`,
    [attemptId],
  )
  return { attempt, events }
}

/** How often its first question has been scored. */
const scoringsOf = async (attemptId: string) =>
  (await world.rows('select 1 from sitting.evaluation where attempt_id = $1 and slot = 1', [attemptId])).length

test('twenty hand-ins at once are one, with one answer, one event and one scoring', async () => {
  const { actor, attemptId } = await sitter()
  await saveFirst(actor, attemptId)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => submit(actor, attemptId, { rev: 1, key: `submission-${index}` })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(submission(answer)))).size).toBe(1)
  expect(answers[0]).toMatchObject({ code: 0, data: { state: 'submitted', cause: 'manual', answeredCount: 1, itemCount: 6 } })
  const { events } = await stored(attemptId)
  expect(events.filter(({ type }) => type === 'confirmSubmit')).toHaveLength(1)
  await world.runJobs()
  expect(await scoringsOf(attemptId)).toBe(1)
  expect(submission(await submit(actor, attemptId, { rev: 1 }))).toEqual(answers[0] && submission(answers[0]))
})

test('what has not arrived is named before the hand-in', async () => {
  const { actor, attemptId } = await sitter()
  expect(await submit(actor, attemptId, { rev: 1 })).toMatchObject({
    code: 2358,
    message: '还有 1 道题的答案未送达服务器',
    data: { unreceived: [1], slots: [] },
  })
  await saveFirst(actor, attemptId)
  expect(await submit(actor, attemptId, { rev: 1 })).toMatchObject({ code: 0 })
})

test('an early hand-in waits for the time that the exam demands, but not at the deadline', async () => {
  const { actor, attemptId } = await sitter({ settings: { forceCommitTime: 90 }, limitMinutes: 60 })
  travel(600)
  expect(await submit(actor, attemptId)).toMatchObject({ code: 2357, data: { waitSeconds: expect.any(Number) } })
  travel(3601)
  expect(await submit(actor, attemptId)).toMatchObject({ code: 0, data: { cause: 'timeUp' } })
})

test('where every question must be answered, the open ones are named', async () => {
  const { actor, attemptId } = await sitter({ settings: { permitSkipSubmit: false } })
  await saveFirst(actor, attemptId)
  expect(await submit(actor, attemptId, { rev: 1 })).toMatchObject({ code: 2359, data: { unanswered: [2, 3, 4, 5, 6] } })
  travel(3601)
  expect(await submit(actor, attemptId, { rev: 1 })).toMatchObject({ code: 0 })
})

test('a client whose clock is ahead hands nothing in: the deadline is the server’s', async () => {
  const { actor, attemptId, due } = await sitter({ settings: { forceCommitTime: 90, permitSkipSubmit: false } })
  travel(3590)
  expect(await submit(actor, attemptId, { cause: 'timeUp' })).toMatchObject({
    code: 2380,
    message: '考试时间还未结束，请继续作答',
    data: { due, serverTime: expect.any(String) },
  })
  expect((await stored(attemptId)).attempt).toMatchObject({ state: 'in_progress' })
  travel(3601)
  expect(await submit(actor, attemptId, { cause: 'timeUp' })).toMatchObject({ code: 0, data: { cause: 'timeUp' } })
})

test('a replaced device cannot hand in', async () => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  expect(await submit(actor, attemptId)).toMatchObject({ code: 2353, data: { leaseEpoch: 2 } })
})

test('the server hands in what nobody handed in, at the deadline by the clock, after the grace', async () => {
  const { actor, attemptId, due } = await sitter()
  await saveFirst(actor, attemptId)
  await closeOverdue(world.services, travel(3600 + 30))
  expect((await stored(attemptId)).attempt).toMatchObject({ state: 'in_progress' })
  const late = await saveFirst(actor, attemptId, 1, 2)
  expect(late).toMatchObject({ code: 0, data: { slots: [{ status: 'saved', rev: 2 }] } })
  await closeOverdue(world.services, travel(3600 + 61))
  const { attempt, events } = await stored(attemptId)
  expect(attempt).toMatchObject({ state: 'timeout_submitted', submit_cause: 'timeout', submitted_at: new Date(due) })
  expect(events.at(-1)).toMatchObject({
    type: 'timeOut',
    data: { from: 'in_progress', to: 'timeout_submitted', isAfterDeadline: true },
  })
  expect(await saveFirst(actor, attemptId, 2, 3)).toMatchObject({ code: 2354 })
  expect(await submit(actor, attemptId)).toMatchObject({ code: 0, data: { state: 'timeout_submitted', answeredCount: 1 } })
})

test('a worker whose clock is three hours ahead closes nothing before its time', async () => {
  const { attemptId } = await sitter()
  await databaseClock.measure(world.services.pool)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
  try {
    await closeOverdueSweep.run(world.services)
  } finally {
    vi.useRealTimers()
  }
  expect((await stored(attemptId)).attempt).toMatchObject({ state: 'in_progress', submitted_at: null })
})

test('attempts of many companies are swept by one worker', async () => {
  const sitters = await Promise.all([sitter(), sitter(), sitter()])
  await closeOverdue(world.services, travel(3600 + 61))
  for (const { attemptId } of sitters) expect((await stored(attemptId)).attempt).toMatchObject({ state: 'timeout_submitted' })
})

test('hand-in, saving and two sweeps at the same moment end in one state with every acknowledged answer in the grade', async () => {
  for (let round = 0; round < 8; round++) {
    const { actor, attemptId } = await sitter()
    const then = travel(3600 + 61)
    const beforeGrace = travel(3600 + 59)
    const [saved, submitted] = await Promise.all([
      saveFirst(actor, attemptId),
      submit(actor, attemptId),
      closeOverdue(world.services, then),
      closeOverdue(world.services, then),
    ])
    expect(beforeGrace < then).toBe(true)
    const { attempt, events } = await stored(attemptId)
    expect(['submitted', 'timeout_submitted']).toContain(attempt?.state)
    expect(submitted).toMatchObject({ code: 0, data: { state: attempt?.state } })
    expect(events.filter(({ type }) => type === 'confirmSubmit' || type === 'timeOut')).toHaveLength(1)
    await world.runJobs()
    expect(await scoringsOf(attemptId)).toBe(1)
    const [item] = await world.rows('select score_hundredths from sitting.attempt_item where attempt_id = $1 and slot = 1', [
      attemptId,
    ])
    expect(item).toEqual({ score_hundredths: saved.code === 0 ? 1000 : 0 })
    world.now = () => new Date()
  }
})

test('more time given after the deadline keeps the sweep away', async () => {
  const { attemptId } = await sitter()
  await world.rows(`update sitting.attempt set due_at = due_at + interval '10 minutes' where id = $1`, [attemptId])
  await closeOverdue(world.services, travel(3600 + 61))
  expect((await stored(attemptId)).attempt).toMatchObject({ state: 'in_progress' })
})
