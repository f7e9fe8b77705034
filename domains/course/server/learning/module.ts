import { implement, type Module } from '@kaopei/server'
import { learnPing } from '../../contract/ping.ts'
import { courseCompleted, taskCompleted } from '../events.ts'
import { deriveJob } from './derive.ts'
import { pingHandlers } from './ping.handlers.ts'

/** What somebody learns: the player's reports, what is derived of them. */
export const learningModule: Module = {
  endpoints: implement(learnPing, pingHandlers),
  jobs: [deriveJob],
  events: [taskCompleted, courseCompleted],
}
