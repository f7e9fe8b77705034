export { type ClosedExam, closedAmong, closedExams, countClosedExams } from './closed-exams.sql.ts'
export { draftExamLike } from './draft-exam.service.ts'
export { type EntryRow, findEntry } from './entry.sql.ts'
export { settingsOf } from './entry.ts'
export { examModule } from './exam.module.ts'
export { type ExamRow, findAnyExam, findExam } from './exam.sql.ts'
export { plainRowOf } from './exam-answer.ts'
export { type ExamCard, examCards, limitsOf } from './exam-cards.sql.ts'
export { listPlainExams } from './exam-list.service.ts'
export { type NearestSitting, nearestSitting } from './nearest-sitting.sql.ts'
export { outerJoinModule } from './outer/join.module.ts'
export { admitCandidate } from './people/admit.ts'
export { type CandidateFacts, findCandidate } from './people/candidate.sql.ts'
export { agreedCaptureKinds, consentsOf as askedConsents } from './people/consent.ts'
export { isFound, type PeopleSearch } from './people/search.sql.ts'
export { searchFor, withShownContacts } from './people/shown-contacts.ts'
export {
  addToPurposed,
  changePurposed,
  endPurposed,
  makePurposedExam,
  takeFromPurposed,
} from './purposed.service.ts'
export { type StoredDays, saveRecordingDays, selectRecordingDays } from './recording-days.sql.ts'
export { inReach, type Reach, reachesExam, reachOf, reachShape, scopeWithin } from './rooms/reach.ts'
export { extendedClose } from './rules/effective-times.ts'
export { examStatusAt } from './rules/exam-status-at.ts'
export { needsSafeBrowser } from './safe-browser/safe-browser.handlers.ts'
export { closeFor, selectLastEnd } from './times/change.sql.ts'
export { lastWriteOf, timesOfCandidate } from './times/change.ts'
export { type EarlyEnd, endExamEarly } from './times/end.service.ts'
export { type ExtraTime, giveExtraTime } from './times/extra.service.ts'
export { examKind } from './times/terms.ts'
export { type ResultVoiding, restoreResult, voidResult } from './void-result.service.ts'
