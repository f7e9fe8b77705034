import { randomBytes, randomUUID } from 'node:crypto'
import { type Db, hashToken } from '@kaopei/server'
import { insertTicket } from './ticket.sql.ts'

/** What sets a new password once, until it expires, another one is opened, or the password changes. Only its hash is kept. */
export async function openProof(db: Db, accountId: string, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<string> {
  const proof = randomBytes(32).toString('base64url')
  const ticket = {
    companyId: db.companyId,
    id: randomUUID(),
    kind: 'proof',
    accountId,
    secretHash: hashToken(proof),
    now,
    expiresAt,
  } as const
  await insertTicket(db, ticket)
  return proof
}

/** Where somebody sets a new password with a proof. What stands behind # never reaches a server's log. */
export function resetLink(site: string, { account, proof }: { account: string; proof: string }): string {
  return `${site}/setPassword#${new URLSearchParams({ account, proof })}`
}
