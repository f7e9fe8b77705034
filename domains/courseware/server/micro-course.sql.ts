import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const filmRow = z.object({ id, fileId: id })

/** The uploads behind these films, by courseware; removed ones too, for what they stand in goes on. */
export async function filmFiles(db: Db, coursewareIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (coursewareIds.length === 0) return new Map()
  const rows = await rowsOf(db, filmRow)`
    select c.id, v.file_id as "fileId"
    from courseware.courseware c
    join courseware.version v on v.company_id = c.company_id and v.id = c.version_id
    where c.company_id = ${db.companyId}
      and c.id = any (${coursewareIds}::uuid[])
      and v.file_id is not null`
  return new Map(rows.map(({ id: coursewareId, fileId }) => [coursewareId, fileId]))
}
