/** What the row of an attempt must be by its events and revisions alone; a difference to the stored row is somebody's fault or somebody's hand. */
import { paperTotal } from '@kaopei/question/server'
import {
  type AttemptState,
  isUnderWay,
  type RecordedEvent,
  type RecordedRevision,
  type RecordedStanding,
  stateOf,
} from '@kaopei/sitting/server'
import { z } from 'zod'

export interface Rebuilt {
  readonly state: string
  readonly stateBeforeVoid: string | null
  readonly startedAt: number | null
  readonly due: number | null
  readonly submittedAt: number | null
  readonly submitCause: string | null
  readonly leaseEpoch: number
  readonly pauses: readonly { readonly from: number; readonly until: number | null }[]
}

const first: Rebuilt = {
  ...{ state: 'assigned', stateBeforeVoid: null, startedAt: null, due: null, submittedAt: null, submitCause: null },
  ...{ leaseEpoch: 0, pauses: [] },
}

/** Events that move the state from `data.from` to `data.to`. */
const moves = new Set([
  ...[
    'pause',
    'resume',
    'beginSubmit',
    'confirmSubmit',
    'timeOut',
    'force',
    'abandon',
    'reopen',
    'giveBack',
    'score',
    'beginMarking',
  ],
  ...['finishMarking', 'reopenMarking', 'publish', 'withdraw', 'void', 'restore'],
])
const closes = new Set(['confirmSubmit', 'timeOut', 'force', 'abandon'])
const opensAgain = new Set(['reopen', 'giveBack'])

export function rebuildAttempt(events: readonly RecordedEvent[]): Rebuilt {
  const rebuilt = inOrderOfMoves(events).reduce(afterEvent, first)
  return { ...rebuilt, pauses: toldStops(events) ?? rebuilt.pauses }
}

const stops = z.object({ pauses: z.array(z.object({ from: z.number(), until: z.number().nullable() })) })

/** As they were last told; attempts of before that have them in their pauses and their taking back alone. */
function toldStops(events: readonly RecordedEvent[]): Rebuilt['pauses'] | undefined {
  return stops.safeParse(events.findLast(({ type }) => type === 'clockStops')?.data).data?.pauses
}

/** What one statement wrote has one time and no order but that of its states: each goes where the one before has led. */
function inOrderOfMoves(events: readonly RecordedEvent[]): RecordedEvent[] {
  const ordered: RecordedEvent[] = []
  let state: unknown = 'in_progress'
  for (const [, atOnce] of Map.groupBy(events, ({ at }) => at.getTime())) {
    const left = [...atOnce]
    while (left.length > 0) {
      const fits = left.findIndex(({ type, data }) => !moves.has(type) || data.from === state)
      const [next] = left.splice(Math.max(0, fits), 1)
      if (!next) break
      if (moves.has(next.type)) state = next.data.to
      ordered.push(next)
    }
  }
  return ordered
}

function afterEvent(before: Rebuilt, { type, at, data, leaseEpoch }: RecordedEvent): Rebuilt {
  const now = at.getTime()
  if (type === 'start') return { ...before, state: 'in_progress', startedAt: now, due: timeOf(data.due), leaseEpoch: 1 }
  if (type === 'dueChanged') return { ...before, due: timeOf(data.after) }
  if (type === 'deviceChange') return { ...before, leaseEpoch }
  if (!moves.has(type)) return before
  const to = textOf(data.to) ?? before.state
  const moved = { ...before, state: to, pauses: pausesAfter(before, type, now) }
  if (type === 'void') return { ...moved, stateBeforeVoid: before.state }
  if (type === 'restore') return { ...moved, stateBeforeVoid: null }
  if (opensAgain.has(type)) return { ...moved, submittedAt: null, submitCause: null }
  if (!closes.has(type)) return moved
  const isLate = before.state !== 'paused' && before.due !== null && now > before.due
  return { ...moved, submittedAt: isLate ? before.due : now, submitCause: textOf(data.cause) ?? null }
}

