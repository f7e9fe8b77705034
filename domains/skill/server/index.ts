import type { Module } from '@kaopei/server'
import { followResults } from './evidence/exam-evidence.ts'
import { lookAtExpired } from './evidence/expiry.ts'
import { exposeAgain } from './evidence/expose-again.job.ts'
import { exposureListeners, practiceSweep } from './evidence/exposure.ts'
import { measureAgain } from './evidence/measure-again.job.ts'
import { skillLinkEndpoints } from './links/link.handlers.ts'
import { personEndpoints } from './people/person.handlers.ts'
import { skillPlanEndpoints } from './people/plan.handlers.ts'
import { profileJob } from './people/profile.job.ts'
import { postModelEndpoints } from './posts/post-model.handlers.ts'
import { countMarked, peopleMoved } from './reports/count.ts'
import { exportReportJob } from './reports/export.job.ts'
import { skillReportEndpoints } from './reports/report.handlers.ts'
import { skillEndpoints } from './skills/skill.handlers.ts'

export { measureAttempts } from './evidence/exam-evidence.ts'
export { type Evidence, recordEvidence, withdrawEvidence } from './evidence/record.ts'
export { modelNumbers, type PostFit, postFit } from './people/post-fit.ts'
export { skillCards, skillsByName } from './skills/skill.sql.ts'

export const skillModule: Module = {
  endpoints: [
    ...skillEndpoints,
    ...postModelEndpoints,
    ...skillLinkEndpoints,
    ...skillReportEndpoints,
    ...personEndpoints,
    ...skillPlanEndpoints,
  ],
  jobs: [measureAgain, exposeAgain, exportReportJob.job, profileJob.job],
  listeners: [...exposureListeners, peopleMoved],
  backlogs: [followResults, lookAtExpired, countMarked],
  sweeps: [practiceSweep],
}
