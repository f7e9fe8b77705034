import type { CodeOf } from '@kaopei/contract'
import { practiceStatus, storedStatus } from '../../contract/codes.ts'

type PracticeStatus = CodeOf<typeof practiceStatus>

export interface PracticeTimes {
  readonly status: number
  readonly startAt: Date | null
  readonly endAt: Date | null
}

/** As people see it: the stored status, with the clock. */
export function practiceStatusAt({ status, startAt, endAt }: PracticeTimes, now: Date): PracticeStatus {
  if (status === storedStatus.draft) return practiceStatus.draft
  if (status === storedStatus.endedByHand) return practiceStatus.ended
  if (startAt !== null && startAt > now) return practiceStatus.notStarted
  return endAt !== null && endAt <= now ? practiceStatus.ended : practiceStatus.inProgress
}
