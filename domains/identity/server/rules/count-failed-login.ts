import { z } from 'zod'

const failuresBeforeLock = 5
const lockMinutes = 15

export const loginFailuresShape = z.object({ failedLogins: z.int(), lockedUntil: z.date().nullable() })
export type LoginFailures = z.output<typeof loginFailuresShape>

export function isLocked({ lockedUntil }: LoginFailures, now: Date): boolean {
  return lockedUntil !== null && lockedUntil > now
}

/** One more failure. The fifth in a row locks; after a lock has run out counting starts anew. */
export function countFailedLogin({ failedLogins, lockedUntil }: LoginFailures, now: Date): LoginFailures {
  const count = lockedUntil === null ? failedLogins + 1 : 1
  return { failedLogins: count, lockedUntil: count >= failuresBeforeLock ? new Date(now.getTime() + lockMinutes * 60_000) : null }
}
