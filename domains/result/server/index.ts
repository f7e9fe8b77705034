import type { Module } from '@kaopei/server'
import { examReportEndpoints } from './exam-report.handlers.ts'
import { numberResultNews } from './news.ts'
import { ownResultEndpoints } from './own-result.handlers.ts'
import { resultEndpoints } from './results.handlers.ts'
import { exportResultsJob } from './results-export.job.ts'
import { keepUses } from './uses.ts'

export type { WrongAnswer } from './answers-to-learn.sql.ts'
export { type AnswersToLearn, answersToLearn } from './answers-to-learn.ts'
export { type Finding, type FindingKind, keepFinding } from './finding.sql.ts'
export type { ResultNews } from './news.sql.ts'
export { resultNews } from './news.ts'
export { beforeAndAfter } from './points/before-and-after.sql.ts'
export { officialAttempts, officialMarks } from './points/official-marks.sql.ts'
export {
  countAttempts,
  countItems,
  countOfficial,
  countPointPeople,
  type LaidOutQuestion,
  laidOutQuestions,
  type PointFigures,
  pointFigures,
  pointPeopleIds,
  selectPointPeople,
  wrongQuestions,
} from './points/point-scores.sql.ts'
export { type PublishedResult, peopleWithResults, publishedResults, type WhoseResults } from './published.sql.ts'
export { tasksHidingScores } from './shown-marks.ts'
export { figuresOf, type Standing, standingsOf } from './standings.sql.ts'

/** What came out of exams, for who answers for them and for each candidate. */
export const resultModule: Module = {
  endpoints: [...resultEndpoints, ...examReportEndpoints, ...ownResultEndpoints],
  jobs: [exportResultsJob.job],
  backlogs: [numberResultNews, keepUses],
}
