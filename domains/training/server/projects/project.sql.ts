import { id } from '@kaopei/contract'
import { type Db, findOne, idOf, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'
import { unlockOrder } from '../../contract/outline.ts'

const projectRow = z.object({
  id,
  version: z.int(),
  name: z.string(),
  categoryId: id.nullable(),
  status: projectStatus.schema,
  information: z.string(),
  coverFileId: id.nullable(),
  beginTime: z.date().nullable(),
  endTime: z.date().nullable(),
  unlockOrder,
  notifyJoin: z.boolean(),
  notifyBegin: z.boolean(),
  notifyEnd: z.boolean(),
  sourceExamId: id.nullable(),
  outlineVersion: z.int(),
  nextSlot: z.int(),
  createTime: z.date(),
  updateTime: z.date(),
  shelfTime: z.date().nullable(),
  endedTime: z.date().nullable(),
  archiveTime: z.date().nullable(),
})
export type Project = z.input<typeof projectRow>

const columns = sql.raw(`
  p.id,
  p.version,
  p.name,
  p.category_id as "categoryId",
  p.status,
  p.information,
  p.cover_file_id as "coverFileId",
  p.begin_at as "beginTime",
  p.end_at as "endTime",
  p.unlock_order as "unlockOrder",
  p.notify_join as "notifyJoin",
  p.notify_begin as "notifyBegin",
  p.notify_end as "notifyEnd",
  p.source_exam_id as "sourceExamId",
  p.outline_version as "outlineVersion",
  p.next_slot::int as "nextSlot",
  p.created_at as "createTime",
  p.updated_at as "updateTime",
  p.shelved_at as "shelfTime",
  p.ended_at as "endedTime",
  p.archived_at as "archiveTime"`)

export function findProject(db: Db, projectId: string): Promise<Project | undefined> {
  return findOne(db, projectRow)`
    select ${columns}
    from training.project p
    where p.company_id = ${db.companyId} and p.id = ${projectId} and p.removed_at is null`
}

/** Whoever changes the project, its stages or tasks waits; whoever learns does not. */
export function lockProject(db: Db, projectId: string): Promise<Project | undefined> {
  return findOne(db, projectRow)`
    select ${columns}
    from training.project p
    where p.company_id = ${db.companyId} and p.id = ${projectId} and p.removed_at is null
    for no key update`
}

const figuresRow = z.object({
  categoryName: z.string().nullable(),
  creatorName: z.string().nullable(),
  endedByName: z.string().nullable(),
  stageCount: z.int(),
  taskCount: z.int(),
})

/** What a project's page says beside its own row. */
export function findFigures(db: Db, projectId: string) {
  return findOne(db, figuresRow)`
    select g.name as "categoryName", by.name as "creatorName", ender.name as "endedByName",
      (
        select count(*)::int from training.stage s where s.company_id = p.company_id and s.project_id = p.id
      ) as "stageCount",
      (
        select count(*)::int from training.task t where t.company_id = p.company_id and t.project_id = p.id and t.removed_at is null
      ) as "taskCount"
    from training.project p
    left join training.category g on g.company_id = p.company_id and g.id = p.category_id
    left join org.person by on by.company_id = p.company_id and by.id = p.created_by
    left join org.person ender on ender.company_id = p.company_id and ender.id = p.ended_by
    where p.company_id = ${db.companyId} and p.id = ${projectId}`
}

export interface ProjectFields {
  readonly name: string
  readonly categoryId: string | null
  readonly information: string
  readonly coverFileId: string | null
  readonly beginTime: Date | null
  readonly endTime: Date | null
  readonly notifyJoin: boolean
  readonly notifyBegin: boolean
  readonly notifyEnd: boolean
}

export function insertProject(db: Db, fields: ProjectFields, createdBy: string): Promise<string> {
  return idOf(db)`
    insert into training.project (company_id, name, category_id, information, cover_file_id, begin_at, end_at, notify_join, notify_begin,
      notify_end, created_by)
    values (${db.companyId}, ${fields.name}, ${fields.categoryId}::uuid, ${fields.information}, ${fields.coverFileId}::uuid,
      ${fields.beginTime}::timestamptz, ${fields.endTime}::timestamptz, ${fields.notifyJoin}, ${fields.notifyBegin}, ${fields.notifyEnd},
      ${createdBy})
    returning id`
}

export async function updateProject(db: Db, projectId: string, fields: ProjectFields, now: Date): Promise<void> {
  await sql`
    update training.project
    set name = ${fields.name}, category_id = ${fields.categoryId}::uuid, information = ${fields.information},
      cover_file_id = ${fields.coverFileId}::uuid, begin_at = ${fields.beginTime}::timestamptz, end_at = ${fields.endTime}::timestamptz,
      notify_join = ${fields.notifyJoin}, notify_begin = ${fields.notifyBegin}, notify_end = ${fields.notifyEnd}, updated_at = ${now},
      version = version + 1
    where company_id = ${db.companyId} and id = ${projectId}`.execute(db)
}

interface NewStatus {
  readonly status: number
  /** Null: the clock. */
  readonly actorId: string | null
  readonly now: Date
}

/** Each moment is kept beside the state that began with it. */
export async function updateStatus(db: Db, projectId: string, { status, actorId, now }: NewStatus): Promise<void> {
  const { shelved, ended, archived } = projectStatus
  await sql`
    update training.project
    set status = ${status},
      shelved_at = case when ${status}::int = ${shelved} then ${now}::timestamptz else shelved_at end,
      ended_at = case when ${status}::int = ${ended} then ${now}::timestamptz else ended_at end,
      ended_by = case when ${status}::int = ${ended} then ${actorId}::uuid else ended_by end,
      archived_at = case when ${status}::int = ${archived} then ${now}::timestamptz else archived_at end,
      updated_at = ${now},
      version = version + 1
    where company_id = ${db.companyId} and id = ${projectId}`.execute(db)
}

export async function removeProject(db: Db, projectId: string, now: Date): Promise<void> {
  await sql`
    update training.project set removed_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${projectId}`.execute(db)
}

const countsRow = z.object({ projectCount: z.int(), taskCount: z.int() })

/** Running projects and their tasks. */
export async function countRunning(db: Db) {
  const row = await findOne(db, countsRow)`
    select count(distinct p.id)::int as "projectCount", count(t.id)::int as "taskCount"
    from training.project p
    left join training.task t on t.company_id = p.company_id and t.project_id = p.id and t.removed_at is null
    where p.company_id = ${db.companyId} and p.status in ${lit(projectStatus.shelved, projectStatus.unshelved)} and p.removed_at is null`
  return row ?? { projectCount: 0, taskCount: 0 }
}
