import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, type DataScope, type Db, findOne, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { bookingState, hourStage, teacherLevel, teacherOrigin } from '../../contract/codes.ts'
import { inScope, there } from '../sight.sql.ts'

const internal = lit(teacherOrigin.internal)

const knownRow = z.object({
  id,
  staffId: id.nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  institution: z.string(),
  origin: teacherOrigin.schema,
  /** Whether the caller's data scope shows them. */
  isSeen: z.boolean(),
})

export interface RepeatWish {
  readonly staffId: string | null
  readonly phone: string | null
  readonly name: string
  readonly institution: string
  /** Not counted: the one that is edited. */
  readonly exceptId: string | null
}

/** Whom somebody may be, wherever they belong. */
export function selectKnown(db: Db, scope: DataScope, { staffId, phone, name, institution, exceptId }: RepeatWish) {
  return rowsOf(db, knownRow)`
    select i.id, i.staff_id as "staffId", coalesce(p.name, i.name) as name, i.institution, i.origin,
      case when i.origin = ${internal} then p.phone else i.phone end as phone, coalesce(${inScope(db, scope)}, false) as "isSeen"
    from instructor.instructor i
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${there(db)}
      and i.id is distinct from ${exceptId}::uuid
      and (
        i.staff_id = ${staffId}::uuid
        or ${phone}::text is not null and case when i.origin = ${internal} then p.phone else i.phone end = ${phone}
        or i.origin = ${lit(teacherOrigin.external)} and lower(i.name) = lower(${name.trim()}) and lower(i.institution) = lower(${institution.trim()})
      )
    limit 20`
}

const employeeRow = z.object({ name: z.string().nullable() })

/** The employee who has this phone; their name where the scope shows them. */
export function findEmployeeOf(db: Db, scope: DataScope, phone: string) {
  const name = scope.kind === 'all' ? sql`p.name` : sql`case when p.id in (${scopedStaff(db, scope)}) then p.name end`
  return findOne(db, employeeRow)`
    select ${name} as name
    from org.person p
    where p.company_id = ${db.companyId}
      and p.phone = ${phone}
      and p.removed_at is null
      and p.staff_source = ${lit(staffSource.employee)}
    limit 1`
}

export interface TeacherFields {
  readonly level: number
  readonly categoryId: string | null
  readonly title: string
  readonly introduction: string
  readonly keeperId: string | null
  readonly isEnabled: boolean
}

export interface ExternalFields {
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly institution: string
  readonly departmentId: string | null
}

const madeRow = z.object({ id, level: teacherLevel.schema })
export type MadeTeacher = z.output<typeof madeRow>

/** Of these employees, as instructors under their own id, those who were none; who was removed gets the row back, and its level at most. */
export function insertInternal(db: Db, staffIds: readonly string[], fields: TeacherFields, by: string): Promise<MadeTeacher[]> {
  const { level, categoryId, title, introduction, keeperId, isEnabled } = fields
  return rowsOf(db, madeRow)`
    insert into instructor.instructor as i (company_id, id, origin, staff_id, level, category_id, title, introduction, keeper_id, is_enabled,
      created_by)
    select ${db.companyId}, s.id, ${internal}, s.id, ${level}, ${categoryId}::uuid, ${title}, ${introduction}, ${keeperId}::uuid, ${isEnabled}, ${by}
    from unnest(${staffIds}::uuid[]) as s (id)
    order by s.id
    on conflict (company_id, id) do update
    set removed_at = null, level = least(i.level, excluded.level), category_id = excluded.category_id, title = excluded.title,
      introduction = excluded.introduction, keeper_id = excluded.keeper_id, is_enabled = excluded.is_enabled, updated_at = now(),
      version = i.version + 1
    where i.removed_at is not null
    returning i.id, i.level`
}

export function insertExternal(db: Db, fields: TeacherFields & ExternalFields, by: string): Promise<MadeTeacher> {
  const { level, categoryId, title, introduction, keeperId, isEnabled, name, phone, email, institution, departmentId } = fields
  return oneOf(db, madeRow)`
    insert into instructor.instructor (company_id, origin, name, phone, email, institution, department_id, level, category_id, title,
      introduction, keeper_id, is_enabled, created_by)
    values (${db.companyId}, ${lit(teacherOrigin.external)}, ${name}, ${phone}, ${email}, ${institution}, ${departmentId}, ${level}, ${categoryId}, ${title},
      ${introduction}, ${keeperId}, ${isEnabled}, ${by})
    returning id, level`
}

const formerRow = z.object({ level: teacherLevel.schema })

/** The level that somebody from outside had when last removed: the same phone, or the same name and institution. */
export async function findFormerLevel(
  db: Db,
  { name, phone, institution }: Pick<ExternalFields, 'name' | 'phone' | 'institution'>,
): Promise<MadeTeacher['level'] | undefined> {
  const former = await findOne(db, formerRow)`
    select i.level
    from instructor.instructor i
    where i.company_id = ${db.companyId}
      and i.removed_at is not null
      and i.origin = ${lit(teacherOrigin.external)}
      and (
        i.phone = ${phone}
        or lower(i.name) = lower(${name.trim()}) and lower(i.institution) = lower(${institution.trim()})
      )
    order by i.removed_at desc, i.id
    limit 1`
  return former?.level
}

