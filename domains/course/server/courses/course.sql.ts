import { id } from '@kaopei/contract'
import { type Db, findOne, idOf, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseSource, courseStatus, courseType, enrolmentState } from '../../contract/codes.ts'

const courseRow = z.object({
  id,
  version: z.int(),
  courseName: z.string(),
  categoryId: id.nullable(),
  source: courseSource.schema,
  type: courseType.schema,
  courseStatus: courseStatus.schema,
  descript: z.string(),
  coverFileId: id.nullable(),
  teacherId: id.nullable(),
  isJoinApproved: z.boolean(),
  places: z.int().nullable(),
  dueDays: z.int().nullable(),
  hasWatermark: z.boolean(),
  publishedId: id.nullable(),
  draftId: id.nullable(),
  createTime: z.date(),
  updateTime: z.date(),
  shelfTime: z.date().nullable(),
})
export type Course = z.input<typeof courseRow>

const columns = sql.raw(`
  c.id,
  c.version,
  c.name as "courseName",
  c.category_id as "categoryId",
  c.source,
  c.type,
  c.status as "courseStatus",
  c.descript,
  c.cover_file_id as "coverFileId",
  c.teacher_id as "teacherId",
  c.is_join_approved as "isJoinApproved",
  c.places,
  c.due_days as "dueDays",
  c.has_watermark as "hasWatermark",
  c.published_id as "publishedId",
  c.draft_id as "draftId",
  c.created_at as "createTime",
  c.updated_at as "updateTime",
  c.shelved_at as "shelfTime"`)

export function findCourse(db: Db, courseId: string): Promise<Course | undefined> {
  return findOne(db, courseRow)`
    select ${columns}
    from course.course c
    where c.company_id = ${db.companyId} and c.id = ${courseId} and c.removed_at is null`
}

/** Whoever changes the course or its outline waits; whoever learns does not. */
export function lockCourse(db: Db, courseId: string): Promise<Course | undefined> {
  return findOne(db, courseRow)`
    select ${columns}
    from course.course c
    where c.company_id = ${db.companyId} and c.id = ${courseId} and c.removed_at is null
    for no key update`
}

const namesRow = z.object({ categoryName: z.string().nullable(), teacherName: z.string().nullable() })

export async function namesOf(db: Db, { categoryId, teacherId }: Pick<Course, 'categoryId' | 'teacherId'>) {
  const row = await findOne(db, namesRow)`
    select
      (select g.name from course.category g where g.company_id = ${db.companyId} and g.id = ${categoryId}::uuid) as "categoryName",
      (select t.name from instructor.card t where t.company_id = ${db.companyId} and t.id = ${teacherId}::uuid) as "teacherName"`
  return row ?? { categoryName: null, teacherName: null }
}

export interface CourseFields {
  readonly courseName: string
  readonly categoryId: string | null
  readonly descript: string
  readonly coverFileId: string | null
  readonly teacherId: string | null
  readonly type: number
  readonly isJoinApproved: boolean
  readonly places: number | null
  readonly dueDays: number | null
  readonly hasWatermark: boolean
}

/** A course with an empty draft. */
export async function insertCourse(db: Db, fields: CourseFields, createdBy: string): Promise<string> {
  const courseId = await idOf(db)`
    insert into course.course (company_id, name, category_id, descript, cover_file_id, teacher_id, type, is_join_approved, places, due_days,
      has_watermark, created_by)
    values (${db.companyId}, ${fields.courseName}, ${fields.categoryId}, ${fields.descript}, ${fields.coverFileId}, ${fields.teacherId},
      ${fields.type}, ${fields.isJoinApproved}, ${fields.places}, ${fields.dueDays}, ${fields.hasWatermark}, ${createdBy})
    returning id`
  await sql`
    with made as (
      insert into course.version (company_id, course_id, number) values (${db.companyId}, ${courseId}, 1) returning id
    )
    update course.course set draft_id = made.id from made where company_id = ${db.companyId} and course.id = ${courseId}`.execute(
    db,
  )
  return courseId
}

export async function updateCourse(db: Db, courseId: string, fields: CourseFields, now: Date): Promise<void> {
  await sql`
    update course.course
    set name = ${fields.courseName}, category_id = ${fields.categoryId}, descript = ${fields.descript},
      cover_file_id = ${fields.coverFileId}, teacher_id = ${fields.teacherId}, type = ${fields.type},
      is_join_approved = ${fields.isJoinApproved}, places = ${fields.places}, due_days = ${fields.dueDays},
      has_watermark = ${fields.hasWatermark}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}

/** Counts the version up; answers it. */
const versionRow = z.object({ version: z.int() })
export async function touchCourse(db: Db, courseId: string, now: Date): Promise<number> {
  const row = await findOne(db, versionRow)`
    update course.course set updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}
    returning version`
  return row?.version ?? 0
}

export async function updateStatus(db: Db, courseId: string, { status, now }: { status: number; now: Date }): Promise<void> {
  await sql`
    update course.course
    set status = ${status}, shelved_at = case when ${status}::int = 1 then ${now}::timestamptz else shelved_at end, updated_at = ${now},
      version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}

export async function removeCourse(db: Db, courseId: string, now: Date): Promise<void> {
  await sql`
    update course.course set removed_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
}

const begunRow = z.object({ learnerCount: z.int(), begunCount: z.int() })

/** Who learns a course, whoever asks: for decisions, not for lists of people. */
export async function countLearners(db: Db, courseId: string): Promise<z.input<typeof begunRow>> {
  const row = await findOne(db, begunRow)`
    select count(*) filter (where e.state = ${lit(enrolmentState.learns)})::int as "learnerCount",
      count(*) filter (where e.begun_at is not null)::int as "begunCount"
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId}`
  return row ?? { learnerCount: 0, begunCount: 0 }
}
