import type { Db } from '@kaopei/server'
import { noteServerEvent } from '@kaopei/sitting/server'
import { type HandFail, type HandSeat, seatByHand } from '@kaopei/venue/server'
import { examOwner } from '../times/terms.ts'
import { freeFormerSeats } from './former-seats.sql.ts'
import { findNewestAttempt } from './seats.sql.ts'

export interface Seating extends HandSeat {
  readonly examId: string
  /** For the record of the attempt. */
  readonly reason?: string
  readonly now: Date
}

/** By hand. Of whoever has begun it is an event: who sat beside whom, and until when, is evidence. Answers where they sat before. */
export async function seatCandidate(db: Db, { examId, reason, now, ...wish }: Seating, fail: HandFail) {
  await freeFormerSeats(db, examId)
  const { before, roomName } = await seatByHand(db, examOwner(examId), wish, fail)
  const { staffId, roomId, seat } = wish
  const seatBefore = before?.realSeat ?? before?.seat ?? null
  const attemptId = await findNewestAttempt(db, { examId, staffId })
  if (attemptId && (before?.roomId !== roomId || seatBefore !== seat)) {
    const to = { roomName, seat, before: seatBefore, beforeRoomId: before?.roomId ?? null }
    // With its moment: going to and fro between two seats is not the same move again.
    const data = { ...to, reason: reason ?? `调整到“${roomName}”${seat}`, at: now.toISOString() }
    await noteServerEvent(db, { attemptId, type: 'moved', data, now })
  }
  return { before, roomName }
}
