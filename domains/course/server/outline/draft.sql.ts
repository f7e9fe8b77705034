import { type Db, idOf } from '@kaopei/server'
import { sql } from 'kysely'

/** A version of its own to be changed, as learners see the course now. Chapters and tasks keep their ids. */
export async function copyPublished(
  db: Db,
  { courseId, publishedId }: { courseId: string; publishedId: string },
): Promise<string> {
  const draftId = await idOf(db)`
    insert into course.version (company_id, course_id, number, unlock_order)
    select v.company_id, v.course_id, (
        select max(n.number) + 1 from course.version n where n.company_id = v.company_id and n.course_id = v.course_id
      ), v.unlock_order
    from course.version v
    where v.company_id = ${db.companyId} and v.id = ${publishedId}
    returning id`
  await sql`
    insert into course.chapter (company_id, version_id, id, title, descript, sort, conditions)
    select c.company_id, ${draftId}, c.id, c.title, c.descript, c.sort, c.conditions
    from course.chapter c
    where c.company_id = ${db.companyId} and c.version_id = ${publishedId}`.execute(db)
  await sql`
    insert into course.task (company_id, version_id, id, chapter_id, title, kind, target_id, target_company_id, sort, is_required, weight,
      rule, conditions, content)
    select t.company_id, ${draftId}, t.id, t.chapter_id, t.title, t.kind, t.target_id, t.target_company_id, t.sort, t.is_required, t.weight,
      t.rule, t.conditions, t.content
    from course.task t
    where t.company_id = ${db.companyId} and t.version_id = ${publishedId}`.execute(db)
  await sql`
    update course.course set draft_id = ${draftId} where company_id = ${db.companyId} and id = ${courseId}`.execute(db)
  return draftId
}

export async function deleteVersion(db: Db, versionId: string): Promise<void> {
  await sql`delete from course.task where company_id = ${db.companyId} and version_id = ${versionId}`.execute(db)
  await sql`delete from course.chapter where company_id = ${db.companyId} and version_id = ${versionId}`.execute(db)
  await sql`delete from course.version where company_id = ${db.companyId} and id = ${versionId}`.execute(db)
}

export async function updateOrder(db: Db, versionId: string, order: string): Promise<void> {
  await sql`
    update course.version set unlock_order = ${order} where company_id = ${db.companyId} and id = ${versionId}`.execute(db)
}

export interface ChapterRow {
  readonly id: string
  readonly title: string
  readonly descript: string
  readonly conditions: readonly unknown[]
  readonly sort: number
}

export interface TaskRow {
  readonly id: string
  readonly chapterId: string
  readonly title: string
  readonly kind: string
  readonly targetId: string | null
  readonly targetCompanyId: string | null
  readonly sort: number
  readonly isRequired: boolean
  readonly weight: number
  readonly rule: unknown
  readonly conditions: readonly unknown[]
  readonly content: unknown
}

/** A version is written as a whole: it has at most a thousand tasks, and what is said of it is then said of all. */
export async function replaceOutline(
  db: Db,
  versionId: string,
  { chapters, tasks }: { chapters: readonly ChapterRow[]; tasks: readonly TaskRow[] },
): Promise<void> {
  const [chapterIds, taskIds] = [chapters.map(({ id }) => id), tasks.map(({ id }) => id)]
  await sql`
    insert into course.chapter (company_id, version_id, id, title, descript, sort, conditions)
    select ${db.companyId}, ${versionId}, c.id, c.title, c.descript, c.sort, c.conditions
    from jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as c (id uuid, title text, descript text, sort int, conditions jsonb)
    on conflict (company_id, version_id, id) do update
    set title = excluded.title, descript = excluded.descript, sort = excluded.sort, conditions = excluded.conditions
    where (chapter.title, chapter.descript, chapter.sort, chapter.conditions)
      is distinct from (excluded.title, excluded.descript, excluded.sort, excluded.conditions)`.execute(db)
  await sql`
    delete from course.task
    where company_id = ${db.companyId} and version_id = ${versionId} and id <> all (${taskIds}::uuid[])`.execute(db)
  await sql`
    insert into course.task (company_id, version_id, id, chapter_id, title, kind, target_id, target_company_id, sort, is_required, weight,
      rule, conditions, content)
    select ${db.companyId}, ${versionId}, t.id, t."chapterId", t.title, t.kind, t."targetId", t."targetCompanyId", t.sort, t."isRequired",
      t.weight, t.rule, t.conditions, t.content
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as t (id uuid, "chapterId" uuid, title text, kind text, "targetId" uuid,
      "targetCompanyId" uuid, sort int, "isRequired" boolean, weight int, rule jsonb, conditions jsonb, content jsonb)
    on conflict (company_id, version_id, id) do update
    set chapter_id = excluded.chapter_id, title = excluded.title, kind = excluded.kind, target_id = excluded.target_id,
      target_company_id = excluded.target_company_id, sort = excluded.sort, is_required = excluded.is_required, weight = excluded.weight,
      rule = excluded.rule, conditions = excluded.conditions, content = excluded.content`.execute(db)
  await sql`
    delete from course.chapter
    where company_id = ${db.companyId} and version_id = ${versionId} and id <> all (${chapterIds}::uuid[])`.execute(db)
}
