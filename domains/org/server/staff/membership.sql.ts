import { id } from '@kaopei/contract'
import { type Db, idRow, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

// Dated membership: one main department for each person, and others beside it.

/**
 * Brings running memberships in step with people's rows: ends main ones of people whose department is another by now, and those beside that have
 * become the main one; a removed person belongs nowhere. Then begins the new main ones.
 */
export async function followMemberships(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update org.staff_department m
    set until = greatest(${now}, m.since)
    from org.staff s
    where m.company_id = ${db.companyId}
      and m.staff_id = any (${ids}::uuid[])
      and m.until is null
      and s.company_id = m.company_id
      and s.id = m.staff_id
      and (s.removed_at is not null or (s.department_id is not distinct from m.department_id) <> m.is_main)`.execute(db)
  await sql`
    insert into org.staff_department (company_id, staff_id, department_id, since)
    select s.company_id, s.id, s.department_id, ${now}::timestamptz
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])
      and s.removed_at is null
      and s.department_id is not null
      and not exists (
        select from org.staff_department m
        where m.company_id = s.company_id and m.staff_id = s.id and m.until is null and m.is_main
      )
    on conflict (company_id, staff_id, department_id, since) do update set until = null, is_main = true`.execute(db)
}

export async function otherDepartmentsOf(db: Db, staffId: string): Promise<string[]> {
  return idsOf(db)`
    select m.department_id as id
    from org.staff_department m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.until is null and not m.is_main`
}

/** Exactly these departments beside the main one, which is left out of them. */
export async function setOtherDepartments(db: Db, staffId: string, departmentIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update org.staff_department m
    set until = greatest(${now}, m.since)
    where m.company_id = ${db.companyId}
      and m.staff_id = ${staffId}
      and m.until is null
      and not m.is_main
      and m.department_id <> all (${departmentIds}::uuid[])`.execute(db)
  await sql`
    insert into org.staff_department (company_id, staff_id, department_id, is_main, since)
    select s.company_id, s.id, x.department_id, false, ${now}::timestamptz
    from org.staff s
    cross join (select distinct unnest(${departmentIds}::uuid[]) as department_id) x
    where s.company_id = ${db.companyId}
      and s.id = ${staffId}
      and s.removed_at is null
      and s.department_id is distinct from x.department_id
      and not exists (
        select from org.staff_department m
        where m.company_id = s.company_id and m.staff_id = s.id and m.department_id = x.department_id and m.until is null
      )
    on conflict (company_id, staff_id, department_id, since) do update set until = null, is_main = false`.execute(db)
}

/** Who belonged to a department beside another belongs to the target now, or, without one, no longer. Answers whom it concerns. */
export async function moveOtherMembers(
  db: Db,
  { from, to, now }: { from: string; to: string | null; now: Date },
): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`
    update org.staff_department m
    set until = greatest(${now}, m.since)
    where m.company_id = ${db.companyId} and m.department_id = ${from} and m.until is null and not m.is_main
    returning m.staff_id as id`
  const ids = rows.map(({ id }) => id)
  if (to === null || ids.length === 0) return ids
  await sql`
    insert into org.staff_department (company_id, staff_id, department_id, is_main, since)
    select s.company_id, s.id, ${to}, false, ${now}::timestamptz
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])
      and s.removed_at is null
      and not exists (
        select from org.staff_department m
        where m.company_id = s.company_id and m.staff_id = s.id and m.department_id = ${to} and m.until is null
      )
    on conflict (company_id, staff_id, department_id, since) do update set until = null, is_main = false`.execute(db)
  return ids
}

const membershipRow = z.object({
  staffId: id,
  departmentId: id,
  /** As it is called today; of a department that was removed since, its last name. */
  departmentName: z.string(),
  isMain: z.boolean(),
})
export type Membership = z.output<typeof membershipRow>

/** Who belonged where at a moment, e.g. when an exam was begun. Main departments first. */
export async function departmentsOn(db: Db, staffIds: readonly string[], at: Date): Promise<Membership[]> {
  return rowsOf(db, membershipRow)`
    select m.staff_id as "staffId", m.department_id as "departmentId", d.name as "departmentName", m.is_main as "isMain"
    from org.staff_department m
    join org.department d on d.company_id = m.company_id and d.id = m.department_id
    where m.company_id = ${db.companyId}
      and m.staff_id = any (${staffIds}::uuid[])
      and m.since <= ${at}
      and (m.until is null or m.until > ${at})
    order by m.staff_id, m.is_main desc, m.since, m.department_id`
}

/**
 * Who belonged where on a day (yyyy-MM-dd) of the company's own time zone: for reports by day. Whoever changed departments on it belonged to both;
 * their main one is the last. Main departments first.
 */
export async function departmentsOnDay(db: Db, staffIds: readonly string[], day: string): Promise<Membership[]> {
  return rowsOf(db, membershipRow)`
    with span as (
      select ${day}::date::timestamp at time zone c.time_zone as begins, (${day}::date + 1)::timestamp at time zone c.time_zone as ends
      from identity.company_card c
      where c.id = ${db.companyId}
    ),
    belonged as (
      select m.staff_id, m.department_id, bool_or(m.is_main) as was_main, max(m.since) filter (where m.is_main) as main_since
      from org.staff_department m
      cross join span
      where m.company_id = ${db.companyId}
        and m.staff_id = any (${staffIds}::uuid[])
        and m.since < span.ends
        and (m.until is null or m.until > span.begins and m.until > m.since)
      group by m.staff_id, m.department_id
    )
    select b.staff_id as "staffId", b.department_id as "departmentId", d.name as "departmentName",
      b.was_main and b.main_since = max(b.main_since) over (partition by b.staff_id) as "isMain"
    from belonged b
    join org.department d on d.company_id = ${db.companyId} and d.id = b.department_id
    order by b.staff_id, "isMain" desc, b.department_id`
}
