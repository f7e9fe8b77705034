import { wallClockMs } from '@kaopei/contract'
import { companyZone } from '@kaopei/web/client'

/** What the company's clocks show: 2026-12-01T09:00:00. */
export function shownAt(instant: string | Date): string {
  return new Date(wallClockMs(new Date(instant), companyZone())).toISOString().slice(0, 19)
}

/** HH:mm:ss by the company's clocks. */
export function clockTime(instant: string | Date): string {
  return shownAt(instant).slice(11)
}
