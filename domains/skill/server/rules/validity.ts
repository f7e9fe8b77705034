import { evidenceClass } from '../../contract/codes.ts'

const validMonths: Readonly<Record<number, number>> = { [evidenceClass.superior]: 12, [evidenceClass.measured]: 24 }

/** How long evidence of a class is valid that has no end of its own; null: without end. */
export function expiryOf(ofClass: number, at: Date): Date | null {
  const months = validMonths[ofClass]
  return months === undefined ? null : monthsAfter(at, months)
}

/** A month has its last day where it lacks the day. */
function monthsAfter(at: Date, months: number): Date {
  const first = new Date(at)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(at.getUTCDate(), last))
  return first
}
