import { answer } from '@kaopei/question/contract/answer'
import { type Db, rowsOfPrepared, type Statement } from '@kaopei/server'
import { z } from 'zod'
import { type SubmitInput, slotStatuses } from '../../contract/shapes.ts'
import type { ShownBrowser } from '../rules/safe-browser.ts'

/** What sitting.save_answers says of the attempt. */
const saveOutcomeRow = z.enum(['notFound', 'unsafe', 'replaced', 'paused', 'closed', 'late', 'open'])
export type SaveOutcome = z.output<typeof saveOutcomeRow>

const savedRow = z.object({
  outcome: saveOutcomeRow,
  due_at: z.date().nullable(),
  /** Null where there is no such attempt. */
  epoch: z.int().nullable(),
  slot: z.int().nullable(),
  /** Null as the slot is, where no answer was brought. */
  status: z.enum(slotStatuses).nullable(),
  rev: z.int().nullable(),
  saved_at: z.date().nullable(),
  hash: z.string().nullable(),
  current_answer: answer.nullable(),
})
export type SavedRow = z.output<typeof savedRow>

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

/** What the browser shows is said first: the lateral join waits for it. */
const saveSafelyStatement: Statement = {
  name: 'sitting_save_answers_safely',
  text: `
    select s.*
    from (select set_config('app.safe_browser', $7, true) as shown offset 0) g
    cross join lateral sitting.save_answers($1, $2, $3, $4, $5, case when g.shown is not null then $6::json end) s`,
}

/** Saves answers durably, or keeps them as evidence; see the function in the migration for every outcome. */
export function saveAnswers(
  db: Db,
  caller: Caller,
  items: readonly Record<string, unknown>[],
  shown: ShownBrowser | undefined,
): Promise<SavedRow[]> {
  const given = [...values(caller), JSON.stringify(items)]
  if (!shown) return rowsOfPrepared(db, savedRow, saveStatement, given)
  return rowsOfPrepared(db, savedRow, saveSafelyStatement, [...given, JSON.stringify(shown)])
}

const heartbeatRow = z.object({
  state: z.string(),
  due_at: z.date().nullable(),
  grace_seconds: z.int(),
  epoch: z.int(),
  submitted_at: z.date().nullable(),
  leaves: z.int(),
  away_ms: z.int(),
  tellings: z.array(z.object({ id: z.string(), kind: z.enum(['message', 'warning', 'act']), text: z.string(), at: z.string() })),
})
type HeartbeatRow = z.output<typeof heartbeatRow>

const heartbeatStatement: Statement = {
  name: 'sitting_take_heartbeat',
  text: 'select * from sitting.take_heartbeat($1, $2, $3, $4, $5, $6)',
}

/** Keeps what the client saw happen, and counts its absences. */
export async function beatHeart(db: Db, caller: Caller, events: SubmitInput['events']): Promise<HeartbeatRow | undefined> {
  const rows = events.map(({ seq, type, clientTime, durationMs, detail, presence }) => ({
    seq,
    type,
    at: clientTime,
    data: { durationMs, detail, ...presence },
  }))
  const given = rows.length > 0 ? JSON.stringify(rows) : null
  const [row] = await rowsOfPrepared(db, heartbeatRow, heartbeatStatement, [...values(caller), given])
  return row
}

function values({ companyId, staffId, attemptId, leaseEpoch, now }: Caller): unknown[] {
  return [companyId, staffId, attemptId, leaseEpoch, now]
}
