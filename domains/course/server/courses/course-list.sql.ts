import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { courseStatus, courseWaiting, enrolmentState } from '../../contract/codes.ts'
import { courseRow, type courseSort } from '../../contract/course.ts'
import { categoriesNamed, withinCategory } from '../categories/category.sql.ts'
import { isStillThere } from '../people/removed.sql.ts'

const learns = lit(enrolmentState.learns)
const asked = lit(enrolmentState.asked)
const hasChange = sql`c.status <> ${lit(courseStatus.draft)} and c.draft_id is not null`

export interface CourseFilter {
  readonly title?: string | undefined
  readonly categoryId?: string | undefined
  readonly categoryName?: string | undefined
  readonly source?: number | undefined
  readonly courseStatus?: number | undefined
  readonly type?: number | undefined
  /** `courseWaiting`; who asked is looked for among those of the scope. */
  readonly waiting?: { readonly forWhat: number; readonly scope: DataScope } | undefined
  readonly creatorName?: string | undefined
  /** Made at or after. */
  readonly from?: Date | undefined
  /** Made before. */
  readonly until?: Date | undefined
}

export interface Page {
  readonly filter: CourseFilter
  readonly sort: z.output<typeof courseSort>
  readonly isAscending: boolean
  readonly limit: number
  readonly offset: number
}

function matching(db: Db, filter: CourseFilter) {
  const { companyId } = db
  const { title, categoryId, categoryName, source, courseStatus: status, type, waiting, creatorName, from, until } = filter
  const conditions = [sql`c.company_id = ${companyId}`, sql`c.removed_at is null`]
  if (title) conditions.push(sql`strpos(lower(c.name), lower(${title})) > 0`)
  if (categoryId) conditions.push(sql`c.category_id in (${withinCategory(companyId, categoryId)})`)
  if (categoryName) conditions.push(sql`c.category_id in (${categoriesNamed(companyId, categoryName)})`)
  if (source !== undefined) conditions.push(sql`c.source = ${source}`)
  if (status !== undefined) conditions.push(sql`c.status = ${status}`)
  if (type !== undefined) conditions.push(sql`c.type = ${type}`)
  if (waiting?.forWhat === courseWaiting.change) conditions.push(hasChange)
  if (waiting?.forWhat === courseWaiting.asked) conditions.push(isAskedFor(db, waiting.scope))
  if (creatorName)
    conditions.push(sql`c.created_by in (
      select p.id from org.person p where p.company_id = ${companyId} and strpos(lower(p.name), lower(${creatorName})) > 0
    )`)
  if (from) conditions.push(sql`c.created_at >= ${from}`)
  if (until) conditions.push(sql`c.created_at < ${until}`)
  return sql.join(conditions, sql` and `)
}

const seenIn = (db: Db, scope: DataScope) =>
  scope.kind === 'all' ? isStillThere('e') : sql`${isStillThere('e')} and e.staff_id in (${scopedStaff(db, scope)})`

const isAskedFor = (db: Db, scope: DataScope) => sql`exists (
  select from course.enrolment e
  where e.company_id = c.company_id and e.course_id = c.id and e.state = ${asked} and ${seenIn(db, scope)}
)`

/** Ids are made in the order of time. */
const orders: Readonly<Record<z.output<typeof courseSort>, RawBuilder<unknown>>> = {
  createTime: sql`c.id`,
  updateTime: sql`c.updated_at`,
  courseName: sql`c.name`,
}

/** What asks neither for people nor for what the seller of a bought course has. */
const listRow = courseRow
  .omit({ courseId: true, timeLength: true, learnerCount: true, completedCount: true, askedCount: true, percent: true })
  .extend({ versionId: id.nullable() })
export type ListedCourse = z.input<typeof listRow>

/** Counted is what learners see; of what was never on the shelf, its draft. */
export function selectCoursePage(db: Db, { filter, sort, isAscending, limit, offset }: Page): Promise<ListedCourse[]> {
  const direction = isAscending ? sql`asc` : sql`desc`
  const order = sql`${orders[sort]} ${direction}, c.id ${direction}`
  return rowsOf(db, listRow)`
    with page as (
      select c.*
      from course.course c
      where ${matching(db, filter)}
      order by ${order}
      limit ${limit} offset ${offset}
    )
    select c.id, c.name as "courseName", c.category_id as "categoryId", g.name as "categoryName", c.source, c.type,
      c.status as "courseStatus", ${hasChange} as "hasChange", h.count as "chapterCount", t.count as "taskCount", coalesce(c.published_id, c.draft_id) as "versionId",
      by.name as "creatorName", c.created_at as "createTime", c.updated_at as "updateTime", c.version
    from page c
    left join course.category g on g.company_id = c.company_id and g.id = c.category_id
    left join org.person by on by.company_id = c.company_id and by.id = c.created_by
    cross join lateral (
      select count(*)::int as count
      from course.chapter h
      where h.company_id = c.company_id and h.version_id = coalesce(c.published_id, c.draft_id)
    ) h
    cross join lateral (
      select count(*)::int as count
      from course.task t
      where t.company_id = c.company_id and t.version_id = coalesce(c.published_id, c.draft_id)
    ) t
    order by ${order}`
}

export function countCourses(db: Db, filter: CourseFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count from course.course c where ${matching(db, filter)}`
}

const totalRow = z.object({ courseCount: z.int(), shelvedCount: z.int() })

export function countAll(db: Db) {
  return oneOf(db, totalRow)`
    select count(*)::int as "courseCount", (count(*) filter (where c.status = ${lit(courseStatus.shelved)}))::int as "shelvedCount"
    from course.course c
    where c.company_id = ${db.companyId} and c.removed_at is null`
}

const figuresRow = z.object({
  id,
  learnerCount: z.int(),
  completedCount: z.int(),
  askedCount: z.int(),
  percent: z.int().nullable(),
})
export type Figures = z.input<typeof figuresRow>

/** Of the people whom the scope shows. */
export async function figuresOf(
  db: Db,
  { courseIds, scope }: { courseIds: readonly string[]; scope: DataScope },
): Promise<ReadonlyMap<string, Figures>> {
  const rows = await rowsOf(db, figuresRow)`
    select e.course_id as id, count(*) filter (where e.state = ${learns})::int as "learnerCount",
      count(*) filter (where e.state = ${learns} and e.completed_at is not null)::int as "completedCount",
      count(*) filter (where e.state = ${asked})::int as "askedCount",
      floor(avg(e.percent) filter (where e.state = ${learns}))::int as percent
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = any(${courseIds}::uuid[]) and ${seenIn(db, scope)}
    group by e.course_id`
  return new Map(rows.map((row) => [row.id, row]))
}
