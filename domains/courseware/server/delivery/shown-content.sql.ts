import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { coursewareType, transStatus } from '../../contract/codes.ts'
import { storedMicroCourse } from '../../contract/micro-course.ts'

const versionRow = z.object({
  coursewareId: id,
  versionId: id,
  title: z.string(),
  type: coursewareType.schema,
  coverFileId: id.nullable(),
  fileId: id.nullable(),
  fileName: z.string(),
  transStatus: transStatus.schema,
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  /** Making it ready has failed or was cancelled. */
  isBroken: z.boolean(),
  /** Of a micro-course. */
  content: storedMicroCourse.nullable(),
})
export type ShownVersionRow = z.output<typeof versionRow>

export function findShownVersion(db: Db, versionId: string): Promise<ShownVersionRow | undefined> {
  return findOne(db, versionRow)`
    select c.id as "coursewareId", v.id as "versionId", c.title, c.type, c.cover_file_id as "coverFileId", v.file_id as "fileId",
      v.file_name as "fileName", v.trans_status as "transStatus", v.length_seconds as "lengthSeconds",
      v.page_count as "pageCount", v.content, coalesce(k.state in ('failed', 'cancelled'), false) as "isBroken"
    from courseware.version v
    left join courseware.conversion k on k.company_id = v.company_id and k.version_id = v.id
    join courseware.courseware c on c.company_id = v.company_id and c.id = v.courseware_id
    where v.company_id = ${db.companyId} and v.id = ${versionId}`
}

const renditionRow = z.object({
  name: z.string(),
  fileId: id,
  width: z.int(),
  height: z.int(),
  bitsPerSecond: z.int(),
  codecs: z.string(),
  initBytes: z.int().nullable(),
  segments: z.array(z.tuple([z.int(), z.int(), z.int()])).nullable(),
})

/** Best first. */
export function selectRenditions(db: Db, versionId: string) {
  return rowsOf(db, renditionRow)`
    select r.name, r.file_id as "fileId", r.width, r.height, r.bits_per_second as "bitsPerSecond", r.codecs, r.init_bytes as "initBytes", r.segments
    from courseware.rendition r
    where r.company_id = ${db.companyId} and r.version_id = ${versionId}
    order by r.height desc, r.bits_per_second desc, r.name`
}

const pageRow = z.object({ fileId: id, width: z.int(), height: z.int() })

export function selectPages(db: Db, versionId: string) {
  return rowsOf(db, pageRow)`
    select p.file_id as "fileId", p.width, p.height
    from courseware.page p
    where p.company_id = ${db.companyId} and p.version_id = ${versionId}
    order by p.number`
}

const subtitleRow = z.object({ language: z.string(), label: z.string(), fileId: id })

export function selectShownSubtitles(db: Db, versionId: string) {
  return rowsOf(db, subtitleRow)`
    select s.language, s.label, s.file_id as "fileId"
    from courseware.subtitle s
    where s.company_id = ${db.companyId} and s.version_id = ${versionId}
    order by s.language`
}
