import { type Db, runPrepared, type Statement } from '@kaopei/server'
import { type AttemptEvent, type AttemptState, transitionAttempt } from './rules/attempt-transition.ts'

export interface Move {
  readonly attemptId: string
  readonly from: AttemptState
  /** One after the other, in this one transaction. */
  readonly steps: readonly AttemptEvent[]
  readonly now: Date
  readonly due: Date | null
  readonly actorId: string | null
  readonly cause: string
  readonly reason?: string
  /** What else the last step's event keeps, for example the result that it took back. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Columns that change along with the state. */
export interface MoveChanges {
  readonly submitted_at?: Date
  readonly submit_cause?: string
  readonly submission_key?: string
  readonly objective_score_hundredths?: number
  readonly subjective_score_hundredths?: number
  readonly score_hundredths?: number
  readonly is_passed?: boolean
  readonly has_subjective?: boolean
  readonly scored_at?: Date
  readonly marked_at?: Date
  readonly published_at?: Date
}

/**
 * Moves an attempt along the state machine and writes an event for every step. The expected state is in the WHERE: false when somebody else
 * was first. A step that the machine does not know is a fault of the program and throws.
 */
export async function moveAttempt(db: Db, move: Move, changes: MoveChanges = {}): Promise<boolean> {
  const { now } = move
  const { to, told } = stepsAlong(move)
  const moved = await runPrepared(db, moveStatement, [
    ...[db.companyId, move.attemptId, move.from, to, now, move.actorId, JSON.stringify(told)],
    ...changeColumns.map((column) => changes[column] ?? null),
  ])
  return moved > 0
}

/** An event that a step leaves behind. */
export interface ToldStep {
  readonly type: AttemptEvent
  readonly data: Readonly<Record<string, unknown>>
}

/** The state in the end, and an event for every step on the way. */
export function stepsAlong(move: Omit<Move, 'attemptId' | 'actorId'>): { to: AttemptState; told: ToldStep[] } {
  const events = statesAlong(move)
  const { now, due, cause, reason, facts } = move
  const isAfterDeadline = due !== null && now > due
  const told = events.map(({ step, from, to }, index) => ({
    type: step,
    data: { from, to, cause, reason, isAfterDeadline, ...(index === events.length - 1 && facts) },
  }))
  return { to: events.at(-1)?.to ?? move.from, told }
}

const changeColumns = [
  'submitted_at',
  'submit_cause',
  'submission_key',
  'objective_score_hundredths',
  'subjective_score_hundredths',
  'score_hundredths',
  'is_passed',
  'has_subjective',
  'scored_at',
  'marked_at',
  'published_at',
] as const satisfies readonly (keyof MoveChanges)[]

/** State, event rows and whatever changes along, in one statement; no row when the state was another one. */
const moveStatement: Statement = {
  name: 'sitting_move_attempt',
  text: `
    with moved as (
      update sitting.attempt
      set state = $4, updated_at = $5, ${changeColumns.map((column, index) => `${column} = coalesce($${index + 8}, ${column})`).join(', ')}
      where company_id = $1
        and id = $2
        and state = $3
      returning id
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select $1::uuid, $2::uuid, g.type, $6::uuid, $5::timestamptz, g.data
      from moved
      cross join json_to_recordset($7::json) as g(type text, data jsonb)
    )
    select id from moved`,
}

function statesAlong({
  from,
  steps,
  reason,
}: Pick<Move, 'from' | 'steps' | 'reason'>): { step: AttemptEvent; from: AttemptState; to: AttemptState }[] {
  let state = from
  return steps.map((step) => {
    const done = transitionAttempt({ state, stateBeforeVoid: null }, { name: step, ...(reason !== undefined && { reason }) })
    if (!done.allowed) throw new Error(`${step} from ${state}: ${done.message}`)
    const passed = { step, from: state, to: done.standing.state }
    state = done.standing.state
    return passed
  })
}
