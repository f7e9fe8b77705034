import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { AttemptRow } from './attempt.sql.ts'
import { type AttemptStanding, type AttemptState, stateOf } from './rules/attempt-transition.ts'

export async function selectStateBeforeVoid(db: Db, attemptId: string): Promise<AttemptState | null> {
  const { before } = await db
    .selectFrom('sitting.attempt')
    .select('state_before_void as before')
    .where('company_id', '=', db.companyId)
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return before === null ? null : stateOf(before)
}

/** The person sits another attempt of the owner right now. */
export async function hasOtherOpen(
  db: Db,
  { id, ownerId, staffId }: Pick<AttemptRow, 'id' | 'ownerId' | 'staffId'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('sitting.attempt')
    .select('id')
    .where('company_id', '=', db.companyId)
    .where('owner_id', '=', ownerId)
    .where('staff_id', '=', staffId)
    .where('id', '<>', id)
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
      update sitting.attempt
      set state = ${state}, state_before_void = ${stateBeforeVoid}, updated_at = ${now}
      where company_id = ${db.companyId}
        and id = ${attemptId}
      returning id
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, id, ${type}, ${actorId}, ${now},
      jsonb_build_object('from', ${from}::text, 'to', ${state}::text, 'reason', ${reason}::text)
    from changed
  `.execute(db)
}
