import { type RecordingKind, recordingKind } from '@kaopei/exam/contract/recording-days'
import type { z } from 'zod'
import { source } from '../../contract/capture.ts'
import type { keepingState } from '../../contract/retention.ts'

interface Kept {
  readonly deletesAt: Date
  readonly isHeld: boolean
  readonly isDeleting: boolean
  readonly deletedAt: Date | null
}

/** Where recordings stand: whatever holds them holds them beyond their time, and nothing brings back what is gone. */
export function keepingOf({ deletesAt, isHeld, isDeleting, deletedAt }: Kept, now: Date): z.output<typeof keepingState> {
  if (deletedAt !== null) return 'deleted'
  if (isHeld) return 'held'
  if (isDeleting) return 'deleting'
  return deletesAt <= now ? 'due' : 'kept'
}

/** Days that the candidate agreed to, by kind. Of attempts of before the photograph of the check-in had days of its own it has none. */
export type AgreedDays = Readonly<Record<number, number>>

const checkInNumber = 1

/** Which kind a piece, a thumbnail or a composed film is of. */
export function kindOf(
  { source: of, kind, number }: { source: number; kind: string; number?: number },
  agreed: AgreedDays = {},
): RecordingKind {
  const isFilm = kind === 'film' || kind === 'composed'
  if (of === source.screen) return isFilm ? recordingKind.screenFilm : recordingKind.screenPicture
  if (isFilm) return recordingKind.cameraFilm
  const isCheckIn = of === source.first && number === checkInNumber && agreed[recordingKind.checkIn] !== undefined
  return isCheckIn ? recordingKind.checkIn : recordingKind.photograph
}

const dayMs = 24 * 60 * 60 * 1000

/** The lesser of what the candidate agreed to and what the company says now. */
export function deletedFrom(since: Date, agreedDays: number, daysNow: number): Date {
  return new Date(since.getTime() + Math.min(agreedDays, daysNow) * dayMs)
}
