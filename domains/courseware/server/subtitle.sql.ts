import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const subtitleRow = z.object({ language: z.string(), label: z.string() })

export async function selectSubtitles(db: Db, versionId: string) {
  return rowsOf(db, subtitleRow)`
    select language, label
    from courseware.subtitle
    where company_id = ${db.companyId} and version_id = ${versionId}
    order by language`
}
