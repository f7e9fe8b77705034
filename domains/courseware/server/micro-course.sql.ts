import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { coursewareType } from '../contract/codes.ts'
import type { StoredMicroCourse } from '../contract/micro-course.ts'
import { versionsFor } from './door.sql.ts'

const filmRow = z.object({ id, fileId: id })

/** By courseware, of the version that whoever begins is given; see `playableFilesOf`. */
export async function playableFiles(db: Db, coursewareIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const versions = await versionsFor(
    db,
    coursewareIds.map((coursewareId) => ({ coursewareId, begunVersionId: null })),
  )
  const files = await playableFilesOf(
    db,
    versions.map(({ versionId }) => versionId),
  )
  return new Map(
    versions.flatMap(({ coursewareId, versionId }) => {
      const fileId = files.get(versionId)
      return fileId === undefined ? [] : [[coursewareId, fileId] as const]
    }),
  )
}

/** What a line carries to somebody who learns. */
const mostBitsPerSecond = 10_000_000

/**
 * What a plain player is given of these versions of films and sounds, by version: the upload where every browser plays it as it is, else the best that was made of
 * it up to 720 lines. Of removed ones too, for what they stand in goes on.
 */
export async function playableFilesOf(db: Db, versionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (versionIds.length === 0) return new Map()
  const rows = await rowsOf(db, filmRow)`
    select v.id, case
        when made.file_id is null then v.file_id
        when lower(v.file_name) like '%.mp3' then v.file_id
        when lower(v.file_name) like '%.mp4'
          and v.media->>'videoCodec' = 'h264'
          and coalesce(v.media->>'pixelFormat', 'yuv420p') in ('yuv420p', 'yuvj420p')
          and coalesce(v.media->>'audioCodec', 'aac') in ('aac', 'mp3')
          and v.size_bytes * 8 <= ${mostBitsPerSecond}::bigint * greatest(v.length_seconds, 1)
        then v.file_id
        else made.file_id
      end as "fileId"
    from courseware.version v
    left join lateral (
      select r.file_id
      from courseware.rendition r
      where r.company_id = v.company_id and r.version_id = v.id
      order by least(r.width, r.height) <= 720 desc, r.height desc, r.bits_per_second desc
      limit 1
    ) made on true
    where v.company_id = ${db.companyId}
      and v.id = any (${versionIds}::uuid[])
      and v.file_id is not null`
  return new Map(rows.map(({ id: versionId, fileId }) => [versionId, fileId]))
}

const useRow = z.object({ coursewareId: id, id, name: z.string() })

/** Micro-courses that show these films, in what is given of them or in their newest version. */
export function microCoursesWithFilms(db: Db, coursewareIds: readonly string[]) {
  return rowsOf(db, useRow)`
    select distinct (block->>'coursewareId')::uuid as "coursewareId", c.id, c.title as name
    from courseware.courseware c
    join courseware.version v on v.company_id = c.company_id and v.id in (c.version_id, c.latest_id)
    cross join lateral jsonb_array_elements(v.content->'contentList') as block
    where c.company_id = ${db.companyId}
      and c.type = ${coursewareType.microCourse}
      and c.removed_at is null
      and block->>'coursewareId' = any (${coursewareIds}::text[])
    order by name, c.id`
}

/** Versions of micro-courses with films that were uploaded for them and never measured. */
export function unmeasuredVersions(db: Db): Promise<readonly string[]> {
  return idsOf(db)`
    select v.id
    from courseware.version v
    where v.company_id = ${db.companyId}
      and v.content is not null
      and exists (
        select
        from jsonb_array_elements(v.content->'contentList') as block
        where block->>'type' = '3' and block->>'fileId' is not null and not block ? 'lengthSeconds'
      )
    order by v.id`
}

export async function updateContent(db: Db, versionId: string, content: StoredMicroCourse): Promise<void> {
  await sql`
    update courseware.version
    set content = ${JSON.stringify(content)}::jsonb
    where company_id = ${db.companyId} and id = ${versionId}`.execute(db)
}
