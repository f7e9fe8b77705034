import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import type { Answer } from '@kaopei/question/contract/answer'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const choose = (optionId: string): Answer => ({ type: 1, optionId })
const both: Answer = { type: 2, optionIds: ['a', 'c'] }
interface Write {
  slot: number
  answer?: Answer
  baseRev?: number
  clientSeq: number
  clientTime?: string
  seen?: boolean
}

async function sitter(wish: Parameters<typeof arrangeExam>[1] = {}) {
  const { examId, candidates } = await arrangeExam(world, wish)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId, due } = await startExam(world, actor, examId)
  return { actor, attemptId, due: Date.parse(due ?? '') }
}
const save = (actor: TestActor, attemptId: string, writes: Write[]) =>
  world.as(actor).call(sitting.save, { attemptId, leaseEpoch: 1, items: writes.map((write) => ({ baseRev: 0, ...write })) })
const statuses = async (...call: Parameters<typeof save>) => (await save(...call)).data.slots.map(({ status }) => status)
const current = async (attemptId: string, slot: number) =>
  (await world.rows('select * from sitting.attempt_item where attempt_id = $1 and slot = $2', [attemptId, slot]))[0]
const kinds = async (attemptId: string) =>
  (
    await world.rows<{ kind: string }>('select kind from sitting.answer_revision where attempt_id = $1 order by slot, rev', [
      attemptId,
    ])
  ).map(({ kind }) => kind)

const linear = () => sitter({ settings: { permitSkipBack: false } })

test.each([[2], [5], [1001]])(
  'where going back is not allowed, a later question that was seen closes the earlier ones: number %i',
  async (seq) => {
    const { actor, attemptId } = await linear()
    await save(actor, attemptId, [
      { slot: 1, answer: choose('a'), clientSeq: 1 },
      { slot: 2, seen: true, clientSeq: 1000 },
    ])
    const back = { slot: 1, answer: choose('b'), baseRev: 1, clientSeq: seq }
    expect((await save(actor, attemptId, [back])).data.slots).toMatchObject([
      { status: 'passed', receipt: null, current: choose('a') },
    ])
    expect(await statuses(actor, attemptId, [back])).toEqual(['passed'])
    expect(await current(attemptId, 1)).toMatchObject({ answer: choose('a'), rev: 1 })
    expect(await kinds(attemptId)).toEqual(['save', 'passed'])
  },
)

test('the same holds for a question that was never answered, and for one that a later answer closed', async () => {
  const { actor, attemptId } = await linear()
  await save(actor, attemptId, [{ slot: 2, answer: both, clientSeq: 9 }])
  expect(await statuses(actor, attemptId, [{ slot: 1, answer: choose('b'), clientSeq: 3 }])).toEqual(['passed'])
})

test('within one call the order of writing counts', async () => {
  const { actor, attemptId } = await linear()
  const writes = [
    { slot: 2, answer: both, clientSeq: 2 },
    { slot: 1, answer: choose('a'), clientSeq: 3 },
  ]
  expect(await statuses(actor, attemptId, writes)).toEqual(['saved', 'passed'])
})

test('what was written without a network, in its order, is taken in one call or in several', async () => {
  const { actor, attemptId } = await linear()
  const first = [
    { slot: 1, answer: choose('a'), clientSeq: 3 },
    { slot: 2, answer: both, clientSeq: 5 },
  ]
  expect(await statuses(actor, attemptId, first)).toEqual(['saved', 'saved'])
  const rest = [
    { slot: 3, answer: { type: 3, optionId: 'true' } as const, clientSeq: 8 },
    { slot: 4, seen: true, clientSeq: 9 },
  ]
  expect(await statuses(actor, attemptId, rest)).toEqual(['saved', 'noted'])
  // The answer to the first call was lost: it is sent again, and is no going back.
  expect(await statuses(actor, attemptId, first)).toEqual(['saved', 'saved'])
})

const inSeconds = (instant: number, seconds: number) => new Date(instant + seconds * 1000).toISOString()
const travelTo = (instant: number, seconds: number) => {
  const then = new Date(instant + seconds * 1000)
  world.now = () => then
}

test('within the grace counts what was written before the deadline, and leaves a mark', async () => {
  const { actor, attemptId, due } = await sitter()
  travelTo(due, 40)
  const writes = [
    { slot: 1, answer: choose('a'), clientSeq: 1, clientTime: inSeconds(due, -5) },
    { slot: 2, answer: both, clientSeq: 2, clientTime: inSeconds(due, 38) },
    { slot: 3, answer: { type: 3, optionId: 'true' } as const, clientSeq: 3 },
  ]
  expect(await statuses(actor, attemptId, writes)).toEqual(['saved', 'late', 'late'])
  expect(await current(attemptId, 2)).toMatchObject({ answer: null, rev: 0 })
  expect(await kinds(attemptId)).toEqual(['save', 'late', 'late'])
  const events = await world.rows('select data from sitting.attempt_event where attempt_id = $1 and type = $2', [
    attemptId,
    'graceSave',
  ])
  expect(events).toEqual([{ data: { secondsLate: 40, counted: 1, refused: 2, slots: [1, 2, 3] } }])
  expect(await statuses(actor, attemptId, writes)).toEqual(['saved', 'late', 'late'])
  expect(await kinds(attemptId)).toHaveLength(3)
})

test.each([
  ['three hours behind', -3 * 3600],
  ['three hours ahead', 3 * 3600],
])('a device whose clock is %s is judged by the server’s', async (_, off) => {
  const { actor, attemptId, due } = await sitter()
  travelTo(due, -600)
  await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1, clientTime: inSeconds(due, off - 601) }])
  travelTo(due, 30)
  const writes = [
    { slot: 2, answer: both, clientSeq: 2, clientTime: inSeconds(due, off - 4) },
    { slot: 3, answer: { type: 3, optionId: 'true' } as const, clientSeq: 3, clientTime: inSeconds(due, off + 25) },
  ]
  expect(await statuses(actor, attemptId, writes)).toEqual(['saved', 'late'])
})

test('an answer is not worked on within the grace', async () => {
  const { actor, attemptId, due } = await sitter()
  travelTo(due, 5)
  const write = (clientSeq: number) => [
    { slot: 1, answer: choose('a'), baseRev: clientSeq - 1, clientSeq, clientTime: inSeconds(due, -2) },
  ]
  expect(await statuses(actor, attemptId, write(1))).toEqual(['saved'])
  expect(await statuses(actor, attemptId, write(2))).toEqual(['saved'])
  expect(await statuses(actor, attemptId, write(3))).toEqual(['late'])
})

test('a hand-in within the grace is judged alike', async () => {
  const { actor, attemptId, due } = await sitter()
  travelTo(due, 20)
  const { code, data } = await world.as(actor).call(sitting.submit, {
    attemptId,
    leaseEpoch: 1,
    lastRevs: [],
    submissionKey: 'submission-1',
    items: [
      { slot: 1, answer: choose('b'), baseRev: 0, clientSeq: 1, clientTime: inSeconds(due, -1) },
      { slot: 2, answer: both, baseRev: 0, clientSeq: 2, clientTime: inSeconds(due, 10) },
    ],
  })
  expect([code, data.answeredCount, data.slots.map(({ status }) => status)]).toEqual([0, 1, ['saved', 'late']])
})
