import { id } from '@kaopei/contract'
import { countOf, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseSource, courseStatus, courseType, enrolmentState } from '../../contract/codes.ts'
import { isStillThere } from '../people/removed.sql.ts'

export interface MineFilter {
  readonly staffId: string
  readonly keyword: string
  readonly only: 'all' | 'notBegun' | 'underWay' | 'complete' | 'overdue'
  readonly now: Date
}

const mineRow = z.object({
  courseId: id,
  name: z.string(),
  coverFileId: id.nullable(),
  source: courseSource.schema,
  percent: z.int(),
  taskCount: z.int(),
  isJoined: z.boolean(),
  enrolledAt: z.date(),
  dueAt: z.date().nullable(),
  isOverdue: z.boolean(),
  completedAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  lastTaskId: id.nullable(),
  lastTaskTitle: z.string().nullable(),
  learnedSeconds: z.int(),
  isClosed: z.boolean(),
})
export type MineRow = z.output<typeof mineRow>

const contains = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

function mineWhere(db: Db, { staffId, keyword, only, now }: MineFilter) {
  const states = {
    all: sql`true`,
    notBegun: sql`e.begun_at is null and e.completed_at is null`,
    underWay: sql`e.begun_at is not null and e.completed_at is null`,
    complete: sql`e.completed_at is not null`,
    overdue: sql`e.completed_at is null and e.due_at < ${now}`,
  }
  return sql`e.company_id = ${db.companyId}
      and e.staff_id = ${staffId}
      and e.state = ${enrolmentState.learns}
      and c.removed_at is null
      and c.published_id is not null
      and (${keyword} = '' or c.name ilike ${contains(keyword)})
      and ${states[only]}`
}

const isClosed = (now: Date) => sql`
  (c.source = ${lit(courseSource.bought)} and exists (
    select from course.licence l
    where l.company_id = c.company_id and l.course_id = c.id and (l.valid_from > ${now} or l.valid_until <= ${now})
  ))`

const mineColumns = (now: Date) => sql`
    c.id as "courseId", c.name, c.cover_file_id as "coverFileId", c.source, e.percent,
      (
        select count(*)::integer
        from course.task t
        where t.company_id = c.company_id and t.version_id = c.published_id
      ) as "taskCount",
      e.is_joined as "isJoined", e.enrolled_at as "enrolledAt", e.due_at as "dueAt",
      coalesce(e.completed_at is null and e.due_at < ${now}, false) as "isOverdue", e.completed_at as "completedAt", e.last_at as "lastAt",
      e.last_task_id as "lastTaskId",
      (
        select t.title
        from course.task t
        where t.company_id = c.company_id and t.version_id = c.published_id and t.id = e.last_task_id
      ) as "lastTaskTitle",
      e.learned_seconds as "learnedSeconds", ${isClosed(now)} as "isClosed"`

/** What has a date first comes first, then what was learnt last. */
export function selectMine(db: Db, filter: MineFilter, { offset, limit }: { offset: number; limit: number }): Promise<MineRow[]> {
  return rowsOf(db, mineRow)`
    select ${mineColumns(filter.now)}
    from course.enrolment e
    join course.course c on c.company_id = e.company_id and c.id = e.course_id
    where ${mineWhere(db, filter)}
    order by e.completed_at is not null, e.due_at nulls last, e.last_at desc nulls last, e.enrolled_at desc, e.course_id
    offset ${offset}
    limit ${limit}`
}

export function countMine(db: Db, filter: MineFilter): Promise<number> {
  return countOf(db)`
    select count(*)::integer
    from course.enrolment e
    join course.course c on c.company_id = e.company_id and c.id = e.course_id
    where ${mineWhere(db, filter)}`
}

