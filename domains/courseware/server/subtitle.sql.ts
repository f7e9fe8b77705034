import { changesOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const subtitleRow = z.object({ language: z.string(), label: z.string() })

export async function selectSubtitles(db: Db, versionId: string) {
  return rowsOf(db, subtitleRow)`
    select language, label
    from courseware.subtitle
    where company_id = ${db.companyId} and version_id = ${versionId}
    order by language`
}

/** One of each language. */
export async function putSubtitle(
  db: Db,
  versionId: string,
  { language, label, fileId }: { language: string; label: string; fileId: string },
): Promise<void> {
  await sql`
    insert into courseware.subtitle (company_id, version_id, language, label, file_id)
    values (${db.companyId}, ${versionId}, ${language}, ${label}, ${fileId})
    on conflict (company_id, version_id, language) do update set label = excluded.label, file_id = excluded.file_id`.execute(db)
}

export async function deleteSubtitle(db: Db, versionId: string, language: string): Promise<boolean> {
  const done = await changesOf(db)`
    delete from courseware.subtitle
    where company_id = ${db.companyId} and version_id = ${versionId} and language = ${language}`
  return done === 1
}
