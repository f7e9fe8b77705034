import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type KnownPerson, knownPersonShape } from '../rules/judge-import-row.ts'
import type { StaffChange } from '../staff/change.sql.ts'
import { ownFields } from '../staff/own-fields.ts'

interface Keys {
  readonly loginKeys: readonly string[]
  readonly phones: readonly string[]
  readonly emailKeys: readonly string[]
  readonly jobNumbers: readonly string[]
  /** Of the company's own fields that the file has. */
  readonly fieldIds: readonly string[]
}

/** Everybody who already has one of these accounts, phones, addresses or numbers. */
export async function selectKnown(db: Db, keys: Keys): Promise<KnownPerson[]> {
  return rowsOf(db, knownPersonShape)`
    with wanted as (
      select s.id from org.staff s
      join unnest(${keys.loginKeys}::text[]) as x (key) on s.login_key = x.key
      where s.company_id = ${db.companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.phones}::text[]) as x (key) on s.phone = x.key
      where s.company_id = ${db.companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.emailKeys}::text[]) as x (key) on s.email_key = x.key
      where s.company_id = ${db.companyId} and s.removed_at is null
      union
      select s.id from org.staff s
      join unnest(${keys.jobNumbers}::text[]) as x (key) on s.job_number = x.key
      where s.company_id = ${db.companyId} and s.removed_at is null
    )
    select s.id, s.name, s.login_key as "loginKey", s.phone, s.email_key as "emailKey", s.job_number as "jobNumber",
      s.department_id as "departmentId", s.gender, p.name as post, r.name as rank, s.entry_date as "entryDate",
      array(
        select l.name from org.staff_label sl
        join org.label l on l.company_id = sl.company_id and l.id = sl.label_id
        where sl.company_id = s.company_id and sl.staff_id = s.id
      ) as labels,
      ${ownFields.answers(keys.fieldIds)} as own
    from org.staff s
    join wanted on wanted.id = s.id
    left join org.post p on p.company_id = s.company_id and p.id = s.post_id
    left join org.rank r on r.company_id = s.company_id and r.id = s.rank_id
    where s.company_id = ${db.companyId}`
}

/** Imports of one company go one after another: the second sees what the first has made. Ends with the transaction. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('org.import' || ${db.companyId}::text, 0))`.execute(db)
}

/** Writes over people who are here; an empty cell leaves what there is. Their account stays as it is. */
export async function overwriteStaff(
  db: Db,
  people: readonly (StaffChange & { readonly id: string })[],
  now: Date,
): Promise<void> {
  const column = <Key extends keyof (StaffChange & { id: string })>(key: Key) => people.map((person) => person[key])
  await sql`
    update org.staff s
    set name = x.name, phone = x.phone, email = coalesce(x.email, s.email), job_number = coalesce(x.job_number, s.job_number),
      department_id = x.department_id, gender = coalesce(x.gender, s.gender), post_id = coalesce(x.post_id, s.post_id),
      rank_id = coalesce(x.rank_id, s.rank_id),
      entry_date = coalesce(x.entry_date, s.entry_date), updated_at = ${now}, version = s.version + 1
    from unnest(
      ${column('id')}::uuid[], ${column('name')}::text[], ${column('phone')}::text[], ${column('email')}::text[],
      ${column('jobNumber')}::text[], ${column('departmentId')}::uuid[], ${column('gender')}::smallint[], ${column('postId')}::uuid[],
      ${column('entryDate')}::date[], ${column('rankId')}::uuid[]
    ) as x (id, name, phone, email, job_number, department_id, gender, post_id, entry_date, rank_id)
    where s.company_id = ${db.companyId}
      and s.id = x.id
      and s.removed_at is null`.execute(db)
}

/** Each to a department of their own. */
export async function moveEach(
  db: Db,
  people: readonly { readonly staffId: string; readonly departmentId: string }[],
): Promise<void> {
  await sql`
    update org.staff s
    set department_id = x.department_id
    from unnest(${people.map(({ staffId }) => staffId)}::uuid[], ${people.map(({ departmentId }) => departmentId)}::uuid[])
      as x (id, department_id)
    join org.department d on d.company_id = ${db.companyId} and d.id = x.department_id
    where s.company_id = ${db.companyId}
      and s.id = x.id
      and s.department_id is distinct from x.department_id`.execute(db)
}

const importCountsRow = z.object({
  createdCount: z.int(),
  updatedCount: z.int(),
  sameCount: z.int(),
  skippedCount: z.int(),
  createdDepartmentCount: z.int(),
})
export type ImportCounts = z.output<typeof importCountsRow>

const importProgressRow = importCountsRow.extend({ doneRows: z.int() })
export type ImportProgress = z.output<typeof importProgressRow>

/** How far an import has come; locked, so that of two runs of one job the second waits and sees what the first has done. */
export async function findProgress(db: Db, jobId: string): Promise<ImportProgress | undefined> {
  return findOne(db, importProgressRow)`
    select done_rows as "doneRows", created_count as "createdCount", updated_count as "updatedCount", same_count as "sameCount",
      skipped_count as "skippedCount", created_department_count as "createdDepartmentCount"
    from org.staff_import
    where company_id = ${db.companyId} and job_id = ${jobId}
    for update`
}

export async function insertProgress(db: Db, jobId: string): Promise<void> {
  await sql`insert into org.staff_import (company_id, job_id) values (${db.companyId}, ${jobId}) on conflict do nothing`.execute(
    db,
  )
}

/** Adds a part that is done. */
export async function addProgress(
  db: Db,
  jobId: string,
  { doneRows, counts, refusals }: { doneRows: number; counts: ImportCounts; refusals: ReadonlyMap<number, readonly string[]> },
): Promise<void> {
  await sql`
    update org.staff_import
    set done_rows = ${doneRows}, created_count = created_count + ${counts.createdCount}, updated_count = updated_count + ${counts.updatedCount},
      same_count = same_count + ${counts.sameCount}, skipped_count = skipped_count + ${counts.skippedCount},
      created_department_count = created_department_count + ${counts.createdDepartmentCount}
    where company_id = ${db.companyId} and job_id = ${jobId}`.execute(db)
  const told = [...refusals].map(([rowNumber, problems]) => ({ rowNumber, problems }))
  await sql`
    insert into org.staff_import_refusal (company_id, job_id, row_number, problems)
    select ${db.companyId}, ${jobId}, x."rowNumber", x.problems
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x ("rowNumber" integer, problems text[])`.execute(db)
}

const refusalsRow = z.object({ rowNumber: z.int(), problems: z.array(z.string()) })

export async function selectRefusals(db: Db, jobId: string): Promise<Map<number, readonly string[]>> {
  const rows = await rowsOf(db, refusalsRow)`
    select row_number as "rowNumber", problems
    from org.staff_import_refusal
    where company_id = ${db.companyId} and job_id = ${jobId}
    order by row_number`
  return new Map(rows.map(({ rowNumber, problems }) => [rowNumber, problems]))
}

export async function deleteProgress(db: Db, jobId: string): Promise<void> {
  await sql`delete from org.staff_import where company_id = ${db.companyId} and job_id = ${jobId}`.execute(db)
}
