import { hash, verify } from '@node-rs/argon2'
import { Counter } from 'prom-client'

// argon2id, 19 MiB, two passes, one lane: the library's default, spelled out because stored hashes depend on it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password that nobody has: verified when there is no hash, so that a missing account costs what a wrong password costs. */
const nobodysHash = hash(crypto.randomUUID(), cost)

export const passwordVerifications = new Counter({
  name: 'kaopei_password_verifications_total',
  help: 'argon2 verifications; "nobody" are those that only keep the time equal',
  labelNames: ['of'],
})

export async function hashPassword(plain: string): Promise<string> {
  return hash(plain, cost)
}

/** False also when there is no hash, after the same work. */
export async function isPassword(stored: string | null, plain: string): Promise<boolean> {
  passwordVerifications.inc({ of: stored === null ? 'nobody' : 'somebody' })
  const isRight = await verify(stored ?? (await nobodysHash), plain)
  return isRight && stored !== null
}
