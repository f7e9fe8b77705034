import type { Module } from '@kaopei/server'
import { learnEndpoints } from './answering/learn.handlers.ts'
import { linkEndpoints } from './answering/link.handlers.ts'
import { appointmentEndpoints } from './appointments/appointment.handlers.ts'
import { peopleEndpoints } from './appointments/people.handlers.ts'
import { exportAnalysisJob, exportResultsJob } from './results/export.job.ts'
import { analysisEndpoints, statisticsEndpoints } from './results/figures.handlers.ts'
import { reportJob } from './results/pdf/report.job.ts'
import { resultEndpoints } from './results/result.handlers.ts'
import { scaleEndpoints } from './scales/scale.handlers.ts'
import { logNames } from './scales/scale.sql.ts'
import { settleSweep } from './settle.ts'

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
  ],
  jobs: [exportResultsJob.job, exportAnalysisJob.job, reportJob.job],
  sweeps: [settleSweep],
}
