import type { Module } from '@kaopei/server'
import { followResults } from './evidence/exam-evidence.ts'
import { lookAtExpired } from './evidence/expiry.ts'
import { exposureListeners, practiceSweep } from './evidence/exposure.ts'
import { measureAgain } from './evidence/measure-again.job.ts'
import { skillLinkEndpoints } from './links/link.handlers.ts'
import { postModelEndpoints } from './posts/post-model.handlers.ts'
import { skillEndpoints } from './skills/skill.handlers.ts'

export { type Evidence, recordEvidence, withdrawEvidence } from './evidence/record.ts'
export { skillCards } from './skills/skill.sql.ts'

export const skillModule: Module = {
  endpoints: [...skillEndpoints, ...postModelEndpoints, ...skillLinkEndpoints],
  jobs: [measureAgain],
  listeners: exposureListeners,
  backlogs: [followResults, lookAtExpired],
  sweeps: [practiceSweep],
}
