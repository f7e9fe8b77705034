import { implement, type Module } from '@kaopei/server'
import { learn } from '../../contract/learn.ts'
import { learnPackage } from '../../contract/package.ts'
import { learnPing } from '../../contract/ping.ts'
import { courseCompleted, courseReopened, taskCompleted } from '../events.ts'
import { auditSweep } from './audit.ts'
import { deriveJob } from './derive.ts'
import { learnHandlers } from './learn.handlers.ts'
import { packageHandlers } from './package.handlers.ts'
import { pingHandlers } from './ping.handlers.ts'
import { followPracticeListener } from './practices.ts'
import { followQuestionnaireListener } from './questionnaires.ts'
import { rederiveJob, rederivePublished } from './rederive.ts'
import { followResults } from './results.ts'
import { trimSweep } from './trim.ts'

/** What somebody learns: the player's reports, what is derived of them. */
export const learningModule: Module = {
  endpoints: [
    ...implement(learnPing, pingHandlers),
    ...implement(learn, learnHandlers),
    ...implement(learnPackage, packageHandlers),
  ],
  jobs: [deriveJob, rederiveJob],
  listeners: [rederivePublished, followPracticeListener, followQuestionnaireListener],
  events: [taskCompleted, courseCompleted, courseReopened],
  backlogs: [followResults],
  sweeps: [auditSweep, trimSweep],
}
