/** Who may write marks on an answer now. */

/** A lock is renewed by activity; when a marker has gone for so long, others may go on. */
export const lockMinutes = 20

export function lockUntil(now: Date): Date {
  return new Date(now.getTime() + lockMinutes * 60_000)
}

export interface Lock {
  readonly lockedBy: string | null
  readonly lockedUntil: Date | null
}

export type LockStanding = 'free' | 'mine' | 'others'

/** A lock ends at its instant: at that very moment it is free. */
export function lockStanding({ lockedBy, lockedUntil }: Lock, markerId: string, now: Date): LockStanding {
  if (lockedBy === null || lockedUntil === null || lockedUntil.getTime() <= now.getTime()) return 'free'
  return lockedBy === markerId ? 'mine' : 'others'
}

/** Marks are written while the attempt waits for them, and not after its result is out. */
export function isInMarking(attemptState: string): boolean {
  return attemptState === 'auto_scored' || attemptState === 'in_marking'
}

export interface MarkedTask extends Lock {
  readonly isDone: boolean
  readonly markerId: string | null
}

export type WhyNotMark = 'attemptClosed' | 'doneByOther' | 'locked'

/** A marker may correct their own marks until the paper's result is out; another's need a reopening with its reason. */
export function whyNotMark(
  task: MarkedTask,
  { attemptState, markerId, now }: { attemptState: string; markerId: string; now: Date },
): WhyNotMark | undefined {
  if (!isInMarking(attemptState)) return 'attemptClosed'
  if (task.isDone && task.markerId !== markerId) return 'doneByOther'
  if (lockStanding(task, markerId, now) === 'others') return 'locked'
  return undefined
}
