/** An answer that was kept without a network is believed for so long. */
const mostLateMs = 24 * 60 * 60 * 1000

interface Clocks {
  /** The device's, if the answer was kept. */
  readonly answeredAt: Date | null
  readonly now: Date
  readonly begunAt: Date
}

/** When an answer counts as given: by the device's clock where that can be, otherwise now. A clock that stands at 1970, or ahead, says nothing. */
export function timeOfAnswer({ answeredAt, now, begunAt }: Clocks): Date {
  if (answeredAt === null || answeredAt > now || answeredAt < begunAt) return now
  return now.getTime() - answeredAt.getTime() > mostLateMs ? now : answeredAt
}

interface Ends {
  readonly endAt: Date | null
  readonly endedAt: Date | null
}

/** When a practice takes no answer any more; null: never. */
export function endOf({ endAt, endedAt }: Ends): Date | null {
  if (endAt === null) return endedAt
  return endedAt !== null && endedAt < endAt ? endedAt : endAt
}
