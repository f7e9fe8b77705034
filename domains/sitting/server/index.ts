export { receiptOf } from './answer/receipt.ts'
export {
  type AttemptRow,
  findAttempt,
  findOwnAttempt,
  type ItemRow,
  insertAttempt,
  lockAttempt,
  type OpeningCondition,
  selectItems,
} from './attempt.sql.ts'
export { type AttemptSpans, attemptSpans } from './attempt-spans.sql.ts'
export { endStops, type PlannedClock, planStop, planTakingBack, stopClocks, takeBackStops } from './clocks/clocks.service.ts'
export { selectClocks as attemptClocks, staysOf } from './clocks/clocks.sql.ts'
export { attemptClosed, attemptOpened, attemptPublished, attemptScored, attemptVoided } from './events.ts'
export { sittingModule } from './module.ts'
export { noteServerEvent } from './note-event.sql.ts'
export { type Opened, openAttempt, openSheet, type Sitter, sheetToLookAt } from './open.service.ts'
export { capScore, type ScoreCap } from './record/cap.service.ts'
export { happenedIn } from './record/happened.sql.ts'
export {
  type RecordedEvent,
  type RecordedRevision,
  type RecordedStanding,
  recordedEvents,
  recordedRevisions,
  recordedStanding,
} from './record/record.sql.ts'
export {
  type AnswerTime,
  answerTimes,
  type ComparableAnswer,
  comparableAnswers,
  type SatSession,
  satSessions,
} from './record/sessions.sql.ts'
export { type AttemptState, attemptStateLabels, isClosed, isUnderWay, stateOf } from './rules/attempt-transition.ts'
export { dueAt, isOverdue, type TimeTerms } from './rules/deadline.ts'
export { isSafeBrowser, marksOfShown, proofFor, type SafeKeys, safeHash, safeKeys } from './rules/safe-browser.ts'
export type { ClockOutcome, StoppedSpan, Untouched } from './rules/stopped-clock.ts'
export { comesFromSafeBrowser } from './safe-browser.ts'
export { finishMarking, type ManualScore, recordManualScore } from './scoring/marking.service.ts'
export { type Reopened, type Reopening, reopenMarking } from './scoring/reopen.service.ts'
export type { SheetAnswer } from './sheet.ts'
export { changeTerms, type TermsChange } from './terms.service.ts'
export { type AskedNews, type Owner, type Rules, rulesShown, type Terms } from './terms.ts'
export { clearVirtualAttempts } from './virtual.sql.ts'
export { restoreAttempt, type Voided, voidAttempt } from './void.service.ts'
export {
  forceAttempt,
  pauseAttempts,
  type Reopening as AttemptReopening,
  reopenAttempt,
  resumeAttempts,
} from './watching/acts.service.ts'
export { stoppedBy } from './watching/pauses.sql.ts'
export { lostContactMs } from './watching/presence.sql.ts'
export { answerCalls, tellAttempts } from './watching/telling.sql.ts'
