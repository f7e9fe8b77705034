import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import type { Answer } from '@kaopei/question/contract/answer'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { submitInput } from '../contract/shapes.ts'
import { sitting } from '../contract/sitting.ts'
import { sittingModule } from './module.ts'
import { browserB } from './paper-arrange.ts'
import { closeOverdue } from './sweeps.ts'

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
const choose = (optionId: string | null): Answer => ({ type: 1, optionId })
const unsent = (clientSeq: number, more: { slot?: number; answer?: Answer; baseRev?: number } = {}) => ({
  slot: 1,
  answer: choose('b'),
  baseRev: 0,
  clientTime: new Date().toISOString(),
  clientSeq,
  ...more,
})

async function sitter(wish: Parameters<typeof arrangeExam>[1] = {}) {
  const { examId, candidates } = await arrangeExam(world, wish)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const sheet = await startExam(world, actor, examId)
  return { actor, attemptId: sheet.attemptId }
}
const handIn = (actor: TestActor, attemptId: string, more: Partial<z.input<typeof submitInput>> = {}) =>
  world.as(actor).call(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1', ...more })
const item = async (attemptId: string, slot: number) =>
  (await world.rows('select * from sitting.attempt_item where attempt_id = $1 and slot = $2', [attemptId, slot]))[0]
const stateOf = async (attemptId: string) =>
  (await world.rows<{ state: string }>('select state from sitting.attempt where id = $1', [attemptId]))[0]?.state
const unsentEvents = (attemptId: string) =>
  world.rows<{ data: unknown }>(`select data from sitting.attempt_event where attempt_id = $1 and type = 'unsent'`, [attemptId])

test('what is unsent goes with the hand-in, counts, and has its receipt in the answer', async () => {
  const { actor, attemptId } = await sitter()
  const { code, data } = await handIn(actor, attemptId, {
    items: [unsent(1), unsent(2, { slot: 3, answer: { type: 3, optionId: 'true' } })],
  })
  expect([code, data.answeredCount, data.serverTime.length]).toEqual([0, 2, 24])
  expect(data.slots).toMatchObject([
    { slot: 1, status: 'saved', rev: 1, receipt: expect.any(String) },
    { slot: 3, status: 'saved', rev: 1, receipt: expect.any(String) },
  ])
  const { dataList } = await world.as(actor).get(sitting.receipts, { attemptId })
  expect(dataList.map(({ receipt }) => receipt)).toEqual(data.slots.map(({ receipt }) => receipt))
})

test('the same hand-in again answers the first result, with its receipts, also after the grace', async () => {
  const { actor, attemptId } = await sitter()
  const first = await handIn(actor, attemptId, { items: [unsent(1)] })
  travel(3600 + 300)
  const again = await handIn(actor, attemptId, { items: [unsent(1)] })
  expect({ ...again.data, serverTime: '' }).toEqual({ ...first.data, serverTime: '' })
  expect(await world.rows('select 1 from sitting.answer_revision where attempt_id = $1', [attemptId])).toHaveLength(1)
})

test('with time left a write without a receipt holds the hand-in back, and what came is kept', async () => {
  const { actor, attemptId } = await sitter()
  const refused = await handIn(actor, attemptId, { items: [unsent(1)], pending: [{ slot: 5, clientSeq: 2 }] })
  expect(refused).toMatchObject({
    code: 2358,
    data: { unreceived: [5], slots: [{ slot: 1, status: 'saved', receipt: expect.any(String) }], serverTime: expect.any(String) },
  })
  expect(await stateOf(attemptId)).toBe('in_progress')
  expect(await item(attemptId, 1)).toMatchObject({ rev: 1, answer: choose('b') })
})

test('a pending write whose receipt alone was lost holds nothing back', async () => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: [unsent(4)] })
  expect(await handIn(actor, attemptId, { pending: [{ slot: 1, clientSeq: 4 }] })).toMatchObject({ code: 0 })
})

