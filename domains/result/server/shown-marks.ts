import { viewTimeOf } from '@kaopei/exam/contract/exam-settings'
import { type ExamRow, findAnyExam, lastWriteOf, selectLastEnd, settingsOf } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { visibleAspects } from './rules/visible-aspects.ts'

/** What whoever has a published result of the exam may see of it now, by the rule of the result's own page; `lastEnd`: when nobody may sit it any more. */
export async function shownOfPublished(db: Db, exam: ExamRow, now: Date) {
  const settings = settingsOf(exam)
  const lastEnd = lastWriteOf(exam, await selectLastEnd(db, exam.id))
  const { visible } = visibleAspects({
    now,
    permits: { ...settings, permitViewTime: viewTimeOf(settings) },
    attempt: { isClosed: true, isVoided: false, hasUnmarked: false, isPublished: true },
    lastSittingEndsAt: lastEnd,
    mayShowBeforeLastSitting: settings.permitViewEarly,
    isPractice: false,
  })
  return { visible, settings, lastEnd }
}

interface LeadingTask {
  readonly id: string
  readonly kind: string
  readonly targetId: string | null
}

/** Of these scored tasks those that lead to an exam which does not show its marks now: by their ids. */
export async function tasksHidingScores(db: Db, scored: readonly LeadingTask[], now: Date): Promise<ReadonlySet<string>> {
  const hiding = new Set<string>()
  for (const { id, kind, targetId } of scored) {
    if (kind !== 'exam' || targetId === null) continue
    const exam = await findAnyExam(db, targetId)
    if (!exam || !(await shownOfPublished(db, exam, now)).visible.has('marks')) hiding.add(id)
  }
  return hiding
}
