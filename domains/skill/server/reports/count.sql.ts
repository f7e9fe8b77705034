import { id } from '@kaopei/contract'
import { changesOf, type Db, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** The main departments of these people, now and lately, are counted again. */
export async function markDepartmentsOf(db: Db, staffIds: readonly string[]): Promise<void> {
  await changesOf(db)`
    insert into skill.department_mark (company_id, department_id)
    select ${db.companyId}::uuid, m.department_id
    from (
      select m.department_id
      from org.person_department m
      where m.company_id = ${db.companyId} and m.staff_id = any(${staffIds}::uuid[]) and m.is_main and m.until > now() - interval '7 days'
      union
      select p.department_id
      from org.person p
      where p.company_id = ${db.companyId} and p.id = any(${staffIds}::uuid[]) and p.department_id is not null
    ) m
    order by 2
    on conflict do nothing`
}

/** Many people changed, and nobody knows whom. */
export async function markAllDepartments(db: Db): Promise<void> {
  await changesOf(db)`
    insert into skill.department_mark (company_id, department_id)
    select distinct ${db.companyId}::uuid, d.id
    from org.department_tree d
    where d.company_id = ${db.companyId} and exists (select from skill.person p where p.company_id = ${db.companyId})
    order by 2
    on conflict do nothing`
}

const companyRow = z.object({ companyId: id })

/** `db` is in no company. */
export async function companiesWithMarks(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, companyRow)`select c as "companyId" from skill.companies_with_marks() c`
  return rows.map(({ companyId }) => companyId)
}

export function selectMarks(db: Db, most: number): Promise<string[]> {
  return idsOf(db)`
    select o.department_id as id from skill.department_mark o where o.company_id = ${db.companyId} order by o.marked_at limit ${most}`
}

/** Those of these marks that nobody else has taken. Nobody else counts these departments until the transaction ends. */
export function takeMarks(db: Db, departmentIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    delete from skill.department_mark m
    where m.company_id = ${db.companyId} and m.department_id in (
      select o.department_id from skill.department_mark o
      where o.company_id = ${db.companyId} and o.department_id = any (${departmentIds}::uuid[])
      for update skip locked
    )
    returning m.department_id as id`
}

/** Counts these departments anew, of their people's levels alone. */
export async function countDepartments(db: Db, departmentIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('skill.department_level' || ${db.companyId}::text, 0))`.execute(db)
  await changesOf(db)`
    delete from skill.department_level l where l.company_id = ${db.companyId} and l.department_id = any(${departmentIds}::uuid[])`
  await changesOf(db)`
    insert into skill.department_level (company_id, department_id, skill_id, counts)
    select ${db.companyId}, p.department_id, s.skill_id,
      array[(count(*) filter (where s.level = 1))::int, (count(*) filter (where s.level = 2))::int, (count(*) filter (where s.level = 3))::int,
        (count(*) filter (where s.level = 4))::int, (count(*) filter (where s.level = 5))::int]
    from org.person p
    join skill.staff_skill s on s.company_id = p.company_id and s.staff_id = p.id
    where p.company_id = ${db.companyId} and p.department_id = any(${departmentIds}::uuid[]) and p.removed_at is null
    group by p.department_id, s.skill_id`
}
