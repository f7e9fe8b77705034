import { id } from '@kaopei/contract'
import { changesOf, type Db, hasRows, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { patience } from './courseware.sql.ts'

const dueRow = z.object({ companyId: id, id })

/** Of every company. */
export function filesDue(db: Db, now: Date, howMany: number) {
  return rowsOf(db, dueRow)`
    select company_id as "companyId", id
    from courseware.files_due(${now}, ${howMany})`
}

/** Of one courseware that is still due, locked. */
export function lockDue(db: Db, coursewareId: string, now: Date): Promise<boolean> {
  return hasRows(db)`
    select
    from courseware.courseware
    where company_id = ${db.companyId} and id = ${coursewareId} and removed_at is not null and files_due_at < ${now}
    for update`
}

export async function askAgain(db: Db, coursewareId: string, now: Date): Promise<void> {
  await changesOf(db)`
    update courseware.courseware
    set files_due_at = ${now}::timestamptz + ${patience}
    where company_id = ${db.companyId} and id = ${coursewareId}`
}

export async function markGone(db: Db, coursewareId: string): Promise<void> {
  await changesOf(db)`
    update courseware.courseware
    set files_due_at = null
    where company_id = ${db.companyId} and id = ${coursewareId}`
}

/** Coursewares that have their files. */
const hasFiles = (alias: string) =>
  sql`(${sql.ref(`${alias}.removed_at`)} is null or ${sql.ref(`${alias}.files_due_at`)} is not null)`

/** Whether a micro-course shows it, in any version: whoever began with an older one goes on with that. */
export function isInMicroCourse(db: Db, coursewareId: string): Promise<boolean> {
  return hasRows(db)`
    select
    from courseware.courseware c
    join courseware.version v on v.company_id = c.company_id and v.courseware_id = c.id and v.content is not null
    cross join jsonb_array_elements(v.content->'contentList') as block
    where c.company_id = ${db.companyId}
      and ${hasFiles('c')}
      and block->>'coursewareId' = ${coursewareId}
    limit 1`
}

/** The uploads of all its versions and what was made of them, but for uploads that another courseware has too. */
export function filesOf(db: Db, coursewareId: string): Promise<readonly string[]> {
  const own = sql`
    select v.id, v.file_id, v.content
    from courseware.version v
    where v.company_id = ${db.companyId} and v.courseware_id = ${coursewareId}`
  return idsOf(db)`
    with own as (${own}),
    held as (
      select file_id as id from own where file_id is not null
      union select (block->>'fileId')::uuid from own cross join jsonb_array_elements(own.content->'contentList') as block
        where own.content is not null and block->>'fileId' is not null
      union select r.file_id from courseware.rendition r join own on r.version_id = own.id where r.company_id = ${db.companyId}
      union select p.file_id from courseware.page p join own on p.version_id = own.id where p.company_id = ${db.companyId}
      union select s.file_id from courseware.subtitle s join own on s.version_id = own.id where s.company_id = ${db.companyId}
    )
    select held.id
    from held
    where not exists (
      select
      from courseware.version v
      join courseware.courseware c on c.company_id = v.company_id and c.id = v.courseware_id
      where v.company_id = ${db.companyId}
        and v.courseware_id <> ${coursewareId}
        and ${hasFiles('c')}
        and (v.file_id = held.id or v.content @> jsonb_build_object('contentList', jsonb_build_array(jsonb_build_object('fileId', held.id))))
    )`
}

const coverRow = z.object({ coverFileId: id.nullable() })

/** Of a cover that an author chose others may know the picture; only one that was made goes. */
export async function coverOf(db: Db, coursewareId: string): Promise<readonly string[]> {
  const [row] = await rowsOf(db, coverRow)`
    select cover_file_id as "coverFileId"
    from courseware.courseware
    where company_id = ${db.companyId} and id = ${coursewareId}`
  return row?.coverFileId ? [row.coverFileId] : []
}
