import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface KnownPerson {
  readonly name: string
  readonly loginKey: string
  readonly phone: string | null
  readonly emailKey: string | null
  readonly jobNumber: string | null
  readonly departmentId: string | null
  readonly gender: number | null
  readonly post: string | null
  readonly entryDate: string | null
}

interface Keys {
  readonly loginKeys: readonly string[]
  readonly phones: readonly string[]
  readonly emailKeys: readonly string[]
  readonly jobNumbers: readonly string[]
}

/** Everybody who already has one of these accounts, phones, addresses or numbers. */
export async function selectKnown(db: Db, companyId: string, keys: Keys): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    with wanted as (
      select s.id from org.staff s
      join unnest(${keys.loginKeys}::text[]) as x (key) on s.login_key = x.key
      where s.company_id = ${companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.phones}::text[]) as x (key) on s.phone = x.key
      where s.company_id = ${companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.emailKeys}::text[]) as x (key) on s.email_key = x.key
      where s.company_id = ${companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.jobNumbers}::text[]) as x (key) on s.job_number = x.key
      where s.company_id = ${companyId} and s.removed_at is null
    )
    select s.name, s.login_key as "loginKey", s.phone, s.email_key as "emailKey", s.job_number as "jobNumber",
      s.department_id as "departmentId", s.gender, p.name as post, s.entry_date as "entryDate"
    from org.staff s
    join wanted on wanted.id = s.id
    left join org.post p on p.company_id = s.company_id and p.id = s.post_id
    where s.company_id = ${companyId}`.execute(db)
  return rows
}

/** Imports of one company go one after another: the second sees what the first has made. Ends with the transaction. */
export async function lockImports(db: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('org.import' || ${companyId}::text, 0))`.execute(db)
}

export interface ImportJobRow {
  readonly state: number
  readonly message: string
  readonly result: unknown
}

/** A job that this person asked for. */
export async function findImportJob(
  db: Db,
  companyId: string,
  { jobId, requestedBy, kind }: { jobId: string; requestedBy: string; kind: string },
): Promise<ImportJobRow | undefined> {
  const { rows } = await sql<ImportJobRow>`
    select state, message, result
    from jobs.background_job
    where company_id = ${companyId} and id = ${jobId} and requested_by = ${requestedBy} and kind = ${kind}`.execute(db)
  return rows[0]
}
