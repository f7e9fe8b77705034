import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

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
  const { rows } = await sql<{ id: string }>`
    insert into share.token (company_id, token_hash, kind, subject_id, title, facts, created_by, expires_at)
    values (${token.companyId}, ${token.tokenHash}, ${token.kind}, ${token.subjectId}, ${token.title},
      ${JSON.stringify(token.facts)}::jsonb, ${token.actorId}, ${token.expiresAt})
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an insert answers its row')
  return row.id
}

/** Without a company: whose token it is. */
export async function findTokenOwner(db: Db, tokenHash: string): Promise<{ companyId: string; id: string } | undefined> {
  const { rows } = await sql<{ companyId: string; id: string }>`
    select company_id as "companyId", id
    from share.token_of_hash(${tokenHash})`.execute(db)
  return rows[0]
}

export interface StoredToken {
  readonly id: string
  readonly companyId: string
  readonly kind: string
  readonly subjectId: string
  readonly title: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly useCount: number
  readonly lastUsedAt: Date | null
}

const columns = sql`t.id, t.company_id as "companyId", t.kind, t.subject_id as "subjectId", t.title, t.facts,
  t.created_by as "createdBy", t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
  t.use_count as "useCount", t.last_used_at as "lastUsedAt"`

/** A token of this kind that still opens something. */
export async function findLivingToken(
  db: Db,
  { id, kind, now }: { id: string; kind: string; now: Date },
): Promise<StoredToken | undefined> {
  const { rows } = await sql<StoredToken>`
    select ${columns}
    from share.token t
    where t.company_id = ${db.companyId}
      and t.id = ${id}
      and t.kind = ${kind}
      and t.revoked_at is null
      and t.expires_at > ${now}`.execute(db)
  return rows[0]
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
  const { rows } = await sql`
    update share.token
    set token_hash = ${tokenHash}
    where company_id = ${db.companyId}
      and id = ${id}
      and kind = ${kind}
      and revoked_at is null
      and expires_at > ${now}
    returning id`.execute(db)
  return rows.length > 0
}

export async function revokeTokens(
  db: Db,
  { id, kind, subjectId, now }: { id: string | null; kind: string; subjectId: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql`
    update share.token
    set revoked_at = ${now}
    where company_id = ${db.companyId}
      and kind = ${kind}
      and (id = ${id}::uuid or subject_id = ${subjectId}::text)
      and revoked_at is null
    returning id`.execute(db)
  return rows.length
}

export async function selectTokens(db: Db, { kind, subjectId }: { kind: string; subjectId: string }): Promise<StoredToken[]> {
  const { rows } = await sql<StoredToken>`
    select ${columns}
    from share.token t
    where t.company_id = ${db.companyId}
      and t.kind = ${kind}
      and t.subject_id = ${subjectId}
    order by t.id desc
    limit 200`.execute(db)
  return rows
}

/** The same, locked until the transaction ends: of two files at once the second sees the first counted. */
export async function lockToken(db: Db, id: string): Promise<void> {
  await sql`select from share.token where company_id = ${db.companyId} and id = ${id} for update`.execute(db)
}
