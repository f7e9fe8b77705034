import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ClientEvent, submitInput } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'
import { browserA, oneOfEachType } from '../paper-arrange.ts'
import { closeOverLimit } from '../sweeps.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const start = Date.parse('2026-11-22T01:00:00Z')
const minuteLater = () => new Date(Date.now() + 60_000)

/** An absence of so many seconds that ended so many seconds after nine o'clock. */
const leave = (seq: number, endedAt: number, seconds: number, type: ClientEvent['type'] = 'leave'): ClientEvent => ({
  seq,
  type,
  clientTime: new Date(start + endedAt * 1000).toISOString(),
  durationMs: seconds * 1000,
})
const apart = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => leave(from + index, (from + index) * 100, 5))

async function sitter(limit: number, wish: Parameters<typeof arrangeExam>[1] = {}) {
  const settings = { switchScreenNumberLimit: limit, forceCommitTime: 30, permitSkipSubmit: false, ...wish.settings }
  const { examId, candidates } = await arrangeExam(world, { ...wish, settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  return { actor, attemptId }
}
const beat = (actor: TestActor, attemptId: string, events: readonly ClientEvent[] = []) =>
  world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [...events] })
const handIn = (actor: TestActor, attemptId: string, more: Partial<z.input<typeof submitInput>> = {}) =>
  world.as(actor).call(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1', ...more })
const stored = async (attemptId: string) =>
  (await world.rows('select state, submit_cause, absences from sitting.attempt where id = $1', [attemptId]))[0]

test.each<[string, ClientEvent[], number]>([
  ['each counts once, however often it is told', [leave(1, 100, 5), leave(1, 100, 5), leave(2, 200, 5)], 2],
  ['less than a second is none', [leave(1, 100, 0.999), leave(2, 200, 1)], 1],
  ['two with less than a second between them are one', [leave(1, 2, 1.2), leave(2, 4.2, 1.5)], 1],
  ['two a second apart are two', [leave(1, 2, 1.2), leave(2, 4.5, 1.5)], 2],
  ['times that overlap are no excuse', [leave(1, 100, 5), leave(2, 100, 60), leave(3, 100, 5)], 3],
  [
    'one without its times counts',
    [
      { seq: 1, type: 'leave' },
      { seq: 2, type: 'leave' },
    ],
    2,
  ],
  ['choosing a picture is none for a minute', [leave(1, 100, 60, 'pickFile'), leave(2, 300, 61, 'pickFile')], 1],
])('%s', async (_, events, count) => {
  const { actor, attemptId } = await sitter(0)
  expect(await beat(actor, attemptId, events)).toMatchObject({ leaves: count })
  expect(await beat(actor, attemptId)).toMatchObject({ leaves: count })
  expect(await world.as(actor).get(sitting.resume, { attemptId, device: browserA })).toMatchObject({ leaves: count })
})

test('where no question takes a picture, choosing one is leaving', async () => {
  const { actor, attemptId } = await sitter(0, { fixed: oneOfEachType().filter(({ type }) => type !== 6) })
  expect(await beat(actor, attemptId, [leave(1, 100, 5, 'pickFile')])).toMatchObject({ leaves: 1 })
})

test('while the clock is stopped nothing counts', async () => {
  const { actor, attemptId } = await sitter(1)
  await world.rows(`update sitting.attempt set state = 'paused' where id = $1`, [attemptId])
  expect(await beat(actor, attemptId, apart(3))).toMatchObject({ leaves: 0 })
})

test('the word of a client that it was too often hands nothing in', async () => {
  const { actor, attemptId } = await sitter(2)
  const refused = await handIn(actor, attemptId, { cause: 'limit' })
  expect(refused).toMatchObject({ code: 2381, message: '离开考试窗口的次数未超过限制，请继续作答' })
  expect(await handIn(actor, attemptId, { cause: 'limit', events: apart(2) })).toMatchObject({ code: 2381 })
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress', absences: 2 })
})

test('as many absences as allowed go on; one more hands in at once, with what is unsent', async () => {
  const { actor, attemptId } = await sitter(2)
  expect(await beat(actor, attemptId, apart(2))).toMatchObject({ leaves: 2, submittedAt: null })
  const items = [{ slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq: 1 }]
  const answer = await handIn(actor, attemptId, {
    cause: 'limit',
    events: apart(1, 3),
    items,
    pending: [{ slot: 5, clientSeq: 2 }],
  })
  expect(answer).toMatchObject({ code: 0, data: { cause: 'limit', answeredCount: 1, slots: [{ status: 'saved' }] } })
})

test('whoever leaves too often is handed in by the server, whether the browser does anything or not', async () => {
  const { actor, attemptId } = await sitter(3)
  expect(await beat(actor, attemptId, apart(10))).toMatchObject({ leaves: 10 })
  await closeOverLimit(world.services, new Date())
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress' })
  await closeOverLimit(world.services, new Date(Date.now() + 4000))
  expect(await stored(attemptId)).toMatchObject({ state: 'forced_submitted', submit_cause: 'limit', absences: 10 })
  expect(await handIn(actor, attemptId)).toMatchObject({ code: 0, data: { cause: 'limit', state: 'forced_submitted' } })
})

test('without a limit absences are told and nothing more', async () => {
  const { actor, attemptId } = await sitter(0)
  await beat(actor, attemptId, apart(20))
  await closeOverLimit(world.services, minuteLater())
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress', absences: 20 })
})

test('absences told in many calls at once are all counted', async () => {
  const { actor, attemptId } = await sitter(0)
  await Promise.all(apart(12).map((event) => beat(actor, attemptId, [event])))
  expect(await beat(actor, attemptId)).toMatchObject({ leaves: 12 })
})

test('of one type a client fills no more than a minute holds, and the cut is on record', async () => {
  const { actor, attemptId } = await sitter(0)
  const netUps = (from: number) => Array.from({ length: 50 }, (_, index) => ({ seq: from + index, type: 'netUp' as const }))
  for (const from of [1, 51, 101]) await beat(actor, attemptId, netUps(from))
  await beat(actor, attemptId, [leave(151, 100, 5)])
  const rows = await world.rows(
    `select type, count(*)::int as n, sum((data ->> 'count')::int)::int as cut from sitting.attempt_event
     where attempt_id = $1 and type in ('leave', 'netUp', 'cut') group by type order by type`,
    [attemptId],
  )
  expect(rows).toEqual([
    { type: 'cut', n: 1, cut: 30 },
    { type: 'leave', n: 1, cut: null },
    { type: 'netUp', n: 120, cut: null },
  ])
})
