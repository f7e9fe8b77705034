import { randomBytes } from 'node:crypto'
import { type Db, hashToken, type RequestFacts, signKeyOf } from '@kaopei/server'
import { endViewsOf, insertSession } from './session.sql.ts'

interface Looking {
  readonly companyId: string
  readonly accountId: string
  readonly impersonatorId: string
  readonly request: RequestFacts
  readonly now: Date
  readonly expiresAt: Date
}

/** A session that looks through the eyes of `accountId`; it can change nothing (kit/server authenticate). Somebody looks through one at a time. */
export async function openViewSession(db: Db, secret: string, looking: Looking) {
  const { companyId, accountId, impersonatorId, request, now, expiresAt } = looking
  const token = randomBytes(32).toString('base64url')
  await endViewsOf(db, { companyId, impersonatorId, now })
  const id = await insertSession(db, {
    companyId,
    accountId,
    impersonatorId,
    tokenHash: hashToken(token),
    now,
    expiresAt,
    isKept: false,
    ip: request.ip,
    userAgent: request.userAgent,
    system: 'viewAs',
  })
  return { id, token, signKey: signKeyOf(secret, token), expiresAt }
}
