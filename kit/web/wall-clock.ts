import { instantOfWallClock, wallClockMs } from '@kaopei/contract'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { companyZone } from './client/company-zone.ts'

dayjs.extend(utc)

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** What the company's clocks show at an instant, for formatting and pickers; a bare day is that day. Invalid for what is no time. */
export function wallClock(value: string | number | Date): Dayjs {
  if (isDay(value)) return dayjs.utc(value)
  return dayjs.utc(wallClockMs(new Date(value), companyZone()))
}

/** The instant at which the company's clocks show what was picked, to the minute: its figures alone count, wherever the browser stands. */
export function instantOfPicked(picked: Dayjs): string {
  return instantOfWallClock(Date.parse(`${picked.format('YYYY-MM-DDTHH:mm')}:00Z`), companyZone()).toISOString()
}
