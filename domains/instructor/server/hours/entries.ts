/** What becomes of hours as bookings are made, moved, held and given up. */
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { bookingState, hourStage } from '../../contract/codes.ts'
import { minutesByDay } from '../rules/minutes-by-day.ts'
import { setBookingState } from '../schedule/booking.sql.ts'
import { insertEntries, type NewEntry, type StoredEntry, selectEntries } from './entry.sql.ts'

interface Taught {
  readonly bookingId: string
  readonly teacherId: string
  readonly beginTime: Date
  readonly endTime: Date
  readonly by: string | null
}

async function entriesOf(db: Db, { bookingId, teacherId, by, ...time }: Taught, stage: number): Promise<NewEntry[]> {
  const days = minutesByDay(time, await timeZoneOf(db))
  return days.map(({ day, minutes }) => ({ bookingId, teacherId, by, stage, day, minutes }))
}

export async function planHours(db: Db, taught: Taught): Promise<void> {
  await insertEntries(db, await entriesOf(db, taught, hourStage.planned))
}

/** It was held, as long as it was booked for; answers the minutes. */
export async function enterHeld(db: Db, taught: Taught): Promise<number> {
  await setBookingState(db, taught.bookingId, bookingState.held, '')
  const entries = await entriesOf(db, taught, hourStage.held)
  await insertEntries(db, entries)
  return entries.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** Takes back what was planned, by reversing rows. */
export async function unplanHours(
  db: Db,
  { bookingId, reason, by }: { readonly bookingId: string; readonly reason: string; readonly by: string | null },
): Promise<void> {
  const entries = (await selectEntries(db, bookingId)).filter((one) => one.stage === hourStage.planned && stands(one))
  await insertEntries(
    db,
    entries.map((one) => reversalOf(one, { reason, by })),
  )
}

export const stands = ({ isReversal, isReversed }: Pick<StoredEntry, 'isReversal' | 'isReversed'>): boolean =>
  !isReversal && !isReversed

export function reversalOf(
  entry: StoredEntry,
  { reason, by }: { readonly reason: string; readonly by: string | null },
): NewEntry {
  const { id, teacherId, bookingId, day, stage, minutes, cooperationId, centsPerHour, amountCents } = entry
  return {
    ...{ teacherId, bookingId, day, stage, cooperationId, centsPerHour, reason, by },
    minutes: -minutes,
    reversesId: id,
    amountCents: amountCents === null ? null : -amountCents,
  }
}
