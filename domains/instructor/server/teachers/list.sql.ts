import { id } from '@kaopei/contract'
import type { ContactSight } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { hourStage, teacherLevel, teacherOrigin, teacherState } from '../../contract/codes.ts'
import { fewestSheets } from '../../contract/growth.ts'
import type { TeacherFilter } from '../../contract/teacher.ts'
import { below, hasLeft, inScope, there } from '../sight.sql.ts'

const internal = lit(teacherOrigin.internal)

const teacherRow = z.object({
  id,
  name: z.string(),
  level: teacherLevel.schema,
  origin: teacherOrigin.schema,
  staffId: id.nullable(),
  jobNumber: z.string().nullable(),
  departmentId: id.nullable(),
  department: z.string().nullable(),
  institution: z.string(),
  title: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  tags: z.array(z.object({ id, name: z.string() })),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the caller reads phone and e-mail whole. */
  isReadable: z.boolean(),
  isEnabled: z.boolean(),
  hasLeft: z.boolean(),
  sheetCount: z.int(),
  sumHundredths: z.int(),
  taughtMinutes: z.int(),
  introduction: z.string(),
  keeperId: id.nullable(),
  keeperName: z.string().nullable(),
  createTime: z.date(),
  updateTime: z.date(),
  version: z.int(),
})
export type StoredTeacher = z.output<typeof teacherRow>

const columns = (db: Db, sight: ContactSight) => sql`
    i.id, coalesce(p.name, i.name) as name, i.level, i.origin, i.staff_id as "staffId", p.job_number as "jobNumber",
    d.id as "departmentId", d.name as department, i.institution, i.title, i.category_id as "categoryId", c.name as "categoryName",
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name)
      from instructor.instructor_tag x
      join instructor.tag t on t.company_id = x.company_id and t.id = x.tag_id
      where x.company_id = i.company_id and x.instructor_id = i.id
    ), '[]') as tags,
    case when i.origin = ${internal} then p.phone else i.phone end as phone, case when i.origin = ${internal} then p.email else i.email end as email,
    coalesce(${sight === null ? sql`false` : inScope(db, sight)}, false) as "isReadable", i.is_enabled as "isEnabled",
    ${hasLeft} as "hasLeft",
    coalesce(r.sheets, 0)::int as "sheetCount", coalesce(r.sum, 0)::int as "sumHundredths",
    coalesce((
      select sum(e.minutes) from instructor.hour_entry e
      where e.company_id = i.company_id and e.instructor_id = i.id and e.stage = ${lit(hourStage.confirmed)}
    ), 0)::int as "taughtMinutes",
    i.introduction, i.keeper_id as "keeperId", k.name as "keeperName", i.created_at as "createTime", i.updated_at as "updateTime", i.version
  ${from}
  left join org.person k on k.company_id = i.company_id and k.id = i.keeper_id
  left join instructor.category c on c.company_id = i.company_id and c.id = i.category_id
  left join org.department_tree d on d.company_id = i.company_id and d.id = case when i.origin = ${internal} then p.department_id else i.department_id end
  left join lateral (
    select sum(g.sheet_count) as sheets, sum(g.sum_hundredths) as sum
    from instructor.rating g
    where g.company_id = i.company_id and g.instructor_id = i.id and g.sheet_count >= ${fewestSheets}
  ) r on true`

const from = sql`from instructor.instructor i
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`

export interface TeacherSearch extends TeacherFilter {
  readonly scope: DataScope
}

const found = (text: string) => (column: RawBuilder<unknown>) => sql`strpos(lower(${column}), lower(${text})) > 0`

function conditions(db: Db, filter: TeacherSearch): RawBuilder<unknown> {
  const { scope, name, keyWords, departmentId, level, origin, categoryId, tagId, state } = filter
  const parts = [there(db), inScope(db, scope)]
  const called = sql`coalesce(p.name, i.name)`
  if (name) parts.push(found(name)(called))
  if (keyWords)
    parts.push(
      sql`(${sql.join([called, sql`i.institution`, sql`i.title`, sql`coalesce(p.job_number, '')`].map(found(keyWords)), sql` or `)})`,
    )
  if (departmentId !== undefined) parts.push(inScope(db, below(departmentId)))
  if (level !== undefined) parts.push(sql`i.level = ${level}`)
  if (origin !== undefined) parts.push(sql`i.origin = ${origin}`)
  if (state !== undefined) parts.push(sql`(i.is_enabled and not ${hasLeft}) = ${state === teacherState.enabled}`)
  if (categoryId !== undefined) parts.push(sql`i.category_id in (${withinCategory(db.companyId, categoryId)})`)
  if (tagId !== undefined)
    parts.push(sql`exists (
      select from instructor.instructor_tag x
      where x.company_id = i.company_id and x.instructor_id = i.id and x.tag_id = ${tagId}
    )`)
  return sql.join(parts, sql` and `)
}

/** A category with everything below it. */
export function withinCategory(companyId: string, categoryId: string): RawBuilder<unknown> {
  return sql`
    with recursive below as (
      select c.id from instructor.category c where c.company_id = ${companyId} and c.id = ${categoryId}
      union
      select c.id from instructor.category c join below on c.parent_id = below.id where c.company_id = ${companyId}
    )
    select id from below`
}

interface Page {
  readonly limit: number
  readonly offset: number
}

export function selectTeachers(
  db: Db,
  filter: TeacherSearch,
  sight: ContactSight,
  { limit, offset }: Page,
): Promise<StoredTeacher[]> {
  return rowsOf(db, teacherRow)`
    select ${columns(db, sight)}
    where ${conditions(db, filter)}
    order by i.id desc
    limit ${limit} offset ${offset}`
}

/** For exports: those behind one, in the order of the list. */
export function selectTeachersAfter(
  db: Db,
  filter: TeacherSearch,
  sight: ContactSight,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<StoredTeacher[]> {
  return rowsOf(db, teacherRow)`
    select ${columns(db, sight)}
    where ${conditions(db, filter)} and (${after}::uuid is null or i.id < ${after}::uuid)
    order by i.id desc
    limit ${limit}`
}

export const countTeachers = (db: Db, filter: TeacherSearch): Promise<number> =>
  countOf(db)`select count(*)::int as count ${from} where ${conditions(db, filter)}`

export function findTeacher(
  db: Db,
  scope: DataScope,
  sight: ContactSight,
  teacherId: string,
): Promise<StoredTeacher | undefined> {
  return findOne(
    db,
    teacherRow,
  )`select ${columns(db, sight)} where ${there(db)} and i.id = ${teacherId} and ${inScope(db, scope)}`
}
