import { id } from '@kaopei/contract'
import { changesOf, countOf, type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { staffSource } from '../../contract/codes.ts'
import { pathNameOf } from '../departments/tree.sql.ts'
import { accountHolds } from '../sight/contacts.sql.ts'
import { scopedStaff } from '../sight/scope.sql.ts'

const restPersonRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: id.nullable(),
  departmentPath: z.string().nullable(),
  isDepartmentGone: z.boolean(),
  post: z.string().nullable(),
  staffSource: staffSource.schema,
  isEnabled: z.boolean(),
  removedAt: z.date(),
  removedReason: z.string().nullable(),
  removedByName: z.string().nullable(),
  linkedToName: z.string().nullable(),
  version: z.int(),
})
export type RestPerson = z.output<typeof restPersonRow>

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
  const zone = sql`(select c.time_zone from identity.company_card c where c.id = ${db.companyId})`
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

function restPeople(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
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
  const count = await countOf(db)`select count(*)::int as count from org.staff s where ${which}`
  const page = sql`s.company_id = ${db.companyId} and s.id in (
    select s.id from org.staff s where ${which} order by s.removed_at desc, s.id offset ${offset} limit ${limit}
  )`
  const rows = await rowsOf(db, restPersonRow)`${restPeople(page)} order by s.removed_at desc, s.id`
  return { people: rows, totalCount: count }
}

export async function findRest(db: Db, scope: DataScope, id: string): Promise<RestPerson | undefined> {
  return findOne(db, restPersonRow)`${restPeople(sql`${removedIn(db, scope, {})} and s.id = ${id}`)}`
}

const uniqueValuesRow = z.object({
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
})
export type UniqueValues = z.output<typeof uniqueValuesRow>

const takenRow = z.object({ field: uniqueValuesRow.keyof(), takenByName: z.string() })
export type Taken = z.output<typeof takenRow>

/** Which of these values living people have. */
export async function selectTaken(db: Db, values: UniqueValues): Promise<Taken[]> {
  const holder = (field: keyof UniqueValues, column: string, value: string | null) => sql`
    select ${field}::text as field, s.name as "takenByName" from org.staff s
    where s.company_id = ${db.companyId} and s.removed_at is null and s.${sql.ref(column)} = ${value}::text`
  const { loginAccount, phone, email, jobNumber } = values
  return rowsOf(db, takenRow)`
    ${sql.join(
      [
        holder('loginAccount', 'login_key', loginAccount.toLowerCase()),
        holder('phone', 'phone', phone),
        holder('email', 'email_key', email?.toLowerCase() ?? null),
        holder('jobNumber', 'job_number', jobNumber),
      ],
      sql` union all `,
    )}`
}

/** False when the row has another version by now, or is not removed any more. */
export async function restoreStaff(
  db: Db,
  { id, version, by, now }: { id: string; version: number; by: string; now: Date },
  values: UniqueValues & { readonly departmentId: string | null },
): Promise<boolean> {
  const restored = await changesOf(db)`
    update org.staff
    set removed_at = null, removed_reason = null, removed_by = null, linked_to = null, restored_at = ${now}, restored_by = ${by}::uuid,
      login_account = ${values.loginAccount}, phone = ${values.phone}, email = ${values.email}, job_number = ${values.jobNumber},
      department_id = ${values.departmentId}::uuid, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}
      and version = ${version}
      and removed_at is not null`
  return restored === 1
}

/** The candidate's row says which employee the person is now. */
export async function setLinkedTo(db: Db, outerStaffId: string, staffId: string): Promise<void> {
  await sql`
    update org.staff set linked_to = ${staffId} where company_id = ${db.companyId} and id = ${outerStaffId}`.execute(db)
}

const linkedOuterRow = z.object({ id, staffId: id, name: z.string(), loginAccount: z.string(), linkedAt: z.date() })
export type LinkedOuter = z.output<typeof linkedOuterRow>

/** The outside candidates whom these employees once were: their results count for the employees. */
export async function linkedOuterStaff(db: Db, staffIds: readonly string[]): Promise<LinkedOuter[]> {
  return rowsOf(db, linkedOuterRow)`
    select s.id, s.linked_to as "staffId", s.name, s.login_account as "loginAccount", s.removed_at as "linkedAt"
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.linked_to = any (${staffIds}::uuid[])
    order by s.removed_at, s.id`
}
