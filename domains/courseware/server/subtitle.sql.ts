import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
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

const fileRow = z.object({ fileId: id })

/** The file of a language's subtitles; undefined: there are none. */
export async function findSubtitleFile(db: Db, versionId: string, language: string): Promise<string | undefined> {
  const row = await findOne(db, fileRow)`
    select file_id as "fileId"
    from courseware.subtitle
    where company_id = ${db.companyId} and version_id = ${versionId} and language = ${language}`
  return row?.fileId
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

export async function deleteSubtitle(db: Db, versionId: string, language: string): Promise<void> {
  await sql`
    delete from courseware.subtitle
    where company_id = ${db.companyId} and version_id = ${versionId} and language = ${language}`.execute(db)
}
