/** Whether a question is in somebody's wrong book, and what leads out of it. */

export interface WrongStanding {
  readonly wrongSince: Date | null
  /** Full marks running, and the local days that they fell on. */
  readonly streak: number
  readonly streakDays: number
  /** The last of those days. */
  readonly streakDay: string | null
}

export interface WayOut {
  readonly leaveStreak: number
  readonly leaveDays: number
}

interface Given {
  readonly isFull: boolean
  readonly at: Date
  /** The local day of `at`. */
  readonly day: string
}

/** Below full marks it comes in; full marks so often running, on so many days, take it out. */
export function wrongStandingAfter(before: WrongStanding, { isFull, at, day }: Given, wayOut: WayOut): WrongStanding {
  if (!isFull) return { wrongSince: before.wrongSince ?? at, streak: 0, streakDays: 0, streakDay: null }
  const isNewDay = before.streakDay === null || day > before.streakDay
  const streak = before.streak + 1
  const streakDays = before.streakDays + (isNewDay ? 1 : 0)
  const leaves = streak >= wayOut.leaveStreak && streakDays >= wayOut.leaveDays
  return {
    wrongSince: leaves ? null : before.wrongSince,
    streak,
    streakDays,
    streakDay: isNewDay ? day : before.streakDay,
  }
}
