import { implement, type Module } from '@kaopei/server'
import { sitting } from '../contract/sitting.ts'
import { scoreClosed } from './auto-scoring.backlog.ts'
import { attemptScored } from './scoring.events.ts'
import { closeOverdueSweep, closeOverLimitSweep } from './sitting.sweeps.ts'
import { answerHandlers } from './sitting-answer.handlers.ts'
import { entryHandlers } from './sitting-entry.handlers.ts'
import { receiptHandlers } from './sitting-receipts.handlers.ts'
import { submitHandlers } from './sitting-submit.handlers.ts'

/** Sitting an exam, from the list to the receipts. */
export const sittingModule: Module = {
  endpoints: implement(sitting, { ...entryHandlers, ...answerHandlers, ...submitHandlers, ...receiptHandlers }),
  events: [attemptScored],
  sweeps: [closeOverdueSweep, closeOverLimitSweep],
  backlogs: [scoreClosed],
}
