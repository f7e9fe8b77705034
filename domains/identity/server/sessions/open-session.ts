import { randomBytes } from 'node:crypto'
import { type Confinement, type Db, hashToken, type RequestFacts, signKeyOf } from '@kaopei/server'
import { updateLastLogin } from '../account.sql.ts'
import { insertSession } from './session.sql.ts'

const dayMs = 86_400_000

export function sessionEnd(now: Date, isKept: boolean): Date {
  return new Date(now.getTime() + (isKept ? 30 * dayMs : dayMs / 2))
}

interface Entering {
  readonly companyId: string
  readonly account: {
    readonly id: string
    readonly name: string
    readonly mustChangePassword: boolean
    readonly passwordStrength: number
  }
  readonly request: RequestFacts
  readonly system: string
  readonly expiresAt: Date
  readonly isKept: boolean
  readonly now: Date
  readonly confinement?: Confinement
}

/** A new session with a token of 256 random bits, of which only the hash is stored. */
export async function openSession(db: Db, secret: string, entering: Entering) {
  const { companyId, account, request, system, expiresAt, isKept, now, confinement } = entering
  const token = randomBytes(32).toString('base64url')
  const sessionId = await insertSession(db, {
    companyId,
    accountId: account.id,
    tokenHash: hashToken(token),
    now,
    expiresAt,
    isKept,
    ip: request.ip,
    userAgent: request.userAgent,
    system,
    ...(confinement && { confinement }),
  })
  const answer = {
    token,
    signKey: signKeyOf(secret, token),
    expiresAt,
    staffId: account.id,
    name: account.name,
    changePasswordFlag: account.mustChangePassword ? ('0' as const) : ('1' as const),
    passwordStrength: account.passwordStrength,
  }
  return { sessionId, answer }
}

/** Of an account that its person has just made, with a password of their own: they need not type it again. */
export async function openFirstSession(
  db: Db,
  secret: string,
  {
    accountId,
    name,
    ...entering
  }: Omit<Entering, 'account' | 'expiresAt' | 'isKept'> & { readonly accountId: string; name: string },
) {
  const { system, now } = entering
  await updateLastLogin(db, accountId, system, now)
  const account = { id: accountId, name, mustChangePassword: false, passwordStrength: 1 }
  const isKept = false
  const { answer } = await openSession(db, secret, { ...entering, account, isKept, expiresAt: sessionEnd(now, isKept) })
  return answer
}
