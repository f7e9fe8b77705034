import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participation } from '../../contract/codes.ts'
import { projectRow, type projectSort } from '../../contract/project.ts'

export interface ProjectFilter {
  readonly name?: string | undefined
  readonly categoryId?: string | undefined
  readonly status?: number | undefined
  /** Its time overlaps [from, until); of one without times the moment it was made. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly source?: number | undefined
  readonly examSource?: number | undefined
}

const withKind = (kind: string) => sql`exists (
        select from training.task t
        where t.company_id = p.company_id and t.project_id = p.id and t.kind = ${kind} and t.removed_at is null
      )`

function matching(db: Db, { name, categoryId, status, from, until, source, examSource }: ProjectFilter) {
  const conditions = [sql`p.company_id = ${db.companyId}`, sql`p.removed_at is null`]
  if (name) conditions.push(sql`strpos(lower(p.name), lower(${name})) > 0`)
  if (categoryId) conditions.push(sql`p.category_id = ${categoryId}`)
  if (status !== undefined) conditions.push(sql`p.status = ${status}`)
  if (from)
    conditions.push(sql`coalesce(p.end_at, case when p.begin_at is null then p.created_at else 'infinity' end) >= ${from}`)
  if (until)
    conditions.push(sql`coalesce(p.begin_at, case when p.end_at is null then p.created_at else '-infinity' end) < ${until}`)
  // Nobody sells projects.
  if (source === 2) conditions.push(sql`false`)
  if (examSource === 3) conditions.push(withKind('exam'))
  if (examSource === 4) conditions.push(withKind('course'))
  return sql.join(conditions, sql` and `)
}

/** Ids are made in the order of time. */
const orders: Readonly<Record<z.output<typeof projectSort>, RawBuilder<unknown>>> = {
  createTime: sql`p.id`,
  beginTime: sql`p.begin_at`,
  name: sql`p.name`,
}

const listRow = projectRow.omit({ projectId: true, source: true, learnerCount: true, completedCount: true, percent: true })

interface Page {
  readonly filter: ProjectFilter
  readonly sort: z.output<typeof projectSort>
  readonly isAscending: boolean
  readonly limit: number
  readonly offset: number
}

export function selectProjectPage(db: Db, { filter, sort, isAscending, limit, offset }: Page) {
  const direction = isAscending ? sql`asc nulls last` : sql`desc nulls last`
  const order = sql`${orders[sort]} ${direction}, p.id ${direction}`
  return rowsOf(db, listRow)`
    with page as (
      select p.*
      from training.project p
      where ${matching(db, filter)}
      order by ${order}
      limit ${limit} offset ${offset}
    )
    select p.id, p.name, p.category_id as "categoryId", g.name as "categoryName", p.status, p.begin_at as "beginTime", p.end_at as "endTime",
      (
        select count(*)::int from training.stage s where s.company_id = p.company_id and s.project_id = p.id
      ) as "stageCount",
      (
        select count(*)::int from training.task t where t.company_id = p.company_id and t.project_id = p.id and t.removed_at is null
      ) as "taskCount",
      ${withKind('exam')} as "hasExam", ${withKind('course')} as "hasCourse", by.name as "creatorName", p.created_at as "createTime",
      p.updated_at as "updateTime", p.version
    from page p
    left join training.category g on g.company_id = p.company_id and g.id = p.category_id
    left join org.person by on by.company_id = p.company_id and by.id = p.created_by
    order by ${order}`
}

export function countProjects(db: Db, filter: ProjectFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count from training.project p where ${matching(db, filter)}`
}

const figuresRow = z.object({
  id,
  learnerCount: z.int(),
  completedCount: z.int(),
  percent: z.int().nullable(),
})

/** Of the people whom the scope shows. */
export async function figuresOf(
  db: Db,
  { projectIds, scope }: { projectIds: readonly string[]; scope: DataScope },
): Promise<ReadonlyMap<string, z.input<typeof figuresRow>>> {
  const seen = scope.kind === 'all' ? sql`true` : sql`e.staff_id in (${scopedStaff(db, scope)})`
  const rows = await rowsOf(db, figuresRow)`
    select e.project_id as id, count(*)::int as "learnerCount",
      count(*) filter (where e.completed_at is not null)::int as "completedCount",
      floor(avg(e.percent))::int as percent
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = any(${projectIds}::uuid[]) and e.state = ${lit(participation.takesPart)} and ${seen}
    group by e.project_id`
  return new Map(rows.map((row) => [row.id, row]))
}
