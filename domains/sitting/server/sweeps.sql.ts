import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const foundAttemptRow = z.object({ companyId: id, id })
export type FoundAttempt = z.output<typeof foundAttemptRow>

/** Attempts of every company whose time and grace are over. */
export async function findOverdue(db: Db, now: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.overdue_attempts(${now}, ${most})`
}

/** Attempts of every company that are still open though their window was left too often before that time. */
export async function findOverLimit(db: Db, overBefore: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.over_limit_attempts(${overBefore}, ${most})`
}

/** Attempts of every company of whose events a number has been missing since before that time. */
export async function findGapped(db: Db, missingBefore: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.gapped_attempts(${missingBefore}, ${most})`
}

/** Keeps each hole in the numbers of an attempt's events as an event of its own, once. Those that wait for it still come beside it. */
export async function insertGaps(db: Db, attemptId: string, now: Date): Promise<void> {
  await sql`
    with numbered as (
      select e.lease_epoch, e.client_seq, lag(e.client_seq, 1, 0::bigint) over (partition by e.lease_epoch order by e.client_seq) as before
      from sitting.attempt_event e
      where e.company_id = ${db.companyId}
        and e.attempt_id = ${attemptId}
        and e.client_seq < 1000000000
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, lease_epoch, server_time, data)
      select ${db.companyId}, ${attemptId}, 'gap', n.lease_epoch, ${now}, jsonb_build_object('from', n.before + 1, 'to', n.client_seq - 1)
      from numbered n
      where n.client_seq > n.before + 1
        and not exists (
          select from sitting.attempt_event g
          where g.company_id = ${db.companyId}
            and g.attempt_id = ${attemptId}
            and g.type = 'gap'
            and g.lease_epoch = n.lease_epoch
            and (g.data ->> 'from')::bigint <= n.before + 1
            and (g.data ->> 'to')::bigint >= n.client_seq - 1
        )
    )
    update sitting.attempt
    set hole_since = null
    where company_id = ${db.companyId}
      and id = ${attemptId}
  `.execute(db)
}

/** Attempts of every company that are closed and have no scores yet, of each the oldest first. */
export async function findUnscored(db: Db, most: number, mostOfCompany: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.unscored_attempts(${most}, ${mostOfCompany})`
}

/** Attempts of every company whose break is used up. */
export async function findEndedBreaks(db: Db, now: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.ended_breaks(${now}, ${most})`
}
