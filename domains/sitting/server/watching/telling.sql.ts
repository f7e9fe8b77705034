import { changesOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface NewTelling {
  readonly attemptIds: readonly string[]
  readonly kind: 'message' | 'warning' | 'act'
  readonly text: string
  readonly byId: string
  readonly now: Date
}

const toldRow = z.object({ attemptId: z.string(), tellingId: z.string() })

/**
 * Kept, delivered with each candidate's next sign of life, and shown until it is acknowledged. Answers what each was told by. The attempts are held, so that
 * nobody's acknowledgement of something earlier takes the mark away meanwhile; those that bear it already are not written again.
 */
export function tellAttempts(db: Db, { attemptIds, kind, text, byId, now }: NewTelling): Promise<z.output<typeof toldRow>[]> {
  return rowsOf(db, toldRow)`
    with held as materialized (
      select a.id, a.has_tellings
      from sitting.attempt a
      where a.company_id = ${db.companyId} and a.id = any(${attemptIds}::uuid[])
      order by a.id
      for no key update
    ), told as (
      insert into sitting.telling (company_id, attempt_id, kind, text, by_id, at)
      select ${db.companyId}, held.id, ${kind}, ${text}, ${byId}, ${now}
      from held
      returning attempt_id, id
    ), noted as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select ${db.companyId}, attempt_id, 'told', ${byId}, ${now}, jsonb_build_object('kind', ${kind}::text, 'text', ${text}::text)
      from told
    ), marked as (
      update sitting.attempt a
      set has_tellings = true
      from held
      where a.company_id = ${db.companyId} and a.id = held.id and not held.has_tellings
    )
    select attempt_id as "attemptId", id as "tellingId"
    from told
  `
}

/** The candidate has read it. The caller holds the attempt's row, so that what is told meanwhile is not overlooked. */
export async function updateAcknowledged(
  db: Db,
  { attemptId, tellingId, staffId, now }: { attemptId: string; tellingId: string; staffId: string; now: Date },
): Promise<void> {
  const changed = await changesOf(db)`
    update sitting.telling
    set acknowledged_at = ${now}, delivered_at = coalesce(delivered_at, ${now})
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and id = ${tellingId} and acknowledged_at is null`
  if (changed === 0) return
  await sql`
    with noted as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      values (${db.companyId}, ${attemptId}, 'acknowledged', ${staffId}, ${now}, jsonb_build_object('tellingId', ${tellingId}::text))
    )
    update sitting.attempt
    set has_tellings = exists (
      select from sitting.telling t
      where t.company_id = ${db.companyId} and t.attempt_id = ${attemptId} and t.acknowledged_at is null
    )
    where company_id = ${db.companyId} and id = ${attemptId}
  `.execute(db)
}

const countRow = z.object({ count: z.int() })

export async function countCalls(db: Db, attemptId: string): Promise<number> {
  const row = await findOne(db, countRow)`
    select count(*)::int as count
    from sitting.help_call
    where company_id = ${db.companyId} and attempt_id = ${attemptId}`
  return row?.count ?? 0
}

const callRow = z.object({ text: z.string(), at: z.date() })

export function findOpenCall(db: Db, attemptId: string): Promise<z.output<typeof callRow> | undefined> {
  return findOne(db, callRow)`
    select text, at
    from sitting.help_call
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and ended_at is null`
}

/** Calling again says what it is about now. */
export async function upsertCall(
  db: Db,
  { attemptId, staffId, text, now }: { attemptId: string; staffId: string; text: string; now: Date },
): Promise<void> {
  await sql`
    with called as (
      insert into sitting.help_call (company_id, attempt_id, text, at)
      values (${db.companyId}, ${attemptId}, ${text}, ${now})
      on conflict (company_id, attempt_id) where ended_at is null do update
      set text = excluded.text
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    values (${db.companyId}, ${attemptId}, 'helpCall', ${staffId}, ${now}, jsonb_build_object('reason', ${text}::text))
  `.execute(db)
}

/** Somebody comes (`answeredBy`), or the candidate has taken it back. */
export async function endCalls(
  db: Db,
  {
    attemptIds,
    answeredBy,
    actorId,
    now,
  }: { attemptIds: readonly string[]; answeredBy: string | null; actorId: string; now: Date },
): Promise<number> {
  return await changesOf(db)`
    with ended as (
      update sitting.help_call
      set ended_at = ${now}, answered_by = ${answeredBy}
      where company_id = ${db.companyId} and attempt_id = any(${attemptIds}::uuid[]) and ended_at is null
      returning attempt_id
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time)
    select ${db.companyId}, attempt_id, 'helpCallEnded', ${actorId}, ${now}
    from ended`
}

/** Answers how many calls there were. */
export function answerCalls(
  db: Db,
  { attemptIds, byId, now }: { attemptIds: readonly string[]; byId: string; now: Date },
): Promise<number> {
  return endCalls(db, { attemptIds, answeredBy: byId, actorId: byId, now })
}
