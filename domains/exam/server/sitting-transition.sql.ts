import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
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
export async function moveAttempt(db: Db, companyId: string, move: Move, changes: MoveChanges = {}): Promise<boolean> {
  const events = statesAlong(move)
  const to = events.at(-1)?.to ?? move.from
  const { numUpdatedRows } = await db
    .updateTable('exam.attempt')
    .set({ ...changes, state: to, updated_at: move.now })
    .where('company_id', '=', companyId)
    .where('id', '=', move.attemptId)
    .where('state', '=', move.from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { now, due, cause, reason } = move
  const isAfterDeadline = due !== null && now > due
  const rows = events.map(({ step, from, to: next }) => ({
    type: step,
    data: { from, to: next, cause, reason, isAfterDeadline },
  }))
  await sql`
    insert into exam.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${companyId}, ${move.attemptId}, g.type, ${move.actorId}, ${now}, g.data
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(type text, data jsonb)`.execute(db)
  return true
}

function statesAlong({ from, steps, reason }: Move): { step: AttemptEvent; from: AttemptState; to: AttemptState }[] {
  let state = from
  return steps.map((step) => {
    const done = transitionAttempt({ state, stateBeforeVoid: null }, { name: step, ...(reason !== undefined && { reason }) })
    if (!done.allowed) throw new Error(`${step} from ${state}: ${done.message}`)
    const passed = { step, from: state, to: done.standing.state }
    state = done.standing.state
    return passed
  })
}

/** An event without a change of state. */
export async function insertAttemptEvent(
  db: Db,
  companyId: string,
  event: { attemptId: string; type: string; actorId: string | null; now: Date; data: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('exam.attempt_event')
    .values({
      company_id: companyId,
      attempt_id: event.attemptId,
      type: event.type,
      actor_id: event.actorId,
      server_time: event.now,
      data: JSON.stringify(event.data),
    })
    .execute()
}
