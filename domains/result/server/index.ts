import type { Module } from '@kaopei/server'
import { examReportEndpoints } from './exam-report.handlers.ts'
import { ownResultEndpoints } from './own-result.handlers.ts'
import { resultEndpoints } from './results.handlers.ts'
import { exportResultsJob } from './results-export.job.ts'

/** What came out of exams, for who answers for them and for each candidate. */
export const resultModule: Module = {
  endpoints: [...resultEndpoints, ...examReportEndpoints, ...ownResultEndpoints],
  jobs: [exportResultsJob.job],
}
