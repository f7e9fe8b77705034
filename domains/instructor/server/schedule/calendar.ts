import type { Db } from '@kaopei/server'
import { rangeKind } from '../../contract/codes.ts'
import { freeSlots, longEnough, minutesOf, spanOfDay, type Time } from '../rules/free-slots.ts'
import { meets, type Span } from '../rules/spans.ts'
import { standingBookings } from './booking.sql.ts'
import { selectBookedOf, selectRanges, selectWeeks } from './time.sql.ts'

const dayMs = 86_400_000
/** So many slots of a day are shown; the rest is counted. */
const mostSlots = 3

interface Timed {
  readonly beginTime: Date
  readonly endTime: Date
}
const spanOf = ({ beginTime, endTime }: Timed): Span => ({ from: beginTime.getTime(), to: endTime.getTime() })
const timed = ({ from, to }: Span): Timed => ({ beginTime: new Date(from), endTime: new Date(to) })

function timeOf(
  weekHours: Time['weekHours'],
  ranges: readonly (Timed & { readonly kind: number })[],
  bookings: readonly Timed[],
): Time {
  const ofKind = (kind: number) => ranges.filter((range) => range.kind === kind).map(spanOf)
  return { weekHours, also: ofKind(rangeKind.also), not: ofKind(rangeKind.not), booked: bookings.map(spanOf) }
}

interface Wanted {
  readonly teacherId: string
  /** yyyy-MM-dd */
  readonly from: string
  readonly days: number
  readonly zone: string
}

/** Day by day: when somebody is free, and why not. */
export async function calendarOf(db: Db, { teacherId, from, days, zone }: Wanted) {
  const all = Array.from({ length: days }, (_, index) => new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10))
  const last = all.at(-1) ?? from
  const around = timed({ from: spanOfDay(from, zone).from, to: spanOfDay(last, zone).to })
  const week = await selectWeeks(db, [teacherId])
  const weekHours = week.map(({ weekday, fromMinute, toMinute }) => ({ weekday, fromMinute, toMinute }))
  const ranges = await selectRanges(db, [teacherId], around)
  const bookings = await standingBookings(db, teacherId, around)
  const time = timeOf(weekHours, ranges, bookings)
  return {
    weekHours,
    days: all.map((day) => {
      const span = spanOfDay(day, zone)
      const free = freeSlots(day, zone, time)
      return {
        day,
        free: free.map(timed),
        freeMinutes: minutesOf(free),
        bookings: bookings.filter((one) => meets(spanOf(one), span)),
        ranges: ranges.filter((one) => meets(spanOf(one), span)),
      }
    }),
  }
}

export interface FreeDay {
  readonly freeMinutes: number
  readonly slots: Timed[]
  readonly moreCount: number
}

/** Who of these is free for so long on a day, with the first slots. */
export async function freeOn(
  db: Db,
  { day, zone, minutes, ...around }: Timed & { readonly day: string; readonly zone: string; readonly minutes: number },
  teacherIds: readonly string[],
): Promise<ReadonlyMap<string, FreeDay>> {
  const of = <Row extends { teacherId: string }>(rows: readonly Row[]) => Map.groupBy(rows, ({ teacherId }) => teacherId)
  const weeks = of(await selectWeeks(db, teacherIds))
  const ranges = of(await selectRanges(db, teacherIds, around))
  const booked = of(await selectBookedOf(db, teacherIds, around))
  return new Map(
    teacherIds.flatMap((id) => {
      const slots = longEnough(
        freeSlots(day, zone, timeOf(weeks.get(id) ?? [], ranges.get(id) ?? [], booked.get(id) ?? [])),
        minutes,
      )
      const [first, ...rest] = slots
      if (!first) return []
      const shown = [first, ...rest].slice(0, mostSlots).map(timed)
      return [[id, { freeMinutes: minutesOf(slots), slots: shown, moreCount: slots.length - shown.length }] as const]
    }),
  )
}
