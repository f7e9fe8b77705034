import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientEvent, Presence } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'
import { closeOverLimit, noteGaps } from '../sweeps.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())

const start = Date.parse('2026-11-22T01:00:00Z')
const there: Presence = { visible: true, focused: true, fullScreen: true }

/** What a signal changes, at so many milliseconds. */
type Step = readonly [ms: number, change: Partial<Presence>]

/** From number 1 on, each step changing what was before. */
function signals(steps: readonly Step[], from = 1): ClientEvent[] {
  let presence = there
  return steps.map(([ms, change], index) => {
    presence = { ...presence, ...change }
    return { seq: from + index, type: 'signal', clientTime: new Date(start + ms).toISOString(), presence }
  })
}

async function sitter(settings: object) {
  const { examId, candidates } = await arrangeExam(world, { settings: { permitFullScreen: true, ...settings } })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  return { actor, attemptId }
}
const beat = (actor: TestActor, attemptId: string, events: readonly ClientEvent[] = []) =>
  world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [...events] })
const absences = (attemptId: string) =>
  world.rows(
    `select l.kind, l.ms::int as ms, l.why from sitting.attempt a, sitting.list_absences(a.company_id, a.id) l where a.id = $1 order by l.began`,
    [attemptId],
  )
const stored = async (attemptId: string) =>
  (await world.rows('select state, submit_cause from sitting.attempt where id = $1', [attemptId]))[0]
const later = (ms: number) => new Date(Date.now() + ms)

const blur: Partial<Presence> = { focused: false }
const focus: Partial<Presence> = { focused: true }

test.each<[string, Step[], unknown[]]>([
  [
    'one absence, of the strongest kind, until the last sign of being there',
    [
      [0, blur],
      [20, { visible: false }],
      [40, { fullScreen: false }],
      [5000, { visible: true, focused: true }],
      [5600, { fullScreen: true }],
    ],
    [{ kind: 'hidden', ms: 5600, why: null }],
  ],
  [
    'a lost full screen is stronger than a lost focus',
    [
      [0, blur],
      [40, { fullScreen: false }],
      [5000, { focused: true, fullScreen: true }],
    ],
    [{ kind: 'fullScreen', ms: 5000, why: null }],
  ],
  [
    'under a second none',
    [
      [0, blur],
      [900, focus],
    ],
    [],
  ],
  [
    'with less than a second between them one',
    [
      [0, blur],
      [1200, focus],
      [2000, blur],
      [3500, focus],
    ],
    [{ kind: 'focus', ms: 3500, why: null }],
  ],
  [
    'with a second and more between them two',
    [
      [0, blur],
      [1200, focus],
      [2300, blur],
      [3500, focus],
    ],
    [
      { kind: 'focus', ms: 1200, why: null },
      { kind: 'focus', ms: 1200, why: null },
    ],
  ],
  [
    'a file dialog announced',
    [
      [0, { dialog: 'pickFile' }],
      [10, { ...blur, dialog: undefined }],
      [30_000, focus],
    ],
    [{ kind: 'focus', ms: 30_000, why: 'pickFile' }],
  ],
  [
    'a dialog that stays open counts after a minute',
    [
      [0, { ...blur, dialog: 'share' }],
      [60_001, { ...focus, dialog: undefined }],
    ],
    [{ kind: 'focus', ms: 60_001, why: null }],
  ],
  [
    'whoever never returns is seen as far as they were heard',
    [
      [0, blur],
      [3000, blur],
    ],
    [{ kind: 'focus', ms: 3000, why: null }],
  ],
])('%s', async (_, steps, expected) => {
  const { actor, attemptId } = await sitter({})
  const leaves = expected.filter((one) => (one as { why: unknown }).why === null).length
  expect(await beat(actor, attemptId, signals(steps))).toMatchObject({ leaves })
  expect(await beat(actor, attemptId, signals(steps))).toMatchObject({ leaves })
  expect(await absences(attemptId)).toEqual(expected)
})

test('a lost full screen is no absence where none is asked for', async () => {
  const { actor, attemptId } = await sitter({ permitFullScreen: false })
  expect(
    await beat(
      actor,
      attemptId,
      signals([
        [0, { fullScreen: false }],
        [5000, { fullScreen: true }],
      ]),
    ),
  ).toMatchObject({ leaves: 0 })
})

