/** For the tests of rooms above. */
import type { Terms } from './terms.ts'

export {
  arrangePaper,
  arrangePeople,
  browserA,
  browserB,
  keyMark,
  oneOfEachType,
  type PaperWish,
  rightAnswers,
} from './paper-arrange.ts'
export { scoreAttempts } from './scoring/auto-scoring.service.ts'
export { closeOverdue, closeOverLimit, noteGaps } from './sweeps.ts'

/** Terms of an owner that asks for nothing. */
export const plainTerms: Terms = {
  title: '测验',
  closeAt: null,
  limitMinutes: 0,
  graceSeconds: 60,
  isLinear: false,
  absenceLimit: 0,
  absenceSeconds: 0,
  addsAbsences: false,
  handInAfterMinutes: 0,
  mayLeaveUnanswered: true,
  maySkip: true,
  isFullScreen: false,
  mayCopy: true,
  passScoreHundredths: 0,
  tells: [],
  safeKeys: {},
  comfort: {},
}

export { endBreaks } from './watching/breaks.handlers.ts'
