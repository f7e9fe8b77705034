/** The photo of a person, for what is printed about them. Who looks at photos before they count is the certificate room's. */
import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

export interface Portrait {
  readonly staffId: string
  readonly fileId: string
}

/** For the lists of other rooms. */
export const portraitsOf = (db: Db): RawBuilder<unknown> => sql`
  select p.staff_id, p.file_id, p.uploaded_by, p.uploaded_at from org.portrait p where p.company_id = ${db.companyId}`

const row = z.object({ staffId: id, fileId: id })

/** Of these people, who has one. */
export function selectPortraits(db: Db, staffIds: readonly string[]): Promise<Portrait[]> {
  return rowsOf(db, row)`
    select f.staff_id as "staffId", f.file_id as "fileId" from org.portrait f
    where f.company_id = ${db.companyId} and f.staff_id = any(${[...staffIds]}::uuid[])`
}

/** Answers the files that were theirs before. */
export async function savePortraits(
  db: Db,
  portraits: readonly Portrait[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<string[]> {
  const staffIds = portraits.map(({ staffId }) => staffId)
  const before = await lockFiles(db, staffIds)
  await sql`
    insert into org.portrait (company_id, staff_id, file_id, uploaded_by, uploaded_at)
    select ${db.companyId}, n.staff_id, n.file_id, ${by}::uuid, ${now}::timestamptz
    from unnest(${staffIds}::uuid[], ${portraits.map(({ fileId }) => fileId)}::uuid[]) as n (staff_id, file_id)
    on conflict (company_id, staff_id) do update set file_id = excluded.file_id, uploaded_by = excluded.uploaded_by,
      uploaded_at = excluded.uploaded_at`.execute(db)
  return before
}

/** Answers the files that were theirs. */
export function deletePortraits(db: Db, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    delete from org.portrait f
    where f.company_id = ${db.companyId} and f.staff_id = any(${[...staffIds]}::uuid[])
    returning f.file_id as id`
}

function lockFiles(db: Db, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select f.file_id as id from org.portrait f
    where f.company_id = ${db.companyId} and f.staff_id = any(${[...staffIds]}::uuid[])
    order by f.staff_id
    for update`
}
