import { instantOfWallClock, startOfDay } from '@kaopei/contract'
import { minus, type Span, union, within } from './spans.ts'

export interface Time {
  readonly weekHours: readonly { readonly weekday: number; readonly fromMinute: number; readonly toMinute: number }[]
  /** 可授课 beside the week. */
  readonly also: readonly Span[]
  /** 不可授课 */
  readonly not: readonly Span[]
  readonly booked: readonly Span[]
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** A day of the company's time zone: 23 or 25 hours long where the clock is put forward or back. */
export function spanOfDay(day: string, zone: string): Span {
  return { from: startOfDay(day, zone).getTime(), to: startOfDay(day, zone, 1).getTime() }
}

/** When somebody is free on a day: (week ∪ also) − (not ∪ booked), as the clocks of the company show it. */
export function freeSlots(day: string, zone: string, { weekHours, also, not, booked }: Time): Span[] {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const at = (minute: number) => instantOfWallClock(midnight + minute * 60_000, zone).getTime()
  const usual = weekHours
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ fromMinute, toMinute }) => ({ from: at(fromMinute), to: at(toMinute) }))
  return minus(within(union([...usual, ...also]), spanOfDay(day, zone)), [...not, ...booked])
}

export const minutesOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + Math.floor((to - from) / 60_000), 0)

/** Those in which so many minutes fit. */
export const longEnough = (spans: readonly Span[], minutes: number): Span[] =>
  spans.filter(({ from, to }) => to - from >= minutes * 60_000)
