import { Counter } from 'prom-client'
import { askHashThread } from './hash-threads.ts'

export const passwordVerifications = new Counter({
  name: 'kaopei_password_verifications_total',
  help: 'argon2 verifications; "nobody" are those that only keep the time equal',
  labelNames: ['of'],
})

/** argon2id of `hashCost`, in the library's own text. */
export async function hashPassword(plain: string): Promise<string> {
  const { hash } = await askHashThread({ plain })
  if (hash === undefined) throw new Error('no hash was made')
  return hash
}

/** False also when there is no hash, after the same work. */
export async function isPassword(stored: string | null, plain: string): Promise<boolean> {
  passwordVerifications.inc({ of: stored === null ? 'nobody' : 'somebody' })
  const { isRight } = await askHashThread({ plain, stored: stored ?? (await hashOfNobody()) })
  return isRight === true && stored !== null
}

let nobodysHash: Promise<string> | undefined

/** Hash of a password that nobody has: verified when there is no hash, so that a missing account costs what a wrong password costs. */
function hashOfNobody(): Promise<string> {
  nobodysHash ??= hashPassword(crypto.randomUUID()).catch((error: unknown) => {
    nobodysHash = undefined
    throw error
  })
  return nobodysHash
}
