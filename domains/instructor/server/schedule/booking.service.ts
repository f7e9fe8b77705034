/** Booking, moving and giving up: whoever does it holds the instructor's row. */

import { wallClockMs } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { bookingState, rangeKind } from '../../contract/codes.ts'
import { scheduleErrors } from '../../contract/errors.ts'
import { planHours, unplanHours } from '../hours/entries.ts'
import {
  insertBooking,
  type NewBooking,
  type StoredBooking,
  selectBooked,
  setBookingState,
  standingBookings,
  updateBooking,
} from './booking.sql.ts'
import { selectRanges } from './time.sql.ts'

const longestMs = 24 * 3_600_000

export interface Against {
  readonly error: (typeof scheduleErrors)['overlapping' | 'unavailable' | 'timesInverted' | 'tooLong']
  readonly text: string
}

export interface WantedTime {
  readonly teacherId: string
  readonly beginTime: Date
  readonly endTime: Date
}

const clock = (at: Date, zone: string) => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')

/** What stands against it, in words; `exceptId` is the booking that is moved. */
export async function whatIsAgainst(db: Db, wanted: WantedTime, exceptId?: string): Promise<Against | undefined> {
  const { teacherId, beginTime, endTime } = wanted
  const against = (error: Against['error'], text = error.text) => ({ error, text })
  if (endTime <= beginTime) return against(scheduleErrors.timesInverted)
  if (endTime.getTime() - beginTime.getTime() > longestMs) return against(scheduleErrors.tooLong)
  const zone = await timeZoneOf(db)
  const when = (at: { beginTime: Date; endTime: Date }) => `${clock(at.beginTime, zone)} 至 ${clock(at.endTime, zone)}`
  const other = (await standingBookings(db, teacherId, wanted)).find(({ id }) => id !== exceptId)
  if (other) return against(scheduleErrors.overlapping, `讲师 ${when(other)} 已有安排“${other.title}”，请换一个时间`)
  const not = (await selectRanges(db, [teacherId], wanted)).find(({ kind }) => kind === rangeKind.not)
  if (not)
    return against(scheduleErrors.unavailable, `讲师 ${when(not)} 不可授课${not.reason ? `（${not.reason}）` : ''}，请换一个时间`)
  return undefined
}

export async function addBooking(db: Db, booking: NewBooking): Promise<string> {
  const id = await insertBooking(db, booking)
  await planHours(db, { ...booking, bookingId: id })
  return id
}

export async function moveBooking(
  db: Db,
  before: StoredBooking,
  wish: Pick<NewBooking, 'title' | 'place' | 'beginTime' | 'endTime'>,
  by: string | null,
): Promise<void> {
  await updateBooking(db, before.id, wish)
  const isMoved = before.beginTime.getTime() !== wish.beginTime.getTime() || before.endTime.getTime() !== wish.endTime.getTime()
  if (!isMoved) return
  await unplanHours(db, { bookingId: before.id, reason: '预约时间变更', by })
  await planHours(db, { ...wish, teacherId: before.teacherId, bookingId: before.id, by })
}

export async function giveUpBooking(
  db: Db,
  bookingId: string,
  { reason, by }: { reason: string; by: string | null },
): Promise<void> {
  await setBookingState(db, bookingId, bookingState.cancelled, reason)
  await unplanHours(db, { bookingId, reason: `预约取消：${reason}`, by })
}

/** Everything that these have before them; answers how many of each. */
export async function giveUpAllOf(
  db: Db,
  teacherIds: readonly string[],
  why: { reason: string; by: string | null },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { id, teacherId } of await selectBooked(db, teacherIds)) {
    await giveUpBooking(db, id, why)
    counts.set(teacherId, (counts.get(teacherId) ?? 0) + 1)
  }
  return counts
}
