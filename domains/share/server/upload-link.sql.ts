import { id } from '@kaopei/contract'
import { personName } from '@kaopei/identity/server'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const storedUploadLinkRow = z.object({
  id,
  title: z.string(),
  facts: z.record(z.string(), z.unknown()),
  receivedCount: z.int(),
  createdByName: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
})
export type StoredUploadLink = z.output<typeof storedUploadLinkRow>

export interface UploadLinkFilter {
  readonly kind: string
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly pageIndex: number
  readonly pageSize: number
}

export async function pageOfUploadLinks(db: Db, filter: UploadLinkFilter, now: Date) {
  const where = conditions(db.companyId, filter, now)
  const dataList = await rowsOf(db, storedUploadLinkRow)`
    select t.id, t.title, t.facts, coalesce(${personName({ companyId: sql`t.company_id`, id: sql`t.created_by` })}, '') as "createdByName", t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt",
      (select count(*)::int from share.upload_file f where f.company_id = t.company_id and f.token_id = t.id) as "receivedCount"
    from share.token t
    where ${where}
    order by t.id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from share.token t where ${where}`
  return { dataList, totalCount }
}

function conditions(companyId: string, { kind, keyWords, state }: UploadLinkFilter, now: Date): RawBuilder<unknown> {
  const parts = [sql`t.company_id = ${companyId}`, sql`t.kind = ${kind}`]
  if (keyWords) parts.push(sql`strpos(lower(t.title), lower(${keyWords})) > 0`)
  if (state === 1) parts.push(sql`t.revoked_at is null and t.expires_at > ${now}`)
  if (state === 2) parts.push(sql`t.revoked_at is null and t.expires_at <= ${now}`)
  if (state === 3) parts.push(sql`t.revoked_at is not null`)
  return sql.join(parts, sql` and `)
}

const titleRow = z.object({ title: z.string() })

export async function findTokenTitle(db: Db, kind: string, id: string): Promise<string | undefined> {
  const row = await findOne(db, titleRow)`
    select title
    from share.token
    where company_id = ${db.companyId}
      and kind = ${kind}
      and id = ${id}`
  return row?.title
}

export async function countReceived(db: Db, tokenId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from share.upload_file
    where company_id = ${db.companyId}
      and token_id = ${tokenId}`
}

export async function insertReceived(
  db: Db,
  { tokenId, fileId, sender }: { tokenId: string; fileId: string; sender: string },
): Promise<void> {
  await sql`
    insert into share.upload_file (company_id, token_id, file_id, sender)
    values (${db.companyId}, ${tokenId}, ${fileId}, ${sender})
    on conflict do nothing`.execute(db)
}

const receivedFileRow = z.object({
  fileId: id,
  name: z.string(),
  sizeBytes: z.int(),
  sender: z.string(),
  uploadedAt: z.date(),
})
export type ReceivedFile = z.output<typeof receivedFileRow>

export async function pageOfReceived(db: Db, tokenId: string, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const dataList = await rowsOf(db, receivedFileRow)`
    select o.id as "fileId", o.name, o.size_bytes as "sizeBytes", f.sender, f.uploaded_at as "uploadedAt"
    from share.upload_file f
    join files.object_card o on o.company_id = f.company_id and o.id = f.file_id
    where f.company_id = ${db.companyId}
      and f.token_id = ${tokenId}
    order by f.uploaded_at desc, f.file_id
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`
  return { dataList, totalCount: await countReceived(db, tokenId) }
}

const nameRow = z.object({ name: z.string() })

export async function selectCompanyName(db: Db): Promise<string> {
  const row = await findOne(db, nameRow)`select name from identity.company_card where id = ${db.companyId}`
  return row?.name ?? ''
}