test('one absence that is too long hands in, two that are not do not', async () => {
  const { actor, attemptId } = await sitter({ switchScreenSeconds: 10 })
  await beat(
    actor,
    attemptId,
    signals([
      [0, blur],
      [9000, focus],
      [20_000, blur],
      [29_000, focus],
    ]),
  )
  await closeOverLimit(world.services, later(60_000))
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress' })
  await beat(
    actor,
    attemptId,
    signals(
      [
        [40_000, blur],
        [50_001, focus],
      ],
      5,
    ),
  )
  await closeOverLimit(world.services, later(4000))
  expect(await stored(attemptId)).toEqual({ state: 'forced_submitted', submit_cause: 'limit' })
})

test('where seconds are added up the sum hands in', async () => {
  const { actor, attemptId } = await sitter({ switchScreenSeconds: 10, switchScreenSecondsSum: true })
  expect(
    await beat(
      actor,
      attemptId,
      signals([
        [0, blur],
        [9000, focus],
        [20_000, blur],
        [21_500, focus],
      ]),
    ),
  ).toMatchObject({ awayMs: 10_500 })
  await closeOverLimit(world.services, later(4000))
  expect(await stored(attemptId)).toEqual({ state: 'forced_submitted', submit_cause: 'limit' })
})

test('whoever is away too long is handed in within five seconds, though nothing is heard of them any more', async () => {
  const { actor, attemptId } = await sitter({ switchScreenSeconds: 10 })
  await beat(
    actor,
    attemptId,
    signals([
      [0, blur],
      [3000, blur],
    ]),
  )
  await closeOverLimit(world.services, later(6500))
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress' })
  await closeOverLimit(world.services, later(7000 + 5000))
  expect(await stored(attemptId)).toEqual({ state: 'forced_submitted', submit_cause: 'limit' })
})

/** The clock stood still from one moment to another, in milliseconds; without an end it still does. */
const stop = (attemptId: string, from: number, until: number | null) =>
  world.rows(
    `insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason, by_id, source)
     select company_id, id, $2, $3, '断网', staff_id, 'act' from sitting.attempt where id = $1`,
    [attemptId, new Date(start + from), until === null ? null : new Date(start + until)],
  )

test('of what is told later, only the time in which the clock ran counts', async () => {
  const { actor, attemptId } = await sitter({ switchScreenSeconds: 10 })
  await stop(attemptId, 5000, 60_000)
  await stop(attemptId, 50_000, 120_000)
  const away: Step[] = [
    [10_000, blur],
    [40_000, focus],
    [100_000, blur],
    [126_000, focus],
  ]
  expect(await beat(actor, attemptId, signals(away))).toMatchObject({ leaves: 1, awayMs: 6000 })
  expect(await absences(attemptId)).toEqual([
    { kind: 'focus', ms: 30_000, why: 'paused' },
    { kind: 'focus', ms: 6000, why: null },
  ])
  await closeOverLimit(world.services, later(60_000))
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress' })
})

test('whoever is still away when the clock goes on has as long as anybody from then on', async () => {
  const { actor, attemptId } = await sitter({ switchScreenSeconds: 10 })
  await stop(attemptId, 1000, 900_000)
  await beat(actor, attemptId, signals([[2000, blur]]))
  await beat(actor, attemptId, signals([[900_500, blur]], 2))
  await closeOverLimit(world.services, later(9000 + 3000))
  expect(await stored(attemptId)).toMatchObject({ state: 'in_progress' })
  await closeOverLimit(world.services, later(10_000 + 5000))
  expect(await stored(attemptId)).toEqual({ state: 'forced_submitted', submit_cause: 'limit' })
})

test('a missing number is on record once it has been waited for a minute, and once only', async () => {
  const { actor, attemptId } = await sitter({})
  const gaps = () => world.rows(`select data from sitting.attempt_event where attempt_id = $1 and type = 'gap'`, [attemptId])
  await beat(actor, attemptId, [
    { seq: 1, type: 'netUp' },
    { seq: 5, type: 'netUp' },
  ])
  await noteGaps(world.services, later(59_000))
  expect(await gaps()).toEqual([])
  await noteGaps(world.services, later(61_000))
  await beat(actor, attemptId, [{ seq: 6, type: 'netUp' }])
  await noteGaps(world.services, later(130_000))
  expect(await gaps()).toEqual([{ data: { from: 2, to: 4 } }])
})

test('what comes after the hand-in is kept and marked, and counts for nothing', async () => {
  const { actor, attemptId } = await sitter({})
  await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  expect(
    await beat(
      actor,
      attemptId,
      signals([
        [0, blur],
        [9000, focus],
      ]),
    ),
  ).toMatchObject({ leaves: 0 })
  const rows = await world.rows(
    `select data -> 'isLate' as late from sitting.attempt_event where attempt_id = $1 and type = 'signal'`,
    [attemptId],
  )
  expect(rows).toEqual([{ late: true }, { late: true }])
})
