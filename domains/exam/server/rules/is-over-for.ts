/** Whether anything of an exam still lies before one of its candidates. */
import { type EffectiveTimes, extendedClose } from './effective-times.ts'

export interface OverQuestion {
  readonly isCancelled: boolean
  readonly times: EffectiveTimes
  /** They have an attempt under way: somebody may have let them go on after the close. */
  readonly isUnderWay: boolean
}

/** Past the close that is their own, or cancelled, with nothing under way. */
export function isOverFor({ isCancelled, times, isUnderWay }: OverQuestion, now: Date): boolean {
  if (isUnderWay) return false
  const closeAt = extendedClose(times)
  return isCancelled || (closeAt !== null && now >= closeAt)
}
