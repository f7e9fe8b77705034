import { wallClockMs } from '@kaopei/contract'
import { companyZone } from '../client/company-zone.ts'

/** What the company's clocks show: 2026-12-01T09:00:00. */
function shownAt(instant: string | Date): string {
  return new Date(wallClockMs(new Date(instant), companyZone())).toISOString().slice(0, 19)
}

/** HH:mm:ss by the company's clocks. */
export function clockTime(instant: string | Date): string {
  return shownAt(instant).slice(11)
}

/** By the company's clocks, to the minute. */
export function dateTime(instant: string | null): string {
  if (instant === null) return '-'
  return shownAt(instant).slice(0, 16).replace('T', ' ')
}

export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.round(ms / 1000) % 60
  return minutes > 0 ? `${minutes} 分 ${seconds} 秒` : `${seconds} 秒`
}
