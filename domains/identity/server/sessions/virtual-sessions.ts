/** Sessions of nobody: virtual candidates of a rehearsal call the product as people do, and are in no list of people. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Confinement, type Db, hashToken, signKeyOf } from '@kaopei/server'
import { deleteVirtualAccounts, insertVirtualAccounts } from './virtual-sessions.sql.ts'

export interface VirtualSession {
  readonly accountId: string
  readonly token: string
  readonly signKey: string
}

interface Wish {
  readonly count: number
  /** The key of all of them: `endSessionsOfKeys` ends them at once. */
  readonly confinement: Confinement
  readonly expiresAt: Date
  readonly now: Date
}

/** An account without password or person, and a session confined to one kind of call, for each. Tokens are kept nowhere. */
export async function openVirtualSessions(db: Db, secret: string, { count, ...wish }: Wish): Promise<VirtualSession[]> {
  const made = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url')
    return { accountId: randomUUID(), token, tokenHash: hashToken(token), signKey: signKeyOf(secret, token) }
  })
  await insertVirtualAccounts(db, made, wish)
  return made.map(({ accountId, token, signKey }) => ({ accountId, token, signKey }))
}

/** With their sessions. Answers how many were there. */
export function removeVirtualAccounts(db: Db, keyId: string): Promise<number> {
  return deleteVirtualAccounts(db, keyId)
}
