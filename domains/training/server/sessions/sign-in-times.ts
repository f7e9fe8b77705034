/** When somebody can sign in, and from when they are late: by the server's clock. */
import type { SessionRow } from './session.sql.ts'

const minutesMs = (minutes: number): number => minutes * 60_000

/** From when somebody can sign in. */
export const opensAt = ({ beginTime, opensBeforeMinutes }: Pick<SessionRow, 'beginTime' | 'opensBeforeMinutes'>): Date =>
  new Date(beginTime.getTime() - minutesMs(opensBeforeMinutes))

export const isLateAt = (
  { beginTime, lateAfterMinutes }: Pick<SessionRow, 'beginTime' | 'lateAfterMinutes'>,
  now: Date,
): boolean => now.getTime() > beginTime.getTime() + minutesMs(lateAfterMinutes)
