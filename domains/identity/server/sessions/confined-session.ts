import type { Confinement, Db, RequestFacts } from '@kaopei/server'
import { openSession } from './open-session.ts'

interface Entering {
  readonly companyId: string
  readonly account: { readonly id: string; readonly name: string }
  readonly confinement: Confinement
  readonly request: RequestFacts
  readonly expiresAt: Date
  readonly now: Date
}

/**
 * A session of somebody who has proved their mail address for one thing: it has none of their rights, takes only calls that are open to it, and ends
 * with the key that opened it (`endSessionsOfKeys`). Whoever opens it has checked the key and the code.
 */
export async function openConfinedSession(db: Db, secret: string, { account, ...entering }: Entering) {
  const system = entering.confinement.kind
  // What has to be done before anything else, at a login of their own: not here.
  const standing = { ...account, mustChangePassword: false, passwordStrength: 1 }
  const { answer } = await openSession(db, secret, { ...entering, account: standing, system, isKept: false })
  const { token, signKey, expiresAt, staffId, name } = answer
  return { token, signKey, expiresAt, staffId, name }
}
