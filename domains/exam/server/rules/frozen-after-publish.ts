/**
 * What may still change once an exam is published. Candidates may be sitting it: paper, rules of answering, opening
 * and duration stay; words, reviewers, what may be looked at afterwards, and a later close may change.
 */
import { examSettingTexts } from '../../contract/exam-setting-labels.ts'
import { type ExamSettings, examSettingFields } from '../../contract/exam-settings.ts'

export type ChangeableExam = {
  openAt: Date | null
  closeAt: Date | null
  limitMinutes: number | null
  typedSumScoreHundredths: number | null
  passScoreHundredths: number
  settings: ExamSettings
}

const openSettings: ReadonlySet<keyof ExamSettings> = new Set([
  'permitQueryScore',
  'permitViewDetail',
  'permitViewAnswer',
  'permitViewAnalysis',
  'permitViewEarly',
  'permitViewTime',
  'reviewQuestionType',
  'password',
  'outerParticipationMode',
  'notifyStart',
  'notifyEnd',
  'notifyResult',
  'notifyAnalysis',
  'notifyReviewer',
  'noticeTemplates',
  'smsTemplateId',
  'mailTemplateId',
])
const settingNames = examSettingFields.keyof().options

/** The names of everything that a change touches but may not; empty when it is fine. */
export function frozenChanges(before: ChangeableExam, after: ChangeableExam): string[] {
  const found: string[] = []
  if (!isSame(before.openAt, after.openAt)) found.push('开始时间')
  if (!isSame(before.closeAt, after.closeAt) && !isLater(after.closeAt, before.closeAt)) found.push('结束时间（只能延后）')
  if (before.limitMinutes !== after.limitMinutes) found.push('考试时长')
  if (before.typedSumScoreHundredths !== after.typedSumScoreHundredths) found.push('总分')
  if (before.passScoreHundredths !== after.passScoreHundredths) found.push('及格分')
  for (const name of settingNames) {
    if (openSettings.has(name) || isSame(before.settings[name], after.settings[name])) continue
    found.push(examSettingTexts[name].label)
  }
  return found
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An exam that never closes ends later than any other. */
function isLater(one: Date | null, other: Date | null): boolean {
  return other !== null && (one === null || one > other)
}
