import { changesOf, type Db } from '@kaopei/server'
import type { Made, MadePage, MadeRendition } from './made.ts'

/** Everything that an earlier conversion of this version left; its files stay with their rows until they are swept with the original. */
export async function clearMade(db: Db, versionId: string): Promise<void> {
  for (const table of ['rendition', 'page'] as const) {
    await db
      .deleteFrom(`courseware.${table}`)
      .where('company_id', '=', db.companyId)
      .where('version_id', '=', versionId)
      .execute()
  }
}

export async function insertRenditions(db: Db, versionId: string, renditions: readonly MadeRendition[]): Promise<void> {
  for (const { name, fileId, width, height, bitsPerSecond, codecs, initBytes, segments } of renditions) {
    await changesOf(db)`
      insert into courseware.rendition (
        company_id, version_id, name, file_id, width, height, bits_per_second, codecs, init_bytes, segments
      ) values (
        ${db.companyId}, ${versionId}, ${name}, ${fileId}, ${width}, ${height}, ${bitsPerSecond}, ${codecs}, ${initBytes},
        ${segments === null ? null : JSON.stringify(segments)}::jsonb
      )`
  }
}

export async function insertPages(db: Db, versionId: string, pages: readonly MadePage[]): Promise<void> {
  await changesOf(db)`
    insert into courseware.page (company_id, version_id, number, file_id, width, height)
    select ${db.companyId}, ${versionId}, p.number, p."fileId", p.width, p.height
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as p (number integer, "fileId" uuid, width integer, height integer)`
}

export async function describeVersion(db: Db, versionId: string, made: Made, isConverted: boolean): Promise<void> {
  const { lengthSeconds = null, pageCount = null, media, text } = made
  await changesOf(db)`
    update courseware.version
    set trans_status = ${isConverted ? 2 : 0},
      length_seconds = coalesce(${lengthSeconds}, length_seconds),
      page_count = coalesce(${pageCount}, page_count),
      media = coalesce(${media === undefined ? null : JSON.stringify(media)}::jsonb, media),
      text = coalesce(${text ?? null}, text)
    where company_id = ${db.companyId}
      and id = ${versionId}`
}

/** A courseware without a cover gets this one. */
export async function setMissingCover(db: Db, coursewareId: string, fileId: string): Promise<void> {
  await changesOf(db)`
    update courseware.courseware
    set cover_file_id = ${fileId}
    where company_id = ${db.companyId}
      and id = ${coursewareId}
      and cover_file_id is null`
}
