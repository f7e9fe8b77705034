import { randomInt } from 'node:crypto'
import { type Db, databaseNow, type Fail } from '@kaopei/server'
import { passwordStrengthOf } from '../contract/password.ts'
import {
  type AccountRow,
  clearLocks,
  insertAccounts,
  updateEnabled,
  updateLoginAccount,
  updatePasswords,
  updateRemoved,
} from './account.sql.ts'
import { keepAnAdmin, type LastAdmin } from './keep-an-admin.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { endSessionsOf } from './sessions/session.sql.ts'

// What other rooms may ask of accounts, in their own transaction.

/** What grows where many accounts are made: for statistics. */
export const accountTables = ['identity.account'] as const

export interface NewAccount {
  readonly id: string
  readonly loginAccount: string
  /** Plain; hashed here, some 30 ms each. Without password and hash nobody can log in until one is set. */
  readonly password?: string
  /** Of `hashPassword`, where many accounts start with one password. */
  readonly passwordHash?: string
  /** Must the password be changed at the first login? Yes when not said. */
  readonly mustChangePassword?: boolean
}

/** A taken login account violates `account_login_unique`, which the caller's `implement` maps to its own error. */
export async function createAccounts(db: Db, accounts: readonly NewAccount[]): Promise<void> {
  for (const part of chunks(accounts, 1000)) await insertAccounts(db, await mapFew(part, rowOf))
}

/** Disabling ends all sessions of the accounts at once; the last administrator cannot be disabled. */
export async function setAccountsEnabled(
  db: Db,
  ids: readonly string[],
  isEnabled: boolean,
  fail: Fail<LastAdmin>,
): Promise<void> {
  if (isEnabled) return updateEnabled(db, ids, true)
  await keepAnAdmin(db, () => updateEnabled(db, ids, false), fail)
  await endSessionsOf(db, ids, 'disabled')
}

/** The accounts of removed people: sessions end, the login account is free for others. The last administrator stays. */
export async function removeAccounts(db: Db, ids: readonly string[], fail: Fail<LastAdmin>): Promise<void> {
  await keepAnAdmin(db, () => updateRemoved(db, ids, databaseNow()), fail)
  await endSessionsOf(db, ids, 'disabled')
}

/** Violates `account_login_unique` when somebody else has the login account by now. */
export async function restoreAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await updateRemoved(db, ids, null)
}

export async function unlockAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await clearLocks(db, ids)
}

export interface TemporaryPassword {
  readonly id: string
  readonly password: string
}

/** New temporary passwords, to be changed at the next login; sessions and locks end. */
export async function resetPasswords(db: Db, ids: readonly string[]): Promise<TemporaryPassword[]> {
  const made = ids.map((id) => ({ id, password: temporaryPassword() }))
  const changes = await mapFew(made, async ({ id, password }) => ({
    id,
    hash: await hashPassword(password),
    strength: passwordStrengthOf(password),
    mustChange: true,
  }))
  await updatePasswords(db, changes)
  await endSessionsOf(db, ids, 'password')
  return made
}

/** A password that the person chose, or somebody for them (`mustChange`); sessions and locks end. */
export async function setPassword(
  db: Db,
  id: string,
  password: string,
  { mustChange = false }: { mustChange?: boolean } = {},
): Promise<void> {
  const hash = await hashPassword(password)
  await updatePasswords(db, [{ id, hash, strength: passwordStrengthOf(password), mustChange }])
  await endSessionsOf(db, [id], 'password')
}

export async function renameAccount(db: Db, id: string, loginAccount: string): Promise<void> {
  await updateLoginAccount(db, id, loginAccount)
}

/** `reason` is kept with the sessions: kicked, disabled, password, suspended. Their next call answers 5002. */
export async function endSessions(db: Db, accountIds: readonly string[], reason: string): Promise<void> {
  await endSessionsOf(db, accountIds, reason)
}

async function rowOf({ id, loginAccount, password, passwordHash, mustChangePassword = true }: NewAccount): Promise<AccountRow> {
  const hash = password === undefined ? (passwordHash ?? null) : await hashPassword(password)
  const strength = password === undefined ? Number(passwordHash !== undefined) : passwordStrengthOf(password)
  return { id, loginAccount, hash, strength, mustChange: mustChangePassword }
}

/** Ten characters that cannot be mistaken for one another, satisfying the password rule. */
function temporaryPassword(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length))
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const digits = '23456789'
  const middle = Array.from({ length: 7 }, () => pick(letters + digits)).join('')
  return `${pick(letters)}${middle}${pick('@#$%*?')}${pick(digits)}`
}

/** Hashing uses the processor's threads: four at a time fill them without starving logins. */
async function mapFew<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const few of chunks(items, 4)) made.push(...(await Promise.all(few.map(make))))
  return made
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
