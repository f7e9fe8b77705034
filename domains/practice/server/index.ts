import type { Module } from '@kaopei/server'
import { practiceReached } from './events.ts'
import { followResults, lookAtResults } from './exams/exam-results.ts'
import { learnEndpoints } from './learn/learn.handlers.ts'
import { practicePeopleEndpoints } from './people/staff.handlers.ts'
import { practicePolicyEndpoints } from './policy/policy.handlers.ts'
import { practicePaperEndpoints } from './practices/paper.handlers.ts'
import { practiceEndpoints } from './practices/practice.handlers.ts'
import { logNames } from './practices/practice.sql.ts'
import { practiceReportEndpoints } from './reports/report.handlers.ts'
import { exportResultsJob } from './results/export.job.ts'
import { practiceResultEndpoints } from './results/results.handlers.ts'

export { practiceReached } from './events.ts'
export { admitToPractice } from './people/staff.sql.ts'
export { draftPractice } from './practices/draft-practice.service.ts'
export { followPractices, type PracticeCard, practiceCards } from './practices/practice.sql.ts'
export { type PracticeStanding, practiceStandingOf } from './practices/standing.sql.ts'
export { practisedPoints } from './practised-points.sql.ts'
export { practiceStatusAt } from './rules/practice-status-at.ts'

export const practiceModule: Module = {
  logNames,
  endpoints: [
    ...practiceEndpoints,
    ...practicePaperEndpoints,
    ...practicePeopleEndpoints,
    ...practicePolicyEndpoints,
    ...practiceReportEndpoints,
    ...practiceResultEndpoints,
    ...learnEndpoints,
  ],
  jobs: [exportResultsJob.job],
  events: [practiceReached],
  backlogs: [followResults, lookAtResults],
}