function pausesAfter({ state, pauses, submittedAt }: Rebuilt, type: string, now: number): Rebuilt['pauses'] {
  if (type === 'pause') return [...pauses, { from: now, until: null }]
  // The time between a forced hand-in and its taking back counts as a pause.
  if (opensAgain.has(type) && submittedAt !== null) return [...pauses, { from: submittedAt, until: Math.max(now, submittedAt) }]
  if (state !== 'paused' || (type !== 'resume' && !closes.has(type))) return pauses
  return pauses.map((pause) => (pause.until === null ? { ...pause, until: now } : pause))
}

export interface Difference {
  readonly field: string
  readonly stored: string
  readonly rebuilt: string
}

/** Every field that is not what the record says. `hashOf` is that of an answer's receipt. */
export function differencesOf(
  stored: RecordedStanding,
  { events, revisions }: { events: readonly RecordedEvent[]; revisions: readonly RecordedRevision[] },
  hashOf: (answer: unknown) => string,
): Difference[] {
  const rebuilt = rebuildAttempt(events)
  const pairs: [string, unknown, unknown][] = [
    ['state', stored.state, rebuilt.state],
    ['stateBeforeVoid', stored.stateBeforeVoid, rebuilt.stateBeforeVoid],
    ['startedAt', stored.startedAt.getTime(), rebuilt.startedAt],
    ['due', stored.due?.getTime() ?? null, rebuilt.due],
    ['submittedAt', stored.submittedAt?.getTime() ?? null, rebuilt.submittedAt],
    ['submitCause', stored.submitCause, rebuilt.submitCause],
    ['leaseEpoch', stored.leaseEpoch, rebuilt.leaseEpoch],
    ['pauses', JSON.stringify(stored.pauses.toSorted(byFrom)), JSON.stringify(rebuilt.pauses.toSorted(byFrom))],
    ...answersOf(stored, revisions, hashOf),
    ...scoresOf(stored),
  ]
  return pairs.flatMap(([field, one, other]) => (one === other ? [] : [{ field, stored: String(one), rebuilt: String(other) }]))
}

type Stop = Rebuilt['pauses'][number]
const byFrom = (one: Stop, other: Stop) =>
  one.from - other.from || (one.until ?? Number.POSITIVE_INFINITY) - (other.until ?? Number.POSITIVE_INFINITY)

/** Of each question the last revision that counts. */
function answersOf(
  { items }: RecordedStanding,
  revisions: readonly RecordedRevision[],
  hashOf: (answer: unknown) => string,
): [string, unknown, unknown][] {
  const last = new Map<number, RecordedRevision>()
  for (const revision of revisions) {
    const known = last.get(revision.slot)
    if (revision.kind === 'save' && (!known || known.rev < revision.rev)) last.set(revision.slot, revision)
  }
  return items.flatMap(({ slot, rev, answer }): [string, unknown, unknown][] => {
    const counted = last.get(slot)
    const hash = answer === null || answer === undefined ? null : hashOf(answer)
    return [
      [`answer.${slot}.rev`, rev, counted?.rev ?? 0],
      [`answer.${slot}`, hash, counted?.hash ?? null],
    ]
  })
}

/** Items have their newest evaluation's score, and a published attempt their sum, under its cap. */
function scoresOf({ state, stateBeforeVoid, items, ...attempt }: RecordedStanding): [string, unknown, unknown][] {
  // What was opened again has its scores when it is scored anew.
  if (isUnscored(stateOf(stateBeforeVoid ?? state))) return []
  const ofItems = items.map(({ slot, scoreHundredths: score, evaluatedHundredths }): [string, unknown, unknown] => [
    `score.${slot}`,
    score,
    evaluatedHundredths,
  ])
  if (state !== 'published') return ofItems
  const { scoreHundredths, scoreCapHundredths } = attempt
  const total = paperTotal(items.map(({ evaluatedHundredths }) => evaluatedHundredths ?? 0))
  return [...ofItems, ['score', scoreHundredths, Math.min(total, scoreCapHundredths ?? total)]]
}

const closedStates: ReadonlySet<AttemptState> = new Set(['submitted', 'timeout_submitted', 'forced_submitted', 'abandoned'])
const isUnscored = (state: AttemptState): boolean => isUnderWay(state) || closedStates.has(state)

function timeOf(value: unknown): number | null {
  return typeof value === 'string' ? Date.parse(value) : null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