/** Contacts of an external one that were sent masked stay as they are: `keeps`. */
export async function updateTeacher(
  db: Db,
  teacherId: string,
  fields: TeacherFields & ExternalFields,
  keeps: { readonly phone: boolean; readonly email: boolean },
): Promise<void> {
  const { level, categoryId, title, introduction, keeperId, isEnabled, name, phone, email, institution, departmentId } = fields
  await sql`
    update instructor.instructor i
    set level = ${level}, category_id = ${categoryId}::uuid, title = ${title}, introduction = ${introduction},
      keeper_id = ${keeperId}::uuid, is_enabled = ${isEnabled},
      name = case when i.origin = ${lit(teacherOrigin.external)} then ${name} else i.name end,
      phone = case when i.origin = ${lit(teacherOrigin.external)} and not ${keeps.phone} then ${phone} else i.phone end,
      email = case when i.origin = ${lit(teacherOrigin.external)} and not ${keeps.email} then ${email} else i.email end,
      institution = case when i.origin = ${lit(teacherOrigin.external)} then ${institution} else i.institution end,
      department_id = case when i.origin = ${lit(teacherOrigin.external)} then ${departmentId}::uuid else i.department_id end,
      updated_at = now(), version = i.version + 1
    where i.company_id = ${db.companyId} and i.id = ${teacherId}`.execute(db)
}

export async function setTags(db: Db, teacherIds: readonly string[], tagIds: readonly string[]): Promise<void> {
  await sql`
    delete from instructor.instructor_tag
    where company_id = ${db.companyId} and instructor_id = any (${teacherIds}::uuid[]) and not tag_id = any (${tagIds}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into instructor.instructor_tag (company_id, instructor_id, tag_id)
    select ${db.companyId}, i.id, t.id
    from unnest(${teacherIds}::uuid[]) as i (id)
    cross join unnest(${tagIds}::uuid[]) as t (id)
    on conflict do nothing`.execute(db)
}

/** Living employees whom the scope shows, of these. */
export function employeesAmong(db: Db, scope: DataScope, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select p.id
    from org.person p
    where p.company_id = ${db.companyId}
      and p.id = any (${staffIds}::uuid[])
      and p.removed_at is null
      and p.staff_source = ${lit(staffSource.employee)}
      ${scope.kind === 'all' ? sql`` : sql`and p.id in (${scopedStaff(db, scope)})`}`
}

const nameRow = z.object({ name: z.string() })

export async function namesAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db, nameRow)`
    select c.name from instructor.card c where c.company_id = ${db.companyId} and c.id = any (${ids}::uuid[]) order by c.name, c.id`
  return rows.map(({ name }) => name)
}

/** Whether a department is one of the scope's. */
export async function seesDepartment(db: Db, scope: DataScope, departmentId: string): Promise<boolean> {
  const subtrees = scope.kind === 'all' ? [] : scope.subtreeIds
  const single = scope.kind === 'all' ? [] : scope.departmentIds
  const found = await findOne(db, z.object({ id }))`
    select d.id
    from org.department_tree d
    where d.company_id = ${db.companyId}
      and d.id = ${departmentId}
      and d.removed_at is null
      and (
        ${scope.kind === 'all'}
        or d.id = any (${single}::uuid[])
        or exists (
          select from org.department_tree root
          where root.company_id = d.company_id and root.id = any (${subtrees}::uuid[]) and d.path >= root.path and d.path < root.path_end
        )
      )`
  return found !== undefined
}

const impactRow = z.object({ id, name: z.string(), bookedCount: z.int(), openMinutes: z.int() })

/** What stands in these: bookings to come, hours that nobody has paid. */
export function selectImpact(db: Db, scope: DataScope, ids: readonly string[]) {
  return rowsOf(db, impactRow)`
    select i.id, coalesce(p.name, i.name) as name,
      (
        select count(*)::int from instructor.booking b
        where b.company_id = i.company_id and b.instructor_id = i.id and b.state = ${lit(bookingState.booked)}
      ) as "bookedCount",
      coalesce((
        select sum(greatest(0, unpaid.minutes))
        from (
          select greatest(
              coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.held)}), 0),
              coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.confirmed)}), 0)
            ) - coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.settled)}), 0) as minutes
          from instructor.hour_entry e
          where e.company_id = i.company_id and e.instructor_id = i.id
          group by e.booking_id, e.day
        ) unpaid
      ), 0)::int as "openMinutes"
    from instructor.instructor i
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${there(db)} and i.id = any (${ids}::uuid[]) and ${inScope(db, scope)}
    order by i.id`
}

/** Nobody books them meanwhile. */
export async function lockTeachers(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select from instructor.instructor i
    where i.company_id = ${db.companyId} and i.id = any (${ids}::uuid[])
    order by i.id
    for update`.execute(db)
}

export function removeTeachers(db: Db, ids: readonly string[], now: Date): Promise<number> {
  return changesOf(db)`
    update instructor.instructor
    set removed_at = ${now}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = any (${ids}::uuid[]) and removed_at is null`
}
