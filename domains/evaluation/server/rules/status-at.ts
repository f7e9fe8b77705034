import { appointmentStatus } from '../../contract/codes.ts'

export interface Standing {
  readonly status: number
  readonly startAt: Date | null
  readonly endAt: Date | null
}

/** As people see it: an open one follows the clock. */
export function statusAt({ status, startAt, endAt }: Standing, now: Date) {
  if (status === appointmentStatus.draft) return appointmentStatus.draft
  if (status === appointmentStatus.closed) return appointmentStatus.closed
  if (startAt && startAt > now) return appointmentStatus.notStarted
  if (endAt && endAt <= now) return appointmentStatus.ended
  return appointmentStatus.inProgress
}

export const isOpen = (standing: Standing, now: Date) => statusAt(standing, now) === appointmentStatus.inProgress
