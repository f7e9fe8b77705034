import type { Module } from '@kaopei/server'
import { refusalEndpoints } from './issue/refusal.handlers.ts'
import { issueWaitingJob } from './issue/retry.ts'
import { fillJob } from './issue-rules/fill.job.ts'
import { ruleEndpoints } from './issue-rules/rule.handlers.ts'
import { certificateEndpoints } from './issued/certificate.handlers.ts'
import { exportJob } from './issued/export.job.ts'
import { printJob } from './issued/print.job.ts'
import { logNames } from './log-names.sql.ts'
import { mineEndpoints } from './mine.handlers.ts'
import {
  followCourses,
  followEvaluations,
  followProjects,
  followReopened,
  followReopenedProjects,
  followResults,
} from './news/follow.ts'
import { proposalEndpoints } from './news/proposal.handlers.ts'
import { ownPortraitEndpoints } from './portraits/own-portrait.handlers.ts'
import { portraitEndpoints } from './portraits/portrait.handlers.ts'
import { addPublicRoutes } from './public/routes.ts'
import { remindSweep } from './reminders/remind.sweep.ts'
import { templateEndpoints } from './templates/template.handlers.ts'

export const certificateModule: Module = {
  logNames,
  endpoints: [
    ...templateEndpoints,
    ...ruleEndpoints,
    ...certificateEndpoints,
    ...refusalEndpoints,
    ...proposalEndpoints,
    ...portraitEndpoints,
    ...mineEndpoints,
    ...ownPortraitEndpoints,
  ],
  jobs: [fillJob.job, printJob.job, exportJob.job, issueWaitingJob],
  listeners: [followCourses, followReopened, followProjects, followReopenedProjects, followEvaluations],
  backlogs: [followResults],
  sweeps: [remindSweep],
  routes: addPublicRoutes,
}
