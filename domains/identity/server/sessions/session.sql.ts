import { id } from '@kaopei/contract'
import { type Confinement, type Db, hasRows, idOf, rowsOf, rowsOfPrepared, runPrepared, type Statement } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { menuGrantRow } from '../grants.sql.ts'

const confinementRow = z.object({
  kind: z.string(),
  subjectId: z.string(),
  /** What opened it; whoever takes the key back ends the session. */
  keyId: id,
})

const sessionRow = z.object({
  company_id: id,
  session_id: id,
  account_id: id,
  expires_at: z.date(),
  last_operation_at: z.date(),
  is_kept: z.boolean(),
  ended_reason: z.string().nullable(),
  impersonator_id: id.nullable(),
  login_account: z.string(),
  name: z.string(),
  department_id: id.nullable(),
  must_change_password: z.boolean(),
  is_platform: z.boolean(),
  menu_package: z.array(z.string()).nullable(),
  is_admin: z.boolean(),
  menus: z.array(menuGrantRow),
  rights: z.array(z.string()),
  confinement: confinementRow.nullable(),
})
export type SessionRow = z.output<typeof sessionRow>

const foundRow = sessionRow.extend({ hash: z.string() })

const findStatement: Statement = {
  name: 'identity-find-sessions',
  text: 'select t.hash, f.* from unnest($1::text[]) as t (hash) cross join lateral identity.find_session(t.hash) f',
}

/** `db` needs no company: the function enters each token's own. In the order of the tokens; null: there is no such session. */
export async function findSessions(db: Db, tokenHashes: readonly string[]): Promise<(SessionRow | null)[]> {
  const found = await rowsOfPrepared(db, foundRow, findStatement, [tokenHashes])
  const byHash = new Map(found.map((row) => [row.hash, row]))
  return tokenHashes.map((hash) => byHash.get(hash) ?? null)
}

export interface Touch {
  readonly db: Db
  readonly companyId: string
  readonly sessionId: string
  readonly at: Date
}

const touchStatement: Statement = { name: 'identity-touch-sessions', text: 'select from identity.touch_sessions($1, $2, $3)' }

/** Of one company; `db`: single statements. */
export async function touchSessions(touches: readonly Touch[]): Promise<true[]> {
  const [first] = touches
  if (!first) return []
  const given = [first.companyId, touches.map(({ sessionId }) => sessionId), touches.map(({ at }) => at)]
  await runPrepared(first.db, touchStatement, given)
  return touches.map(() => true)
}

export interface NewSession {
  readonly companyId: string
  readonly accountId: string
  readonly tokenHash: string
  readonly now: Date
  readonly expiresAt: Date
  readonly isKept: boolean
  readonly ip: string
  readonly userAgent: string
  readonly system: string
  /** Who looks through the account's eyes. */
  readonly impersonatorId?: string
  readonly confinement?: Confinement
}

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  return idOf(db)`
    insert into identity.session (company_id, account_id, token_hash, created_at, last_operation_at, expires_at, is_kept, ip, user_agent, system,
      impersonator_id, confined_to, subject_id, key_id)
    values (${session.companyId}, ${session.accountId}, ${session.tokenHash}, ${session.now}, ${session.now}, ${session.expiresAt},
      ${session.isKept}, ${session.ip}, ${session.userAgent}, ${session.system}, ${session.impersonatorId ?? null}, ${session.confinement?.kind ?? null}, ${session.confinement?.subjectId ?? null},
      ${session.confinement?.keyId ?? null})
    returning id`
}

export async function endSession(
  db: Db,
  {
    companyId,
    accountId,
    sessionId,
    reason,
    now,
  }: { companyId: string; accountId: string; sessionId: string; reason: string; now: Date },
): Promise<boolean> {
  return hasRows(db)`
    update identity.session
    set ended_at = ${now}, ended_reason = ${reason}
    where company_id = ${companyId}
      and account_id = ${accountId}
      and id = ${sessionId}
      and ended_at is null
    returning id`
}

export async function endSessionsOf(
  db: Db,
  accountIds: readonly string[],
  reason: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await sql`
    update identity.session
    set ended_at = now(), ended_reason = ${reason}
    where company_id = ${db.companyId}
      and (account_id = any(${accountIds}::uuid[]) or impersonator_id = any(${accountIds}::uuid[]))
      and ended_at is null
      and id is distinct from ${exceptSessionId}::uuid`.execute(db)
}

const accountIdRow = z.object({ accountId: id })

/** The sessions in which somebody looks through others' eyes; with `id` that one alone. Answers whose eyes they were. */
export async function endViewsOf(
  db: Db,
  { companyId, impersonatorId, id, now }: { companyId: string; impersonatorId: string; id?: string; now: Date },
): Promise<string[]> {
  const rows = await rowsOf(db, accountIdRow)`
    update identity.session
    set ended_at = ${now}, ended_reason = 'logout'
    where company_id = ${companyId}
      and impersonator_id = ${impersonatorId}
      and ended_at is null
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    returning account_id as "accountId"`
  return rows.map(({ accountId }) => accountId)
}

/** The sessions that these keys have opened. */
export async function endSessionsOfKeys(db: Db, keyIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update identity.session
    set ended_at = ${now}, ended_reason = 'link'
    where company_id = ${db.companyId}
      and key_id = any(${keyIds}::uuid[])
      and ended_at is null`.execute(db)
}

const livingSessionRow = z.object({
  id,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: z.date(),
  lastOperationAt: z.date(),
  expiresAt: z.date(),
  isKept: z.boolean(),
})
export type LivingSession = z.output<typeof livingSessionRow>

/** Newest first. */
export async function livingSessions(
  db: Db,
  { companyId, accountId, now, idleLimitMs }: { companyId: string; accountId: string; now: Date; idleLimitMs: number },
): Promise<LivingSession[]> {
  return rowsOf(db, livingSessionRow)`
    select id, ip, user_agent as "userAgent", system, created_at as "createdAt", last_operation_at as "lastOperationAt",
      expires_at as "expiresAt", is_kept as "isKept"
    from identity.session
    where company_id = ${companyId}
      and account_id = ${accountId}
      and ended_at is null
      and expires_at > ${now}
      and (is_kept or last_operation_at > ${new Date(now.getTime() - idleLimitMs)})
    order by id desc`
}