/** What was learnt last, is not complete and can be learnt now. */
export async function findGoOn(db: Db, staffId: string, now: Date): Promise<MineRow | undefined> {
  const [row] = await rowsOf(db, mineRow)`
    select ${mineColumns(now)}
    from course.enrolment e
    join course.course c on c.company_id = e.company_id and c.id = e.course_id
    where ${mineWhere(db, { staffId, keyword: '', only: 'underWay', now })} and e.last_at is not null and not ${isClosed(now)}
    order by e.last_at desc
    limit 1`
  return row
}

export interface LibraryFilter {
  readonly staffId: string
  readonly keyword: string
  readonly categoryId: string | null
}

const libraryRow = z.object({
  courseId: id,
  name: z.string(),
  coverFileId: id.nullable(),
  categoryName: z.string().nullable(),
  type: courseType.schema,
  taskCount: z.int(),
  state: enrolmentState.schema.nullable(),
  refusedReason: z.string().nullable(),
  isTakenOut: z.boolean(),
  isJoinApproved: z.boolean(),
  placesLeft: z.int().nullable(),
})

function libraryWhere(db: Db, { keyword, categoryId }: LibraryFilter) {
  const within = sql`
      c.category_id in (
        with recursive below as (
          select ${categoryId}::uuid as id
          union
          select k.id
          from below b
          join course.category k on k.company_id = ${db.companyId} and k.parent_id = b.id
        )
        select b.id from below b
      )`
  return sql`c.company_id = ${db.companyId}
      and c.removed_at is null
      and c.status = ${lit(courseStatus.shelved)}
      and c.type = ${courseType.open}
      and (${keyword} = '' or c.name ilike ${contains(keyword)})
      and ${categoryId === null ? sql`true` : within}`
}

export function selectLibrary(db: Db, filter: LibraryFilter, { offset, limit }: { offset: number; limit: number }) {
  return rowsOf(db, libraryRow)`
    select c.id as "courseId", c.name, c.cover_file_id as "coverFileId", k.name as "categoryName", c.type,
      (
        select count(*)::integer
        from course.task t
        where t.company_id = c.company_id and t.version_id = c.published_id
      ) as "taskCount",
      e.state, case when e.state = ${lit(enrolmentState.refused)} then e.refused_reason end as "refusedReason",
      coalesce(e.is_taken_out, false) as "isTakenOut", c.is_join_approved as "isJoinApproved",
      case
        when c.places is not null then greatest(0, c.places - (
          select count(*)::integer
          from course.enrolment taken
          where taken.company_id = c.company_id and taken.course_id = c.id and taken.is_joined and taken.state = ${lit(enrolmentState.learns)}
            and ${isStillThere('taken')}
        ))
      end as "placesLeft"
    from course.course c
    left join course.category k on k.company_id = c.company_id and k.id = c.category_id
    left join course.enrolment e on e.company_id = c.company_id and e.course_id = c.id and e.staff_id = ${filter.staffId}
    where ${libraryWhere(db, filter)}
    order by c.id desc
    offset ${offset}
    limit ${limit}`
}

export function countLibrary(db: Db, filter: LibraryFilter): Promise<number> {
  return countOf(db)`
    select count(*)::integer
    from course.course c
    where ${libraryWhere(db, filter)}`
}

const categoryRow = z.object({ id, name: z.string(), parentId: id.nullable() })

/** Those with open courses in them, and those above. */
export function selectLibraryCategories(db: Db) {
  return rowsOf(db, categoryRow)`
    with recursive used as (
      select k.id, k.name, k.parent_id, k.sort
      from course.category k
      where k.company_id = ${db.companyId}
        and exists (
          select from course.course c
          where c.company_id = k.company_id and c.category_id = k.id and c.removed_at is null and c.status = ${lit(courseStatus.shelved)} and c.type = ${courseType.open}
        )
      union
      select k.id, k.name, k.parent_id, k.sort
      from used u
      join course.category k on k.company_id = ${db.companyId} and k.id = u.parent_id
    )
    select u.id, u.name, u.parent_id as "parentId"
    from used u
    order by u.sort, u.id`
}
