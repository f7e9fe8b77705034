import { dayIn, startOfDay } from '@kaopei/contract'

/** `yyyy-MM-dd` so many months later; of a day that the month does not have its last one. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

export interface Validity {
  /** The company's day of issue and the last one, yyyy-MM-dd. */
  readonly issuedOn: string
  readonly validOn: string | null
  /** The last moment. */
  readonly validUntil: Date | null
}

export function validityOf(now: Date, months: number | null, zone: string): Validity {
  const issuedOn = dayIn(now, zone)
  if (months === null) return { issuedOn, validOn: null, validUntil: null }
  const validOn = monthsLater(issuedOn, months)
  return { issuedOn, validOn, validUntil: new Date(startOfDay(validOn, zone, 1).getTime() - 1) }
}

export function chineseDate(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
