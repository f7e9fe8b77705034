/** Days before the end at which people are told. */
export const alertDays = [60, 30, 7] as const
export type AlertDays = (typeof alertDays)[number]

const dayMs = 86_400_000

/** Whole days from one day to another (yyyy-MM-dd). */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/**
 * Which alert a file asks for today: the last stage that it has reached. One that was uploaded twenty days before its end is told of at once as of 30,
 * and then at 7; what has ended is told of no more.
 */
export function alertDue(validUntil: string, today: string): AlertDays | undefined {
  const left = daysBetween(today, validUntil)
  return left < 0 ? undefined : alertDays.findLast((days) => left <= days)
}

export type Validity = 'lasting' | 'ending' | 'ended' | 'notYet'

/** The last day belongs to it. */
export function validityOf(
  { validFrom, validUntil }: { readonly validFrom: string | null; readonly validUntil: string | null },
  today: string,
): Validity {
  if (validUntil !== null && validUntil < today) return 'ended'
  if (validFrom !== null && today < validFrom) return 'notYet'
  return validUntil !== null && alertDue(validUntil, today) !== undefined ? 'ending' : 'lasting'
}
