import { id } from '@kaopei/contract'
import { personName } from '@kaopei/identity/server'
import { countOf, type Db, findOne, hasRows, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

export interface NewLink {
  readonly companyId: string
  readonly actorId: string
  readonly code: string
  readonly originUrl: string
  readonly title: string
  readonly expiresAt: Date | null
}

/** False when the code is taken. */
export async function insertLink(db: Db, link: NewLink): Promise<boolean> {
  return hasRows(db)`
    insert into share.short_link (company_id, code, origin_url, title, created_by, expires_at)
    values (${link.companyId}, ${link.code}, ${link.originUrl}, ${link.title}, ${link.actorId}, ${link.expiresAt})
    on conflict (code) do nothing
    returning id`
}

const codeRow = z.object({ code: z.string() })

/** A living link of this person to the same page under the same title, so that opening a drawer again makes no new one. */
export async function findSameLink(db: Db, link: Omit<NewLink, 'code'>, now: Date): Promise<string | undefined> {
  const row = await findOne(db, codeRow)`
    select code
    from share.short_link
    where company_id = ${link.companyId}
      and created_by = ${link.actorId}
      and md5(origin_url) = md5(${link.originUrl})
      and origin_url = ${link.originUrl}
      and title = ${link.title}
      and revoked_at is null
      and expires_at is not distinct from ${link.expiresAt}::timestamptz
      and (expires_at is null or expires_at > ${now})
    order by id desc
    limit 1`
  return row?.code
}

const linkOwnerRow = z.object({ companyId: id, id })

/** Without a company: whose link a code is. */
export async function findLinkOwner(db: Db, code: string): Promise<{ companyId: string; id: string } | undefined> {
  return findOne(db, linkOwnerRow)`
    select company_id as "companyId", id
    from share.link_of_code(${code})`
}

const originUrlRow = z.object({ originUrl: z.string() })

/** Counts a visit of a link that still leads somewhere, and says where. */
export async function visitLink(db: Db, id: string, now: Date): Promise<string | undefined> {
  const row = await findOne(db, originUrlRow)`
    update share.short_link
    set visit_count = visit_count + 1, last_visited_at = ${now}
    where company_id = ${db.companyId}
      and id = ${id}
      and revoked_at is null
      and (expires_at is null or expires_at > ${now})
    returning origin_url as "originUrl"`
  return row?.originUrl
}

const storedLinkRow = z.object({
  id,
  code: z.string(),
  originUrl: z.string(),
  title: z.string(),
  createdById: id,
  createdByName: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  visitCount: z.int(),
  lastVisitedAt: z.date().nullable(),
})
export type StoredLink = z.output<typeof storedLinkRow>

export interface LinkFilter {
  /** Only this person's. */
  readonly createdBy: string | undefined
  readonly keyWords?: string | undefined
  readonly originUrl?: string | undefined
  readonly state?: number | undefined
  readonly pageIndex: number
  readonly pageSize: number
}

const columns = () => sql`l.id, l.code, l.origin_url as "originUrl", l.title, l.created_by as "createdById",
  coalesce(${personName({ companyId: sql`l.company_id`, id: sql`l.created_by` })}, '') as "createdByName", l.created_at as "createdAt", l.expires_at as "expiresAt", l.revoked_at as "revokedAt",
  l.visit_count as "visitCount", l.last_visited_at as "lastVisitedAt"`

export async function pageOfLinks(db: Db, filter: LinkFilter, now: Date) {
  const where = conditions(db.companyId, filter, now)
  const dataList = await rowsOf(db, storedLinkRow)`
    select ${columns()}
    from share.short_link l
    where ${where}
    order by l.id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from share.short_link l where ${where}`
  return { dataList, totalCount }
}

function conditions(companyId: string, { createdBy, keyWords, originUrl, state }: LinkFilter, now: Date): RawBuilder<unknown> {
  const parts = [sql`l.company_id = ${companyId}`]
  if (createdBy !== undefined) parts.push(sql`l.created_by = ${createdBy}`)
  if (originUrl) parts.push(sql`l.origin_url = ${originUrl}`)
  if (keyWords) {
    parts.push(sql`(strpos(lower(l.title), lower(${keyWords})) > 0 or strpos(lower(l.origin_url), lower(${keyWords})) > 0)`)
  }
  const isOver = sql`coalesce(l.expires_at <= ${now}, false)`
  if (state === 1) parts.push(sql`l.revoked_at is null and not ${isOver}`)
  if (state === 2) parts.push(sql`l.revoked_at is null and ${isOver}`)
  if (state === 3) parts.push(sql`l.revoked_at is not null`)
  return sql.join(parts, sql` and `)
}

export async function findLink(db: Db, id: string): Promise<StoredLink | undefined> {
  return findOne(db, storedLinkRow)`
    select ${columns()}
    from share.short_link l
    where l.company_id = ${db.companyId}
      and l.id = ${id}`
}

export async function revokeLink(db: Db, id: string, now: Date): Promise<boolean> {
  return hasRows(db)`
    update share.short_link
    set revoked_at = ${now}
    where company_id = ${db.companyId}
      and id = ${id}
      and revoked_at is null
    returning id`
}
