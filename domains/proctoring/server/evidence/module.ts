import type { Module } from '@kaopei/server'
import { evidenceEndpoints } from './evidence.handlers.ts'
import { nightSweep } from './night.ts'
import { packJob } from './pack.job.ts'
import { sealClosed } from './seal.backlog.ts'

/** The chain over each attempt's record, its check and signature by night, and the pack that proves it. */
export const evidenceModule: Module = {
  endpoints: evidenceEndpoints,
  jobs: [packJob.job],
  backlogs: [sealClosed],
  sweeps: [nightSweep],
}
