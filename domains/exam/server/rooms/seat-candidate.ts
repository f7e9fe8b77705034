import type { Db } from '@kaopei/server'
import { isUnderWay, noteServerEvent, stateOf, tellAttempts } from '@kaopei/sitting/server'
import { type HandFail, type HandSeat, seatByHand } from '@kaopei/venue/server'
import { examOwner } from '../times/terms.ts'
import { freeFormerSeats } from './former-seats.sql.ts'
import { findNewestAttempt } from './seats.sql.ts'

export interface Seating extends HandSeat {
  readonly examId: string
  /** For the record of the attempt, and for whoever sits. */
  readonly reason?: string
  readonly now: Date
}

/** By hand, from wherever: whoever is sitting is told. Answers where they sat before. */
export async function seatCandidate(db: Db, { examId, reason, now, ...wish }: Seating, fail: HandFail) {
  await freeFormerSeats(db, examId)
  const { before, roomName } = await seatByHand(db, examOwner(examId), wish, fail)
  const { staffId, roomId, seat, by } = wish
  const from = { roomId: before?.roomId ?? null, seat: before?.realSeat ?? before?.seat ?? null }
  const attempt = await noteMove(db, { examId, staffId, from, to: { roomId, roomName, seat }, reason, now })
  if (attempt && isUnderWay(stateOf(attempt.state))) {
    const text = `您的座位已调整为“${roomName}”${seat}，请按监考人员的安排就座。${reason ? `原因：${reason}` : ''}`
    await tellAttempts(db, { attemptIds: [attempt.id], kind: 'act', text, byId: by, now })
  }
  return { before, roomName }
}

export interface Move {
  readonly examId: string
  readonly staffId: string
  readonly from: { readonly roomId: string | null; readonly seat: string | null }
  readonly to: { readonly roomId: string; readonly roomName: string; readonly seat: string }
  readonly reason: string | undefined
  readonly now: Date
}

/** Of whoever has begun a move is an event: who sat beside whom, and until when, is evidence. Answers whose; undefined: not begun, or the seat is the same. */
export async function noteMove(db: Db, { examId, staffId, from, to, reason, now }: Move) {
  if (from.roomId === to.roomId && from.seat === to.seat) return undefined
  const attempt = await findNewestAttempt(db, { examId, staffId })
  if (!attempt) return undefined
  const { roomName, seat } = to
  // With its moment: going to and fro between two seats is not the same move again.
  const data = {
    ...{ roomName, seat, before: from.seat, beforeRoomId: from.roomId },
    ...{ reason: reason || `调整到“${roomName}”${seat}`, at: now.toISOString() },
  }
  await noteServerEvent(db, { attemptId: attempt.id, type: 'moved', data, now })
  return attempt
}
