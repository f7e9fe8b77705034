import { questionnaireStatus } from '../../contract/codes.ts'

interface Timed {
  readonly status: number
  readonly admissionStartAt: Date | null
  readonly admissionEndAt: Date | null
}

/** The status people see: 0 and 2 as stored, a published one by the clock. questionnaire.sql.ts says the same for filters. */
export function statusAt({ status, admissionStartAt, admissionEndAt }: Timed, now: Date) {
  if (status === questionnaireStatus.draft) return questionnaireStatus.draft
  if (status === questionnaireStatus.closed) return questionnaireStatus.closed
  if (admissionStartAt !== null && now < admissionStartAt) return questionnaireStatus.notStarted
  return admissionEndAt !== null && now >= admissionEndAt ? questionnaireStatus.ended : questionnaireStatus.inProgress
}

/** Nobody answers any more, and never will of an anonymous one. */
export function isOver(row: Timed, now: Date): boolean {
  const status = statusAt(row, now)
  return status === questionnaireStatus.closed || status === questionnaireStatus.ended
}

export const isOpen = (row: Timed, now: Date) => statusAt(row, now) === questionnaireStatus.inProgress
