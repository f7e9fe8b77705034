import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { coursewareType } from '../contract/codes.ts'

const filmRow = z.object({ id, fileId: id })

/**
 * What a plain player is given of these films and sounds, by courseware: the upload where every browser plays it, else the best that was made of it up to
 * 720 lines. Removed ones too, for what they stand in goes on.
 */
export async function playableFiles(db: Db, coursewareIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (coursewareIds.length === 0) return new Map()
  const rows = await rowsOf(db, filmRow)`
    select c.id, case
        when made.file_id is null then v.file_id
        when lower(v.file_name) like '%.mp3' then v.file_id
        when lower(v.file_name) like '%.mp4' and v.media->>'videoCodec' = 'h264' and coalesce(v.media->>'audioCodec', 'aac') in ('aac', 'mp3') then v.file_id
        else made.file_id
      end as "fileId"
    from courseware.courseware c
    join courseware.version v on v.company_id = c.company_id and v.id = c.version_id
    left join lateral (
      select r.file_id
      from courseware.rendition r
      where r.company_id = v.company_id and r.version_id = v.id
      order by least(r.width, r.height) <= 720 desc, r.height desc, r.bits_per_second desc
      limit 1
    ) made on true
    where c.company_id = ${db.companyId}
      and c.id = any (${coursewareIds}::uuid[])
      and v.file_id is not null`
  return new Map(rows.map(({ id: coursewareId, fileId }) => [coursewareId, fileId]))
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
