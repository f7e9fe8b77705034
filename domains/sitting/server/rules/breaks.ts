/** The breaks that a person may take: so many, and so many minutes of all together. */
import type { Comfort } from '../../contract/comfort.ts'

export interface TakenBreak {
  readonly from: Date
  readonly until: Date
}

export interface BreaksLeft {
  readonly leftCount: number
  readonly leftSeconds: number
  /** The end of the one that is being taken. */
  readonly until: Date | null
}

export function breaksLeft({ breakCount = 0, breakMinutes = 0 }: Comfort, taken: readonly TakenBreak[], now: Date): BreaksLeft {
  const running = taken.find(({ from, until }) => from <= now && until > now)
  const usedMs = taken.reduce((sum, { from, until }) => sum + Math.min(until.getTime(), now.getTime()) - from.getTime(), 0)
  return {
    leftCount: Math.max(0, breakCount - taken.length),
    leftSeconds: Math.max(0, breakMinutes * 60 - Math.ceil(usedMs / 1000)),
    until: running?.until ?? null,
  }
}
