import type { Answer } from '@kaopei/question/contract/answer'
import { type Db, runPrepared, type Statement } from '@kaopei/server'
import type { SavedSlot, SubmitInput } from '../../contract/shapes.ts'

/** What sitting.save_answers says of the attempt. */
export type SaveOutcome = 'notFound' | 'replaced' | 'paused' | 'closed' | 'late' | 'open'

export interface SavedRow {
  readonly [column: string]: unknown
  readonly outcome: SaveOutcome
  readonly state: string
  readonly due_at: Date | null
  readonly epoch: number
  readonly slot: number | null
  readonly status: SavedSlot['status']
  readonly rev: number | null
  readonly saved_at: Date | null
  readonly hash: string | null
  readonly current_answer: Answer | null
}

interface Caller {
  readonly companyId: string
  readonly staffId: string
  readonly attemptId: string
  readonly leaseEpoch: number
  readonly now: Date
}

const saveStatement: Statement = {
  name: 'sitting_save_answers',
  text: 'select * from sitting.save_answers($1, $2, $3, $4, $5, $6)',
}

/** Saves answers durably, or keeps them as evidence; see the function in the migration for every outcome. */
export function saveAnswers(db: Db, caller: Caller, items: readonly Record<string, unknown>[]): Promise<SavedRow[]> {
  return runPrepared<SavedRow>(db, saveStatement, [...values(caller), JSON.stringify(items)])
}

interface HeartbeatRow {
  readonly [column: string]: unknown
  readonly state: string
  readonly due_at: Date | null
  readonly grace_seconds: number
  readonly epoch: number
  readonly submitted_at: Date | null
  readonly leaves: number
}

const heartbeatStatement: Statement = {
  name: 'sitting_heartbeat',
  text: 'select * from sitting.heartbeat($1, $2, $3, $4, $5, $6)',
}

/** Keeps what the client saw happen, and counts its absences. */
export async function beatHeart(db: Db, caller: Caller, events: SubmitInput['events']): Promise<HeartbeatRow | undefined> {
  const rows = events.map(({ seq, type, clientTime, durationMs, detail }) => ({
    seq,
    type,
    at: clientTime,
    data: { durationMs, detail },
  }))
  const given = rows.length > 0 ? JSON.stringify(rows) : null
  const [row] = await runPrepared<HeartbeatRow>(db, heartbeatStatement, [...values(caller), given])
  return row
}

function values({ companyId, staffId, attemptId, leaseEpoch, now }: Caller): unknown[] {
  return [companyId, staffId, attemptId, leaseEpoch, now]
}
