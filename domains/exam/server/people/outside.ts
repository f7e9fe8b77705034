/** Whether people from outside the company may sit an exam: its author says so, and every way to the list asks here. */
import type { Fail } from '@kaopei/server'
import { examErrors } from '../../contract/exam-errors.ts'
import { examSettings, outerParticipationMode } from '../../contract/exam-settings.ts'

interface WithSettings {
  readonly settings: unknown
}

export function isOpenToOutside({ settings }: WithSettings): boolean {
  return examSettings.parse(settings).outerParticipationMode !== outerParticipationMode.none
}

/** `count` of the people who are being put on the list come from outside. */
export function refuseOutside(exam: WithSettings, count: number, fail: Fail<(typeof examErrors)['outsideClosed']>): void {
  if (count > 0 && !isOpenToOutside(exam)) fail(examErrors.outsideClosed)
}