test.each([
  ['beside another text', unsent(2, { answer: choose('c'), baseRev: 0 }), 'conflict'],
  ['empty over written', unsent(2, { answer: choose(null), baseRev: 1 }), 'blank'],
  ['an option that is not there', unsent(2, { answer: choose('z'), baseRev: 1 }), 'invalid'],
])('an answer that the candidate can mend holds the hand-in back while time is left: %s', async (_, write, status) => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: [unsent(1)] })
  const refused = await handIn(actor, attemptId, { items: [write] })
  expect(refused).toMatchObject({ code: 2358, data: { unreceived: [1], slots: [{ slot: 1, status, receipt: null }] } })
  expect(await stateOf(attemptId)).toBe('in_progress')
  travel(3601)
  expect(await handIn(actor, attemptId, { items: [write] })).toMatchObject({ code: 0, data: { cause: 'timeUp' } })
  expect(await item(attemptId, 1)).toMatchObject({ answer: choose('b') })
})

test('an answer that nobody can mend holds nothing back', async () => {
  const { actor, attemptId } = await sitter({ settings: { permitSkipBack: false } })
  await world
    .as(actor)
    .get(sitting.save, { attemptId, leaseEpoch: 1, items: [{ slot: 2, baseRev: 0, clientSeq: 1, seen: true }] })
  const { code, data } = await handIn(actor, attemptId, {
    items: [unsent(2), unsent(3, { slot: 99 }), unsent(4, { slot: 3, answer: { type: 3, optionId: 'true' } })],
  })
  expect([code, data.slots.map(({ status }) => status)]).toEqual([0, ['passed', 'unknown', 'saved']])
})

test('at the end of the time it closes all the same, and the record says what was not there', async () => {
  const { actor, attemptId } = await sitter()
  travel(3601)
  const answer = await handIn(actor, attemptId, { items: [unsent(1)], pending: [{ slot: 5, clientSeq: 2 }], cause: 'timeUp' })
  expect(answer).toMatchObject({ code: 0, data: { cause: 'timeUp', answeredCount: 1, slots: [{ status: 'saved' }] } })
  await handIn(actor, attemptId, { pending: [{ slot: 5, clientSeq: 2 }], cause: 'timeUp' })
  expect(await unsentEvents(attemptId)).toEqual([{ data: { slots: [5], pending: [{ slot: 5, clientSeq: 2 }] } }])
})

test('after the server has closed the paper the hand-in learns it, and what it brings is evidence', async () => {
  const { actor, attemptId } = await sitter()
  await closeOverdue(world.services, travel(3600 + 61))
  const { code, data } = await handIn(actor, attemptId, { items: [unsent(1)], pending: [{ slot: 2, clientSeq: 2 }] })
  expect([code, data.state, data.answeredCount]).toEqual([0, 'timeout_submitted', 0])
  expect(data.slots).toMatchObject([{ slot: 1, status: 'kept', receipt: null }])
  expect(await world.rows('select kind from sitting.answer_revision where attempt_id = $1', [attemptId])).toEqual([
    { kind: 'late' },
  ])
  expect(await unsentEvents(attemptId)).toHaveLength(1)
})

test('a replaced device hands nothing in; what it held is kept as evidence', async () => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  const refused = await handIn(actor, attemptId, { items: [unsent(1)] })
  expect(refused).toMatchObject({ code: 2353, data: { leaseEpoch: 2, slots: [{ slot: 1, status: 'kept', receipt: null }] } })
  expect(await world.rows('select kind from sitting.answer_revision where attempt_id = $1', [attemptId])).toEqual([
    { kind: 'replaced' },
  ])
})

test('hand-ins, saves of the same writes and the sweep at once end in one paper with each write once', async () => {
  const { actor, attemptId } = await sitter()
  const then = travel(3600 + 59)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => handIn(actor, attemptId, { items: [unsent(1)] })),
    ...Array.from({ length: 10 }, () => world.as(actor).call(sitting.save, { attemptId, leaseEpoch: 1, items: [unsent(1)] })),
    closeOverdue(world.services, then),
  ])
  const receipts = answers.flatMap((answer) => (answer ? answer.data.slots.map(({ receipt }) => receipt) : []))
  expect([receipts.length, new Set(receipts).size]).toEqual([20, 1])
  expect(await world.rows('select 1 from sitting.answer_revision where attempt_id = $1', [attemptId])).toHaveLength(1)
})
