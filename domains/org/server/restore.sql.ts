import type { DataScope, Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { accountHolds } from './contact-sight.sql.ts'
import { pathNameOf } from './department.sql.ts'
import { scopedStaff } from './staff-scope.sql.ts'

export interface RestPerson {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly department: string | null
  readonly departmentId: string | null
  readonly departmentPath: string | null
  readonly isDepartmentGone: boolean
  readonly post: string | null
  readonly staffSource: number
  readonly isEnabled: boolean
  readonly removedAt: Date
  readonly removedReason: string | null
  readonly removedByName: string | null
  readonly linkedToName: string | null
  readonly version: number
}

export interface RestSearch {
  readonly keyWords?: string | undefined
  /** May the keyword be a part of a contact? */
  readonly isSearched?: boolean
  /** Is it a whole one? */
  readonly matchesWhole?: boolean
  readonly departmentIds?: readonly string[] | undefined
  readonly staffSource?: number | undefined
  /** Whole days of the company's time zone, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function removedIn(db: Db, scope: DataScope, search: RestSearch): RawBuilder<unknown> {
  const { keyWords, isSearched = false, matchesWhole = false, departmentIds, staffSource, from, to } = search
  const zone = sql`(select c.time_zone from platform.company c where c.id = ${db.companyId})`
  const word = (keyWords ?? '').toLowerCase()
  const isWhole = sql`${matchesWhole || isSearched} and (s.phone = ${word} or s.email_key = ${word} or s.login_key = ${word})`
  return sql`s.company_id = ${db.companyId}
    and s.removed_at is not null
    ${scope.kind === 'all' ? sql`` : sql`and s.id in (${scopedStaff(db, scope)})`}
    ${departmentIds ? sql`and s.department_id = any (org.departments_under(${db.companyId}, ${departmentIds}::uuid[]))` : sql``}
    ${staffSource === undefined ? sql`` : sql`and s.staff_source = ${staffSource}`}
    ${from ? sql`and s.removed_at >= ${from}::date::timestamp at time zone ${zone}` : sql``}
    ${to ? sql`and s.removed_at < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``}
    ${
      keyWords
        ? sql`and (strpos(lower(s.name), ${word}) > 0 or strpos(lower(s.job_number), ${word}) > 0 or ${accountHolds(word, isSearched)} or ${isWhole})`
        : sql``
    }`
}

function rowsOf(which: RawBuilder<unknown>): RawBuilder<RestPerson> {
  return sql<RestPerson>`
    select s.id, s.name, s.login_account as "loginAccount", s.phone, s.email, s.job_number as "jobNumber",
      d.name as department, s.department_id as "departmentId", ${pathNameOf(sql`d`)} as "departmentPath",
      s.department_id is not null and d.removed_at is not null as "isDepartmentGone", p.name as post, s.staff_source as "staffSource",
      s.is_enabled as "isEnabled", s.removed_at as "removedAt", s.removed_reason as "removedReason", coalesce(r.name, '') as "removedByName",
      l.name as "linkedToName", s.version
    from org.staff s
    left join org.department d on d.company_id = s.company_id and d.id = s.department_id
    left join org.post p on p.company_id = s.company_id and p.id = s.post_id
    left join org.staff r on r.company_id = s.company_id and r.id = s.removed_by
    left join org.staff l on l.company_id = s.company_id and l.id = s.linked_to
    where ${which}`
}

/** Removed people, those removed last first. */
export async function pageOfRest(
  db: Db,
  { scope, search, offset, limit }: { scope: DataScope; search: RestSearch; offset: number; limit: number },
): Promise<{ people: RestPerson[]; totalCount: number }> {
  const which = removedIn(db, scope, search)
  const { rows: totals } = await sql<{ total: number }>`select count(*)::int as total from org.staff s where ${which}`.execute(db)
  const page = sql`s.company_id = ${db.companyId} and s.id in (
    select s.id from org.staff s where ${which} order by s.removed_at desc, s.id offset ${offset} limit ${limit}
  )`
  const { rows } = await sql<RestPerson>`${rowsOf(page)} order by s.removed_at desc, s.id`.execute(db)
  return { people: rows, totalCount: totals[0]?.total ?? 0 }
}

export async function findRest(db: Db, scope: DataScope, id: string): Promise<RestPerson | undefined> {
  const { rows } = await rowsOf(sql`${removedIn(db, scope, {})} and s.id = ${id}`).execute(db)
  return rows[0]
}

export interface UniqueValues {
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
}

export interface Taken {
  readonly field: keyof UniqueValues
  readonly takenByName: string
}

/** Which of these values living people have. */
export async function selectTaken(db: Db, values: UniqueValues): Promise<Taken[]> {
  const holder = (field: keyof UniqueValues, column: string, value: string | null) => sql`
    select ${field}::text as field, s.name as "takenByName" from org.staff s
    where s.company_id = ${db.companyId} and s.removed_at is null and s.${sql.ref(column)} = ${value}::text`
  const { loginAccount, phone, email, jobNumber } = values
  const { rows } = await sql<Taken>`
    ${sql.join(
      [
        holder('loginAccount', 'login_key', loginAccount.toLowerCase()),
        holder('phone', 'phone', phone),
        holder('email', 'email_key', email?.toLowerCase() ?? null),
        holder('jobNumber', 'job_number', jobNumber),
      ],
      sql` union all `,
    )}`.execute(db)
  return rows
}

/** False when the row has another version by now, or is not removed any more. */
export async function restoreStaff(
  db: Db,
  { id, version, by, now }: { id: string; version: number; by: string; now: Date },
  values: UniqueValues & { readonly departmentId: string | null },
): Promise<boolean> {
  const restored = await sql`
    update org.staff
    set removed_at = null, removed_reason = null, removed_by = null, linked_to = null, restored_at = ${now}, restored_by = ${by}::uuid,
      login_account = ${values.loginAccount}, phone = ${values.phone}, email = ${values.email}, job_number = ${values.jobNumber},
      department_id = ${values.departmentId}::uuid, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}
      and version = ${version}
      and removed_at is not null`.execute(db)
  return restored.numAffectedRows === 1n
}

/** The candidate's row says which employee the person is now. */
export async function setLinkedTo(db: Db, outerStaffId: string, staffId: string): Promise<void> {
  await sql`
    update org.staff set linked_to = ${staffId} where company_id = ${db.companyId} and id = ${outerStaffId}`.execute(db)
}

export interface LinkedOuter {
  readonly id: string
  readonly staffId: string
  readonly name: string
  readonly loginAccount: string
  readonly linkedAt: Date
}

/** The outside candidates whom these employees once were: their results count for the employees. */
export async function linkedOuterStaff(db: Db, staffIds: readonly string[]): Promise<LinkedOuter[]> {
  const { rows } = await sql<LinkedOuter>`
    select s.id, s.linked_to as "staffId", s.name, s.login_account as "loginAccount", s.removed_at as "linkedAt"
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.linked_to = any (${staffIds}::uuid[])
    order by s.removed_at, s.id`.execute(db)
  return rows
}
