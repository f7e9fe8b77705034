import type { Module } from '@kaopei/server'
import { learnEndpoints } from './answering/learn.handlers.ts'
import { linkEndpoints } from './answering/link.handlers.ts'
import { appointmentEndpoints } from './appointments/appointment.handlers.ts'
import { peopleEndpoints } from './appointments/people.handlers.ts'
import { resultChanged } from './events.ts'
import { postAssessmentEndpoints } from './posts/assessment.handlers.ts'
import { exportPostResultsJob } from './posts/export.job.ts'
import { followPostResults, lookAtPosts } from './posts/follow.ts'
import { postLearnEndpoints } from './posts/learn.handlers.ts'
import { postReportJob } from './posts/pdf/post-report.job.ts'
import { postPeopleEndpoints } from './posts/people.handlers.ts'
import { postResultEndpoints } from './posts/result.handlers.ts'
import { postTextEndpoints } from './posts/texts.handlers.ts'
import { exportAnalysisJob, exportResultsJob } from './results/export.job.ts'
import { analysisEndpoints, statisticsEndpoints } from './results/figures.handlers.ts'
import { reportJob } from './results/pdf/report.job.ts'
import { resultEndpoints } from './results/result.handlers.ts'
import { scaleEndpoints } from './scales/scale.handlers.ts'
import { logNames } from './scales/scale.sql.ts'
import { settleSweep } from './settle.ts'

export { resultChanged } from './events.ts'
export { scalesOf } from './people/own-scales.sql.ts'
export {
  type MeasuredResult,
  type MeasuredScale,
  measuredResults,
  pageOfMeasured,
  peopleMeasured,
  scaleNames,
} from './results/measured.sql.ts'

export const evaluationModule: Module = {
  logNames,
  endpoints: [
    ...scaleEndpoints,
    ...appointmentEndpoints,
    ...peopleEndpoints,
    ...learnEndpoints,
    ...linkEndpoints,
    ...resultEndpoints,
    ...statisticsEndpoints,
    ...analysisEndpoints,
    ...postAssessmentEndpoints,
    ...postPeopleEndpoints,
    ...postResultEndpoints,
    ...postTextEndpoints,
    ...postLearnEndpoints,
  ],
  events: [resultChanged],
  jobs: [exportResultsJob.job, exportAnalysisJob.job, reportJob.job, exportPostResultsJob.job, postReportJob.job],
  backlogs: [followPostResults, lookAtPosts],
  sweeps: [settleSweep],
}
