import { implement, type Module } from '@kaopei/server'
import { progress } from '../../contract/progress.ts'
import { progressHandlers } from './progress.handlers.ts'
import { exportProgressJob } from './progress-export.job.ts'

/** How far people are, for those who answer for it. */
export const progressModule: Module = {
  endpoints: implement(progress, progressHandlers),
  jobs: [exportProgressJob.job],
}
