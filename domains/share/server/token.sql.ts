import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, hasRows, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface NewToken {
  readonly companyId: string
  readonly actorId: string
  readonly tokenHash: string
  readonly kind: string
  readonly subjectId: string
  readonly title: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}

export async function insertToken(db: Db, token: NewToken): Promise<string> {
  return idOf(db)`
    insert into share.token (company_id, token_hash, kind, subject_id, title, facts, created_by, expires_at)
    values (${token.companyId}, ${token.tokenHash}, ${token.kind}, ${token.subjectId}, ${token.title},
      ${JSON.stringify(token.facts)}::jsonb, ${token.actorId}, ${token.expiresAt})
    returning id`
}

const tokenOwnerRow = z.object({ companyId: id, id })

/** Without a company: whose token it is. */
export async function findTokenOwner(db: Db, tokenHash: string): Promise<{ companyId: string; id: string } | undefined> {
  return findOne(db, tokenOwnerRow)`
    select company_id as "companyId", id
    from share.token_of_hash(${tokenHash})`
}

const storedTokenRow = z.object({
  id,
  companyId: id,
  kind: z.string(),
  subjectId: z.string(),
  title: z.string(),
  facts: z.record(z.string(), z.unknown()),
  createdBy: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  useCount: z.int(),
  lastUsedAt: z.date().nullable(),
})
export type StoredToken = z.output<typeof storedTokenRow>

const columns = sql`t.id, t.company_id as "companyId", t.kind, t.subject_id as "subjectId", t.title, t.facts,
  t.created_by as "createdBy", t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
  t.use_count as "useCount", t.last_used_at as "lastUsedAt"`

/** A token of this kind that still opens something. */
export async function findLivingToken(
  db: Db,
  { id, kind, now }: { id: string; kind: string; now: Date },
): Promise<StoredToken | undefined> {
  return findOne(db, storedTokenRow)`
    select ${columns}
    from share.token t
    where t.company_id = ${db.companyId}
      and t.id = ${id}
      and t.kind = ${kind}
      and t.revoked_at is null
      and t.expires_at > ${now}`
}

export async function countTokenUse(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update share.token
    set use_count = use_count + 1, last_used_at = ${now}
    where company_id = ${db.companyId}
      and id = ${id}`.execute(db)
}

/** False where the link is not there or opens nothing any more. */
export async function updateTokenHash(
  db: Db,
  { id, kind, now, tokenHash }: { id: string; kind: string; now: Date; tokenHash: string },
): Promise<boolean> {
  return hasRows(db)`
    update share.token
    set token_hash = ${tokenHash}
    where company_id = ${db.companyId}
      and id = ${id}
      and kind = ${kind}
      and revoked_at is null
      and expires_at > ${now}
    returning id`
}

export async function revokeTokens(
  db: Db,
  { id, kind, subjectId, now }: { id: string | null; kind: string; subjectId: string | null; now: Date },
): Promise<number> {
  return changesOf(db)`
    update share.token
    set revoked_at = ${now}
    where company_id = ${db.companyId}
      and kind = ${kind}
      and (id = ${id}::uuid or subject_id = ${subjectId}::text)
      and revoked_at is null
    returning id`
}

export async function selectTokens(db: Db, { kind, subjectId }: { kind: string; subjectId: string }): Promise<StoredToken[]> {
  return rowsOf(db, storedTokenRow)`
    select ${columns}
    from share.token t
    where t.company_id = ${db.companyId}
      and t.kind = ${kind}
      and t.subject_id = ${subjectId}
    order by t.id desc`
}

const expiryRow = z.object({ id, expiresAt: z.date() })

/** Until when each of these opens something, revoked or not. */
export async function tokenExpiries(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await rowsOf(db, expiryRow)`
    select t.id, t.expires_at as "expiresAt"
    from share.token t
    where t.company_id = ${db.companyId}
      and t.id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.expiresAt]))
}

/** The same, locked until the transaction ends: of two files at once the second sees the first counted. */
export async function lockToken(db: Db, id: string): Promise<void> {
  await sql`select from share.token where company_id = ${db.companyId} and id = ${id} for update`.execute(db)
}
