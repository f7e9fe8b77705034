import type { Module } from '@kaopei/server'
import { exportProgressJob } from './export.job.ts'
import { progressEndpoints } from './progress.handlers.ts'

/** How far the people of projects are, for those who answer for it. */
export const progressModule: Module = { endpoints: progressEndpoints, jobs: [exportProgressJob.job] }
