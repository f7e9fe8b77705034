/** How many anonymous sheets are written together: never fewer than five, and never so many that fewer than five are left to come. */
import { fewest } from '../../contract/results.ts'

/** So many wait before some are written while it is open. */
export const enough = 2 * fewest
const mostAtOnce = 2000

export interface Standing {
  /** Sheets that can be opened now. */
  readonly waiting: number
  /** Sheets that cannot be opened now and may be one day. */
  readonly awaited: number
  readonly written: number
  readonly isLast: boolean
}

/** How many of those that wait may be written: none, or at least five. */
export function mayWrite({ waiting, awaited, written, isLast }: Standing): number {
  if (waiting + awaited + written < fewest) return 0
  // Fewer than five that come later need five to come with them.
  const mustWait = !isLast || (awaited > 0 && awaited < fewest)
  const may = mustWait ? waiting - fewest : waiting
  return may < fewest ? 0 : may
}

/** How many of those that may be written are written together: what is left is none, or enough for a batch of its own. */
export function batchSize(may: number): number {
  return may < mostAtOnce + fewest ? may : mostAtOnce
}
