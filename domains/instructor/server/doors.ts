/** What things of other rooms ask of an instructor's time. */
import type { Db } from '@kaopei/server'
import { bookingState } from '../contract/codes.ts'
import { scheduleErrors } from '../contract/errors.ts'
import { lockInstructor } from './door.sql.ts'
import { deleteRating, type ToldRating, upsertRating } from './growth/growth.sql.ts'
import { enterHeld } from './hours/entries.ts'
import { addBooking, giveUpBooking, moveBooking, whatIsAgainst } from './schedule/booking.service.ts'
import { lockBookingOf, type StoredBooking } from './schedule/booking.sql.ts'

export interface BookingWish {
  /** What asks: `training.session` and the session's id. One thing has one booking at most. */
  readonly source: string
  readonly sourceId: string
  /** Null gives up what was booked. */
  readonly instructorId: string | null
  readonly beginTime: Date
  readonly endTime: Date
  readonly title: string
  readonly place: string
  readonly by: string | null
}

const isAt = (booked: StoredBooking, { beginTime, endTime }: BookingWish) =>
  booked.beginTime.getTime() === beginTime.getTime() && booked.endTime.getTime() === endTime.getTime()

/**
 * Books, moves or gives up. Answers in Chinese what stands against it, for whoever asks to end the transaction with; what was held already stays as it is.
 */
export async function bookInstructor(db: Db, wish: BookingWish): Promise<{ readonly problem?: string; readonly name?: string }> {
  const { instructorId, by } = wish
  const teacher = instructorId === null ? undefined : await lockInstructor(db, instructorId)
  if (instructorId !== null && !teacher) return { problem: '所选讲师不存在或已删除，请重新选择' }
  const before = await lockBookingOf(db, wish)
  if (before?.state === bookingState.held) return teacher ? { name: teacher.name } : {}
  if (before && before.teacherId !== instructorId) await giveUpBooking(db, before.id, { reason: '更换讲师', by })
  if (!teacher) return {}
  const isSame = before?.teacherId === teacher.id
  if (!isSame && !teacher.isEnabled) return { problem: scheduleErrors.disabled.text }
  if (teacher.hasLeft && !(isSame && isAt(before, wish))) return { problem: `讲师${teacher.name}已离职，请更换讲师` }
  const against = await whatIsAgainst(db, { ...wish, teacherId: teacher.id }, isSame ? before.id : undefined)
  if (against) return { problem: against.text }
  if (isSame) await moveBooking(db, before, wish, by)
  else await addBooking(db, { ...wish, teacherId: teacher.id })
  return { name: teacher.name }
}

/** A thing was held: the hours of its booking, if it has one, are entered. Again changes nothing. */
export async function tellHeld(
  db: Db,
  held: { readonly source: string; readonly sourceId: string; readonly by: string | null },
): Promise<void> {
  const booking = await lockBookingOf(db, held)
  if (booking?.state === bookingState.booked) await enterHeld(db, { ...booking, bookingId: booking.id, by: held.by })
}

/** A thing is gone, or will not be held: its time is free again. */
export async function giveUpInstructor(
  db: Db,
  gone: { readonly source: string; readonly sourceId: string; readonly reason: string; readonly by: string | null },
): Promise<void> {
  const booking = await lockBookingOf(db, gone)
  if (booking?.state === bookingState.booked) await giveUpBooking(db, booking.id, gone)
}

/** Figures of one source, in the place of what it told before; none takes them back. */
export async function tellRating(db: Db, rating: ToldRating): Promise<void> {
  if (rating.sheetCount === 0) await deleteRating(db, rating)
  else await upsertRating(db, rating)
}
