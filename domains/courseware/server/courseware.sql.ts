/** Single coursewares: their rows, versions, credits. */
import { id } from '@kaopei/contract'
import { changesOf, countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { coursewareType, transStatus } from '../contract/codes.ts'

const wholeRow = z.object({
  id,
  title: z.string(),
  type: coursewareType.schema,
  descript: z.string(),
  coverFileId: id.nullable(),
  versionId: id,
  latestId: id,
  version: z.int(),
})
export type WholeRow = z.output<typeof wholeRow>

/** One that is not removed; with `isLocked` nobody else changes it until the end of the transaction. */
export async function findCourseware(db: Db, coursewareId: string, isLocked = false): Promise<WholeRow | undefined> {
  return findOne(db, wholeRow)`
    select id, title, type, descript, cover_file_id as "coverFileId", version_id as "versionId", latest_id as "latestId", version
    from courseware.courseware
    where company_id = ${db.companyId} and id = ${coursewareId} and removed_at is null
    ${isLocked ? sql`for update` : sql``}`
}

export interface NewCourseware {
  readonly title: string
  readonly type: number
  readonly descript: string
  readonly coverFileId: string | null
  readonly createdBy: string
}

export async function insertCourseware(db: Db, one: NewCourseware): Promise<string> {
  return idOf(db)`
    insert into courseware.courseware (company_id, title, type, descript, cover_file_id, created_by)
    values (${db.companyId}, ${one.title}, ${one.type}, ${one.descript}, ${one.coverFileId}, ${one.createdBy})
    returning id`
}

export interface NewVersion {
  readonly coursewareId: string
  readonly fileId: string | null
  readonly fileName: string
  readonly sizeBytes: number
  readonly pageCount: number | null
  readonly content: unknown
  readonly text: string
  readonly isForBegun: boolean
  readonly createdBy: string
}

/** The next version. It is given to whoever begins when `isUsable`, or when there is no other; else its conversion makes it so. */
export async function insertVersion(db: Db, version: NewVersion, { isUsable }: { isUsable: boolean }): Promise<string> {
  const { coursewareId, fileId, fileName, sizeBytes, pageCount, content, text, isForBegun, createdBy } = version
  const versionId = await idOf(db)`
    insert into courseware.version (company_id, courseware_id, number, file_id, file_name, size_bytes, page_count, content, text,
      is_for_begun, created_by)
    select ${db.companyId}, ${coursewareId}, coalesce(max(v.number), 0) + 1, ${fileId}::uuid, ${fileName}, ${sizeBytes}::bigint,
      ${pageCount}::integer, ${content === null ? null : JSON.stringify(content)}::jsonb, ${text}, ${isForBegun}, ${createdBy}::uuid
    from courseware.version v
    where v.company_id = ${db.companyId} and v.courseware_id = ${coursewareId}
    returning id`
  await sql`
    update courseware.courseware
    set latest_id = ${versionId}, version_id = case when ${isUsable} or version_id is null then ${versionId} else version_id end
    where company_id = ${db.companyId} and id = ${coursewareId}`.execute(db)
  return versionId
}

export interface CoursewareChange {
  readonly title: string
  readonly descript: string
  readonly coverFileId: string | null
}

/** Answers the row's new version. */
export async function updateCourseware(db: Db, coursewareId: string, change: CoursewareChange, now: Date): Promise<void> {
  await sql`
    update courseware.courseware
    set title = ${change.title}, descript = ${change.descript}, cover_file_id = ${change.coverFileId}
    where company_id = ${db.companyId} and id = ${coursewareId}`.execute(db)
  await touchCourseware(db, coursewareId, now)
}

export async function touchCourseware(db: Db, coursewareId: string, now: Date): Promise<void> {
  await sql`
    update courseware.courseware
    set updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${coursewareId}`.execute(db)
}

/** Whoever learns with it has so long to finish before it is asked whether anybody does. */
export const patience = sql`interval '30 days'`

export async function removeCourseware(db: Db, coursewareId: string, now: Date): Promise<boolean> {
  const done = await changesOf(db)`
    update courseware.courseware
    set removed_at = ${now}, updated_at = ${now}, version = version + 1, files_due_at = ${now}::timestamptz + ${patience}
    where company_id = ${db.companyId} and id = ${coursewareId} and removed_at is null`
  return done === 1
}

export interface Credit {
  readonly role: number
  readonly staffId: string | null
  readonly instructorId: string | null
  readonly name: string
}

export async function replaceCredits(db: Db, coursewareId: string, credits: readonly Credit[]): Promise<void> {
  await sql`delete from courseware.credit where company_id = ${db.companyId} and courseware_id = ${coursewareId}`.execute(db)
  const rows = credits.map((credit, place) => ({ ...credit, place }))
  await sql`
    insert into courseware.credit (company_id, courseware_id, role, place, staff_id, instructor_id, name)
    select ${db.companyId}, ${coursewareId}, r.role, r.place, coalesce(r."staffId", t.staff_id), t.id,
      case when t.id is not null and t.staff_id is null then t.name else r.name end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (role smallint, place smallint, "staffId" uuid, "instructorId" uuid, name text)
    left join instructor.card t on t.company_id = ${db.companyId} and t.id = r."instructorId"`.execute(db)
}

const creditRow = z.object({ role: z.int(), staffId: id.nullable(), instructorId: id.nullable(), name: z.string() })

/** With the names that people have today. */
export async function selectCredits(db: Db, coursewareId: string): Promise<Credit[]> {
  return rowsOf(db, creditRow)`
    select k.role, k.staff_id as "staffId", k.instructor_id as "instructorId", coalesce(p.name, t.name, k.name) as name
    from courseware.credit k
    left join instructor.card t on t.company_id = k.company_id and t.id = k.instructor_id
    left join org.person p on p.company_id = k.company_id and p.id = k.staff_id
    where k.company_id = ${db.companyId} and k.courseware_id = ${coursewareId}
    order by k.role, k.place`
}

export async function replacePoints(db: Db, coursewareId: string, pointIds: readonly string[]): Promise<void> {
  await sql`delete from courseware.knowledge_point where company_id = ${db.companyId} and courseware_id = ${coursewareId}`.execute(
    db,
  )
  await sql`
    insert into courseware.knowledge_point (company_id, courseware_id, point_id)
    select ${db.companyId}, ${coursewareId}, given.id from unnest(${pointIds}::uuid[]) as given (id)`.execute(db)
}

const pointRow = z.object({ pointId: id })

export async function selectPointIds(db: Db, coursewareId: string): Promise<string[]> {
  const rows = await rowsOf(db, pointRow)`
    select point_id as "pointId" from courseware.knowledge_point
    where company_id = ${db.companyId} and courseware_id = ${coursewareId}`
  return rows.map(({ pointId }) => pointId)
}

const versionRow = z.object({
  id,
  number: z.int(),
  fileName: z.string(),
  sizeBytes: z.int(),
  transStatus: transStatus.schema,
  isForBegun: z.boolean(),
  createdByName: z.string(),
  createdAt: z.date(),
})

/** The newest first. */
export function selectVersions(db: Db, coursewareId: string, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, versionRow)`
    select v.id, v.number, v.file_name as "fileName", v.size_bytes as "sizeBytes", v.trans_status as "transStatus",
      v.is_for_begun as "isForBegun", coalesce(p.name, '') as "createdByName", v.created_at as "createdAt"
    from courseware.version v
    left join org.person p on p.company_id = v.company_id and p.id = v.created_by
    where v.company_id = ${db.companyId} and v.courseware_id = ${coursewareId}
    order by v.number desc
    limit ${limit} offset ${offset}`
}

export const countVersions = (db: Db, coursewareId: string): Promise<number> =>
  countOf(db)`
    select count(*)::int as count from courseware.version v where v.company_id = ${db.companyId} and v.courseware_id = ${coursewareId}`

const contentRow = z.object({
  fileId: id.nullable(),
  content: z.unknown(),
  transStatus: transStatus.schema,
  lengthSeconds: z.int().nullable(),
})

export async function findVersion(db: Db, versionId: string) {
  return findOne(db, contentRow)`
    select file_id as "fileId", content, trans_status as "transStatus", length_seconds as "lengthSeconds"
    from courseware.version
    where company_id = ${db.companyId} and id = ${versionId}`
}
