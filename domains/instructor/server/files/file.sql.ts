import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { teacherFileKind } from '../../contract/codes.ts'
import { inScope, there } from '../sight.sql.ts'

const fileRow = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  kind: teacherFileKind.schema,
  name: z.string(),
  fileId: id,
  sizeBytes: z.number(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  uploadedAt: z.date(),
  uploadedByName: z.string().nullable(),
  isReplaced: z.boolean(),
})

export interface FileFilter {
  readonly scope: DataScope
  readonly teacherId?: string | undefined
  readonly hasReplaced: boolean
  /** At the latest on this day. */
  readonly endsUntil?: string | undefined
  readonly today: string
}

const from = sql`
  from instructor.file f
  join instructor.instructor i on i.company_id = f.company_id and i.id = f.instructor_id
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`

function conditions(db: Db, { scope, teacherId, hasReplaced, endsUntil, today }: FileFilter): RawBuilder<unknown> {
  const parts = [there(db), inScope(db, scope), sql`f.removed_at is null`]
  if (teacherId !== undefined) parts.push(sql`f.instructor_id = ${teacherId}`)
  if (!hasReplaced) parts.push(sql`f.replaced_by is null`)
  if (endsUntil !== undefined) parts.push(sql`f.valid_until between ${today}::date and ${endsUntil}::date`)
  return sql.join(parts, sql` and `)
}

export function selectFiles(db: Db, filter: FileFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, fileRow)`
    select f.id, f.instructor_id as "teacherId", coalesce(p.name, i.name) as "teacherName", f.kind, f.name, f.file_id as "fileId",
      f.size_bytes::float8 as "sizeBytes", f.valid_from::text as "validFrom", f.valid_until::text as "validUntil",
      f.uploaded_at as "uploadedAt", u.name as "uploadedByName", f.replaced_by is not null as "isReplaced"
    ${from}
    left join org.person u on u.company_id = f.company_id and u.id = f.uploaded_by
    where ${conditions(db, filter)}
    order by f.replaced_by is not null, f.valid_until nulls last, f.id desc
    limit ${limit} offset ${offset}`
}

export const countFiles = (db: Db, filter: FileFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${from} where ${conditions(db, filter)}`

export interface NewFile {
  readonly teacherId: string
  readonly kind: number
  readonly name: string
  readonly fileId: string
  readonly sizeBytes: number
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly by: string
  readonly now: Date
}

export const insertFile = (db: Db, file: NewFile): Promise<string> =>
  idOf(db)`
    insert into instructor.file (company_id, instructor_id, kind, name, file_id, size_bytes, valid_from, valid_until, uploaded_by, uploaded_at)
    values (${db.companyId}, ${file.teacherId}, ${file.kind}, ${file.name}, ${file.fileId}, ${file.sizeBytes}, ${file.validFrom}::date,
      ${file.validUntil}::date, ${file.by}, ${file.now})
    returning id`

const lockedRow = z.object({ id, teacherId: id, name: z.string(), validUntil: z.string().nullable() })

export function lockFile(db: Db, scope: DataScope, fileId: string) {
  return findOne(db, lockedRow)`
    select f.id, f.instructor_id as "teacherId", f.name, f.valid_until::text as "validUntil"
    from instructor.file f
    join instructor.instructor i on i.company_id = f.company_id and i.id = f.instructor_id
    where ${there(db)} and f.id = ${fileId} and f.removed_at is null and f.replaced_by is null and ${inScope(db, scope)}
    for update of f`
}

export async function replaceFile(db: Db, fileId: string, by: string): Promise<void> {
  await sql`
    update instructor.file set replaced_by = ${by}
    where company_id = ${db.companyId} and id = ${fileId}`.execute(db)
}

export async function removeFile(db: Db, fileId: string, now: Date): Promise<void> {
  await sql`
    update instructor.file set removed_at = ${now}
    where company_id = ${db.companyId} and id = ${fileId}`.execute(db)
}
