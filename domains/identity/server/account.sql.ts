import { id } from '@kaopei/contract'
import { type Db, findOne, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type LoginFailures, loginFailuresShape } from './rules/count-failed-login.ts'

const accountRow = loginFailuresShape.extend({
  id,
  name: z.string(),
  passwordHash: z.string().nullable(),
  passwordStrength: z.int(),
  mustChangePassword: z.boolean(),
  isEnabled: z.boolean(),
})
export type Account = z.output<typeof accountRow>

/** Guesses at one name take turns, whether anybody has it or not: of many at once each sees the count of those before. */
export async function lockLogin(db: Db, loginAccount: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login/${db.companyId}/${loginAccount.toLowerCase()}`}, 14))`.execute(
    db,
  )
}

/** Locks the row, against whatever else changes the account. */
export async function findAccountForLogin(db: Db, loginAccount: string): Promise<Account | undefined> {
  return findOne(db, accountRow)`
    select a.id, coalesce(s.name, a.login_account) as name, a.password_hash as "passwordHash",
      a.password_strength as "passwordStrength", a.must_change_password as "mustChangePassword",
      a.is_enabled and s.removed_at is null as "isEnabled",
      a.failed_logins as "failedLogins", a.locked_until as "lockedUntil"
    from identity.account a
    left join org.person s on s.company_id = a.company_id and s.id = a.id
    where a.company_id = ${db.companyId}
      and a.login_key = ${loginAccount.toLowerCase()}
      and a.removed_at is null
      and not a.is_virtual
    for update of a`
}

export async function selectAccount(db: Db, accountId: string): Promise<Account> {
  return oneOf(db, accountRow)`
    select a.id, coalesce(s.name, a.login_account) as name, a.password_hash as "passwordHash",
      a.password_strength as "passwordStrength", a.must_change_password as "mustChangePassword",
      a.is_enabled and a.removed_at is null and s.removed_at is null as "isEnabled",
      a.failed_logins as "failedLogins", a.locked_until as "lockedUntil"
    from identity.account a
    left join org.person s on s.company_id = a.company_id and s.id = a.id
    where a.company_id = ${db.companyId}
      and a.id = ${accountId}
    for update of a`
}

/** Asked for existing accounts too, so that both ways cost the same. */
export async function findUnknownLogin(db: Db, loginAccount: string): Promise<LoginFailures | undefined> {
  return findOne(db, loginFailuresShape)`
    select failed_logins as "failedLogins", locked_until as "lockedUntil"
    from identity.unknown_login
    where company_id = ${db.companyId}
      and login_account = lower(${loginAccount})
    for update`
}

export async function updateFailures(db: Db, accountId: string, failures: LoginFailures): Promise<void> {
  await sql`
    update identity.account
    set failed_logins = ${failures.failedLogins}, locked_until = ${failures.lockedUntil}
    where company_id = ${db.companyId}
      and id = ${accountId}`.execute(db)
}

/** Keeps the failures of a name that nobody has; a day after its last try they are swept away. */
export async function keepUnknownFailures(db: Db, loginAccount: string, failures: LoginFailures, now: Date): Promise<void> {
  await sql`
    insert into identity.unknown_login as u (company_id, login_account, failed_logins, locked_until, last_at)
    values (${db.companyId}, lower(${loginAccount}), ${failures.failedLogins}, ${failures.lockedUntil}, ${now})
    on conflict (company_id, login_account) do update
    set failed_logins = excluded.failed_logins, locked_until = excluded.locked_until, last_at = excluded.last_at`.execute(db)
}

export async function updateLastLogin(db: Db, accountId: string, system: string, now: Date): Promise<void> {
  await sql`
    update identity.account
    set failed_logins = 0, locked_until = null, last_login_at = ${now}, last_system = ${system}
    where company_id = ${db.companyId}
      and id = ${accountId}`.execute(db)
}

export async function updateLastSystem(db: Db, accountId: string, system: string): Promise<void> {
  await sql`update identity.account set last_system = ${system} where company_id = ${db.companyId} and id = ${accountId}`.execute(
    db,
  )
}

const systemRow = z.object({ system: z.string().nullable() })

export async function findLastSystem(db: Db, accountId: string): Promise<string | null> {
  const row = await findOne(db, systemRow)`
    select last_system as system from identity.account where company_id = ${db.companyId} and id = ${accountId}`
  return row?.system ?? null
}

export interface PasswordChange {
  readonly id: string
  readonly hash: string
  readonly strength: number
  readonly mustChange: boolean
}

/** A new password also ends a lock: whoever set it has proved who they are. */
/** Links and proofs that could set a password end with the one they were meant to replace. */
export async function updatePasswords(db: Db, changes: readonly PasswordChange[]): Promise<void> {
  await sql`
    update identity.account a
    set password_hash = x.hash, password_strength = x.strength, must_change_password = x."mustChange",
      failed_logins = 0, locked_until = null
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as x(id uuid, hash text, strength smallint, "mustChange" boolean)
    where a.company_id = ${db.companyId}
      and a.id = x.id`.execute(db)
  await sql`
    update identity.ticket
    set used_at = now()
    where company_id = ${db.companyId}
      and kind = 'proof'
      and account_id = any (${changes.map(({ id }) => id)}::uuid[])
      and used_at is null`.execute(db)
}

export interface AccountRow {
  readonly id: string
  readonly loginAccount: string
  readonly hash: string | null
  readonly strength: number
  readonly mustChange: boolean
}

export async function insertAccounts(db: Db, rows: readonly AccountRow[]): Promise<void> {
  await sql`
    insert into identity.account (company_id, id, login_account, password_hash, password_strength, must_change_password)
    select ${db.companyId}, x.id, x."loginAccount", x.hash, x.strength, x."mustChange"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, "loginAccount" text, hash text, strength smallint, "mustChange" boolean)`.execute(db)
}

export async function updateEnabled(db: Db, ids: readonly string[], isEnabled: boolean): Promise<void> {
  await sql`
    update identity.account
    set is_enabled = ${isEnabled}
    where company_id = ${db.companyId}
      and id = any(${ids}::uuid[])
      and is_enabled <> ${isEnabled}`.execute(db)
}

export async function updateRemoved(db: Db, ids: readonly string[], removedAt: Date | null): Promise<void> {
  await sql`
    update identity.account
    set removed_at = ${removedAt}
    where company_id = ${db.companyId}
      and id = any(${ids}::uuid[])`.execute(db)
}

export async function clearLocks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update identity.account
    set failed_logins = 0, locked_until = null
    where company_id = ${db.companyId}
      and id = any(${ids}::uuid[])`.execute(db)
}

export async function updateLoginAccount(db: Db, id: string, loginAccount: string): Promise<void> {
  await sql`
    update identity.account
    set login_account = ${loginAccount}
    where company_id = ${db.companyId}
      and id = ${id}`.execute(db)
}
