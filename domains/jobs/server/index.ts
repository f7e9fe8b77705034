import type { Module } from '@kaopei/server'
import { convertExport } from './convert-export.ts'
import { downloadEndpoints } from './download.handlers.ts'
import { jobSweeps } from './sweeps.ts'

export { exportFile } from './export-file.ts'
export { exportWorkbook } from './export-workbook.ts'
export { findOwnJob, type OwnJob } from './own-job.sql.ts'
export { SmallHeap } from './small-heap.ts'
export { type Finish, isUnderWay, JobFailure, startTrackedJob, type Tracked, type TrackedJob, trackedJob } from './tracked-job.ts'

export const jobsModule: Module = { endpoints: downloadEndpoints, jobs: [convertExport.job], sweeps: jobSweeps }
