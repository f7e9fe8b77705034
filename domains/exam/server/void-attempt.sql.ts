import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { AttemptStanding, AttemptState } from './rules/attempt-transition.ts'
import { stateOf } from './sitting-entry.sql.ts'

export async function selectStateBeforeVoid(db: Db, attemptId: string): Promise<AttemptState | null> {
  const { before } = await db
    .selectFrom('exam.attempt')
    .select('state_before_void as before')
    .where('company_id', '=', db.companyId)
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return before === null ? null : stateOf(before)
}

/** The candidate sits the exam in another attempt right now. */
export async function hasOtherOpen(
  db: Db,
  { examId, staffId, attemptId }: { examId: string; staffId: string; attemptId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('exam.attempt')
    .select('id')
    .where('company_id', '=', db.companyId)
    .where('exam_id', '=', examId)
    .where('staff_id', '=', staffId)
    .where('id', '<>', attemptId)
    .where('state', 'in', ['in_progress', 'paused', 'submitting'])
    .executeTakeFirst()
  return other !== undefined
}

export interface Standing extends AttemptStanding {
  readonly attemptId: string
  readonly from: AttemptState
  readonly type: 'void' | 'restore'
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

/** The new standing and its event; the caller holds the attempt's lock. */
export async function updateStanding(db: Db, standing: Standing): Promise<void> {
  const { attemptId, from, state, stateBeforeVoid, type, reason, actorId, now } = standing
  await sql`
    with changed as (
      update exam.attempt
      set state = ${state}, state_before_void = ${stateBeforeVoid}, updated_at = ${now}
      where company_id = ${db.companyId}
        and id = ${attemptId}
      returning id
    )
    insert into exam.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, id, ${type}, ${actorId}, ${now},
      jsonb_build_object('from', ${from}::text, 'to', ${state}::text, 'reason', ${reason}::text)
    from changed
  `.execute(db)
}
