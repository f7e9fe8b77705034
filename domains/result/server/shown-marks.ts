import { viewTimeOf } from '@kaopei/exam/contract/exam-settings'
import { findAnyExam, lastWriteOf, selectLastEnd, settingsOf } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { visibleAspects } from './rules/visible-aspects.ts'

/** Of these exams those that show their marks now to whoever has a published result; by the rule of the result's own page. */
export async function examsShowingMarks(db: Db, examIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const showing = new Set<string>()
  for (const examId of new Set(examIds)) {
    const exam = await findAnyExam(db, examId)
    if (!exam) continue
    const settings = settingsOf(exam)
    const { visible } = visibleAspects({
      now,
      permits: { ...settings, permitViewTime: viewTimeOf(settings) },
      attempt: { isClosed: true, isVoided: false, hasUnmarked: false, isPublished: true },
      lastSittingEndsAt: lastWriteOf(exam, await selectLastEnd(db, exam.id)),
      mayShowBeforeLastSitting: settings.permitViewEarly,
      isPractice: false,
    })
    if (visible.has('marks')) showing.add(examId)
  }
  return showing
}
