import { id } from '@kaopei/contract'
import { type Db, findOne, idRow, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { conditions, unlockOrder } from '../../contract/outline.ts'
import { fromOutlineStock } from './outline-stock.ts'

const taskRow = z.object({
  id,
  chapterId: id,
  title: z.string(),
  /** Key of a kind of tasks. */
  kind: z.string(),
  targetId: id.nullable(),
  /** Whose courseware it is where it is not the company's own. */
  targetCompanyId: id.nullable(),
  isRequired: z.boolean(),
  weight: z.int(),
  /** By kind: `coursewareRule`, `attemptRule`, `articleRule`. */
  rule: z.unknown(),
  conditions,
  /** Of an article {html}, of a link {url}. */
  content: z.unknown(),
})
export type TaskRow = z.input<typeof taskRow>

const chapterRow = z.object({ id, title: z.string(), descript: z.string(), conditions })
export type ChapterRow = z.input<typeof chapterRow>

const versionRow = z.object({
  versionId: id,
  courseId: id,
  number: z.int(),
  unlockOrder,
  forCompleted: z.enum(['keep', 'owe']),
  /** Null of a draft. */
  publishedAt: z.date().nullable(),
  chapters: z.array(chapterRow),
})

export interface Chapter extends ChapterRow {
  readonly tasks: readonly TaskRow[]
}

/** A version of a course: chapters with their tasks, both in their order. */
export interface Outline extends Omit<z.input<typeof versionRow>, 'chapters'> {
  readonly chapters: readonly Chapter[]
}

/** Undefined: no such version in the company. */
export async function outlineOf(db: Db, versionId: string): Promise<Outline | undefined> {
  const version = await findOne(db, versionRow)`
    select v.id as "versionId", v.course_id as "courseId", v.number, v.unlock_order as "unlockOrder", v.for_completed as "forCompleted",
      v.published_at as "publishedAt",
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('id', c.id, 'title', c.title, 'descript', c.descript, 'conditions', c.conditions)
            order by c.sort, c.id
          )
          from course.chapter c
          where c.company_id = v.company_id and c.version_id = v.id
        ),
        '[]'
      ) as chapters
    from course.version v
    where v.company_id = ${db.companyId} and v.id = ${versionId}`
  if (!version) return undefined
  const tasks = Map.groupBy(await tasksOf(db, versionId), ({ chapterId }) => chapterId)
  return { ...version, chapters: version.chapters.map((chapter) => ({ ...chapter, tasks: tasks.get(chapter.id) ?? [] })) }
}

/** What learners see now; undefined where nothing was published. */
export async function publishedOutline(db: Db, courseId: string): Promise<Outline | undefined> {
  const course = await findOne(db, idRow)`
    select c.published_id as id
    from course.course c
    where c.company_id = ${db.companyId} and c.id = ${courseId} and c.published_id is not null and c.removed_at is null`
  return course && publishedVersion(db, course.id)
}

/** A version that was published, from memory where this process has read it before. */
export function publishedVersion(db: Db, versionId: string): Promise<Outline | undefined> {
  return fromOutlineStock(db.companyId, versionId, () => outlineOf(db, versionId))
}

function tasksOf(db: Db, versionId: string): Promise<TaskRow[]> {
  return rowsOf(db, taskRow)`
    select t.id, t.chapter_id as "chapterId", t.title, t.kind, t.target_id as "targetId", t.target_company_id as "targetCompanyId",
      t.is_required as "isRequired", t.weight, t.rule, t.conditions, t.content
    from course.task t
    where t.company_id = ${db.companyId} and t.version_id = ${versionId}
    order by t.sort, t.id`
}

const coursewareTaskRow = z.object({ versionId: id, kind: z.string(), targetId: id, targetCompanyId: id.nullable() })

/** Of these versions the tasks of coursewares. */
export function selectCoursewareTasks(db: Db, versionIds: readonly string[]) {
  return rowsOf(db, coursewareTaskRow)`
    select t.version_id as "versionId", t.kind, t.target_id as "targetId", t.target_company_id as "targetCompanyId"
    from course.task t
    where t.company_id = ${db.companyId}
      and t.version_id = any(${versionIds}::uuid[])
      and t.kind = 'courseware'
      and t.target_id is not null`
}
