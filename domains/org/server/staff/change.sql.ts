import { id } from '@kaopei/contract'
import { changesOf, type Db, type Fail, findOne, idRow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { staffSource } from '../../contract/codes.ts'
import { guardHeadcount, type NoSeat } from '../departments/headcount.ts'
import { followMemberships } from './membership.sql.ts'

export interface NewStaff {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly departmentId: string | null
  readonly gender: number | null
  readonly postId: string | null
  readonly rankId: string | null
  readonly entryDate: string | null
  readonly staffSource: number
}

/** People and their dated membership; refused beyond the company's quota. */
export async function insertStaff(
  db: Db,
  people: readonly NewStaff[],
  { now, fail }: { now: Date; fail: Fail<NoSeat> },
): Promise<void> {
  await guardHeadcount(db, people.filter((person) => person.staffSource === staffSource.employee).length, fail)
  await insertPeople(db, people, now)
}

/** Outside candidates, of whom no quota speaks. */
export async function insertOutsiders(db: Db, people: readonly Omit<NewStaff, 'staffSource'>[], now: Date): Promise<void> {
  await insertPeople(
    db,
    people.map((person) => ({ ...person, staffSource: staffSource.outside })),
    now,
  )
}

/** In two statements however many they are. */
async function insertPeople(db: Db, people: readonly NewStaff[], now: Date): Promise<void> {
  const column = <Key extends keyof NewStaff>(key: Key) => people.map((person) => person[key])
  await sql`
    insert into org.staff (company_id, id, name, login_account, phone, email, job_number, department_id, gender, post_id, rank_id, entry_date,
      staff_source,      created_at, updated_at)
    select ${db.companyId}, x.*, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${column('id')}::uuid[], ${column('name')}::text[], ${column('loginAccount')}::text[], ${column('phone')}::text[], ${column('email')}::text[],
      ${column('jobNumber')}::text[], ${column('departmentId')}::uuid[], ${column('gender')}::smallint[], ${column('postId')}::uuid[],
      ${column('rankId')}::uuid[],
      ${column('entryDate')}::date[], ${column('staffSource')}::smallint[]
    ) as x`.execute(db)
  await sql`
    insert into org.staff_department (company_id, staff_id, department_id, since)
    select ${db.companyId}, x.id, x.department_id, ${now}::timestamptz
    from unnest(${column('id')}::uuid[], ${column('departmentId')}::uuid[]) as x (id, department_id)
    where x.department_id is not null`.execute(db)
}

export type StaffChange = Omit<NewStaff, 'id' | 'staffSource'>

/** False when the row has another version by now, or is removed. */
export async function updateStaff(
  db: Db,
  { id, version }: { id: string; version: number },
  change: StaffChange,
  now: Date,
): Promise<boolean> {
  const changed = await changesOf(db)`
    update org.staff
    set name = ${change.name}, login_account = ${change.loginAccount}, phone = ${change.phone}, email = ${change.email},
      job_number = ${change.jobNumber}, department_id = ${change.departmentId}::uuid, gender = ${change.gender}::smallint,
      post_id = ${change.postId}::uuid, rank_id = ${change.rankId}::uuid,
      entry_date = ${change.entryDate}::date, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}
      and version = ${version}
      and removed_at is null`
  return changed === 1
}

/** Answers who was moved: not those who were there already. */
export async function moveStaff(db: Db, ids: readonly string[], departmentId: string, now: Date): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`
    update org.staff
    set department_id = ${departmentId}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = any (${ids}::uuid[])
      and removed_at is null
      and department_id is distinct from ${departmentId}::uuid
    returning id`
  const moved = rows.map(({ id }) => id)
  await followMemberships(db, moved, now)
  return moved
}

const idsRow = z.object({ ids: z.array(id).nullable() })

/** Everybody whose main department this is. */
export async function peopleOfDepartment(db: Db, departmentId: string): Promise<string[]> {
  const row = await findOne(db, idsRow)`
    select array_agg(s.id) as ids from org.staff s
    where s.company_id = ${db.companyId} and s.department_id = ${departmentId} and s.removed_at is null`
  return row?.ids ?? []
}

/** Everybody right in a department goes to another. */
export async function movePeopleOfDepartment(
  db: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<string[]> {
  const ids = await peopleOfDepartment(db, from)
  if (ids.length > 0) await moveStaff(db, ids, to, now)
  return ids
}

export async function setStaffEnabled(db: Db, ids: readonly string[], isEnabled: boolean, now: Date): Promise<void> {
  await sql`
    update org.staff
    set is_enabled = ${isEnabled}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = any (${ids}::uuid[])
      and removed_at is null
      and is_enabled <> ${isEnabled}`.execute(db)
}

/** The rows stay for results and for recovery; account, phone, e-mail and job number are free again. */
export async function removeStaff(
  db: Db,
  { ids, reason, by, now }: { ids: readonly string[]; reason: string | null; by: string; now: Date },
): Promise<void> {
  await sql`
    update org.staff
    set removed_at = ${now}, removed_reason = ${reason}, removed_by = ${by}::uuid, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId}
      and id = any (${ids}::uuid[])
      and removed_at is null`.execute(db)
  await followMemberships(db, ids, now)
}

const keepsAdminRow = z.object({ touches: z.boolean(), others: z.boolean() })

/** Would a company without these people still have an administrator who can log in? */
export async function keepsAdmin(db: Db, without: readonly string[]): Promise<boolean> {
  const row = await findOne(db, keepsAdminRow)`
    with administrator as (
      select r.account_id as id
      from identity.held_role r
      join identity.account_state a on a.company_id = r.company_id and a.id = r.account_id
      where r.company_id = ${db.companyId} and r.code = 'admin' and a.is_enabled and a.removed_at is null
    )
    select
      exists (select from administrator where id = any (${without}::uuid[])) as touches,
      exists (select from administrator where id <> all (${without}::uuid[])) as others`
  return !row?.touches || row.others
}

const takenRow = z.object({ taken: z.boolean() })

export async function isAccountTaken(db: Db, loginAccount: string, exceptId?: string): Promise<boolean> {
  const row = await findOne(db, takenRow)`
    select exists (
      select from org.staff s
      where s.company_id = ${db.companyId}
        and s.login_key = ${loginAccount.toLowerCase()}
        and s.removed_at is null
        and s.id is distinct from ${exceptId ?? null}::uuid
    ) as taken`
  return row?.taken ?? false
}

const allowsRow = z.object({ allows: z.boolean() })

export async function allowsNewPhoneRanges(db: Db): Promise<boolean> {
  const row = await findOne(db, allowsRow)`
    select allows_new_phone_ranges as allows from identity.company_terms where id = ${db.companyId}`
  return row?.allows ?? false
}

/** Exactly these labels on a person. */
export async function setLabels(db: Db, staffId: string, labelIds: readonly string[]): Promise<void> {
  await sql`
    delete from org.staff_label
    where company_id = ${db.companyId} and staff_id = ${staffId} and label_id <> all (${labelIds}::uuid[])`.execute(db)
  await sql`
    insert into org.staff_label (company_id, staff_id, label_id)
    select distinct ${db.companyId}::uuid, ${staffId}::uuid, unnest(${labelIds}::uuid[])
    on conflict do nothing`.execute(db)
}
