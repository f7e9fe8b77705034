import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

export interface StoredUploadLink {
  readonly id: string
  readonly title: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly receivedCount: number
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

export interface UploadLinkFilter {
  readonly kind: string
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly pageIndex: number
  readonly pageSize: number
}

export async function pageOfUploadLinks(db: Db, filter: UploadLinkFilter, now: Date) {
  const where = conditions(db.companyId, filter, now)
  const { rows: dataList } = await sql<StoredUploadLink>`
    select t.id, t.title, t.facts, coalesce(s.name, '') as "createdByName", t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt",
      (select count(*)::int from share.upload_file f where f.company_id = t.company_id and f.token_id = t.id) as "receivedCount"
    from share.token t
    left join org.person s on s.company_id = t.company_id and s.id = t.created_by
    where ${where}
    order by t.id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from share.token t where ${where}`.execute(db)
  return { dataList, totalCount: counts[0]?.count ?? 0 }
}

function conditions(companyId: string, { kind, keyWords, state }: UploadLinkFilter, now: Date): RawBuilder<unknown> {
  const parts = [sql`t.company_id = ${companyId}`, sql`t.kind = ${kind}`]
  if (keyWords) parts.push(sql`strpos(lower(t.title), lower(${keyWords})) > 0`)
  if (state === 1) parts.push(sql`t.revoked_at is null and t.expires_at > ${now}`)
  if (state === 2) parts.push(sql`t.revoked_at is null and t.expires_at <= ${now}`)
  if (state === 3) parts.push(sql`t.revoked_at is not null`)
  return sql.join(parts, sql` and `)
}

export async function findTokenTitle(db: Db, kind: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title
    from share.token
    where company_id = ${db.companyId}
      and kind = ${kind}
      and id = ${id}`.execute(db)
  return rows[0]?.title
}

export async function countReceived(db: Db, tokenId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from share.upload_file
    where company_id = ${db.companyId}
      and token_id = ${tokenId}`.execute(db)
  return rows[0]?.count ?? 0
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

export interface ReceivedFile {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
  readonly sender: string
  readonly uploadedAt: Date
}

export async function pageOfReceived(db: Db, tokenId: string, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const { rows: dataList } = await sql<ReceivedFile>`
    select o.id as "fileId", o.name, o.size_bytes as "sizeBytes", f.sender, f.uploaded_at as "uploadedAt"
    from share.upload_file f
    join files.object o on o.company_id = f.company_id and o.id = f.file_id
    where f.company_id = ${db.companyId}
      and f.token_id = ${tokenId}
    order by f.uploaded_at desc, f.file_id
    limit ${pageSize}
    offset ${(pageIndex - 1) * pageSize}`.execute(db)
  return { dataList, totalCount: await countReceived(db, tokenId) }
}

export async function selectCompanyName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from platform.company where id = ${db.companyId}`.execute(db)
  return rows[0]?.name ?? ''
}
