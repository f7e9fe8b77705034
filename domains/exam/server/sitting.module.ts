import { implement, type Module } from '@kaopei/server'
import { sitting } from '../contract/sitting.ts'
import { attemptScored } from './scoring.events.ts'
import { scoreAttemptJob } from './scoring.jobs.ts'
import { closeOverdueSweep, scoreForgottenSweep } from './sitting.sweeps.ts'
import { answerHandlers } from './sitting-answer.handlers.ts'
import { entryHandlers } from './sitting-entry.handlers.ts'
import { resultHandlers } from './sitting-result.handlers.ts'

/** Sitting an exam, from the list to the result. */
export const sittingModule: Module = {
  endpoints: implement(sitting, { ...entryHandlers, ...answerHandlers, ...resultHandlers }),
  jobs: [scoreAttemptJob],
  events: [attemptScored],
  sweeps: [closeOverdueSweep, scoreForgottenSweep],
}
