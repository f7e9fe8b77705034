/** What an exam lays down for the attempts of its candidates (room sitting). */
import type { AskedNews, Owner, Rules } from '@kaopei/sitting/server'
import type { ExamSettings } from '../../contract/exam-settings.ts'

/** The kind by which attempts know that they are an exam's. */
export const examKind = 'exam'

export function examOwner(examId: string): Owner {
  return { kind: examKind, id: examId }
}

/** For everybody; what the browser has to be, and how it is shown to one person, is said beside. */
export type ExamRules = Omit<Rules, 'safeKeys' | 'comfort'>

export function rulesOf(
  exam: { readonly name: string; readonly passScoreHundredths: number },
  settings: ExamSettings,
): ExamRules {
  return {
    title: exam.name,
    graceSeconds: settings.graceSeconds,
    isLinear: !settings.permitSkipBack,
    absenceLimit: settings.switchScreenNumberLimit,
    absenceSeconds: settings.switchScreenSeconds,
    addsAbsences: settings.switchScreenSecondsSum,
    handInAfterMinutes: settings.forceCommitTime,
    mayLeaveUnanswered: settings.permitSkipSubmit,
    maySkip: settings.permitSkip,
    isFullScreen: settings.permitFullScreen,
    mayCopy: settings.permitCopyPaste,
    passScoreHundredths: exam.passScoreHundredths,
    tells: newsAskedFor(settings),
  }
}

/** Who tells its candidates of results wants to hear of each; an exam that does not is not told. */
function newsAskedFor({ notifyResult }: ExamSettings): AskedNews[] {
  return notifyResult ? ['published'] : []
}
