import { implement, type Module } from '@kaopei/server'
import { sitting } from '../contract/sitting.ts'
import { answerHandlers } from './answer/answer.handlers.ts'
import { receiptHandlers } from './answer/receipts.handlers.ts'
import { attemptClosed, attemptOpened, attemptPublished, attemptScored, attemptVoided } from './events.ts'
import { resumeHandlers } from './resume.handlers.ts'
import { scoreClosed } from './scoring/auto-scoring.backlog.ts'
import { submitHandlers } from './submit.handlers.ts'
import { closeOverdueSweep, closeOverLimitSweep, noteGapsSweep } from './sweeps.ts'
import { breakHandlers, endBreaksSweep } from './watching/breaks.handlers.ts'
import { keepPresence } from './watching/presence.ts'
import { tellingHandlers } from './watching/telling.handlers.ts'

/** Sitting, from the first answer to the receipts and the scores. */
export const sittingModule: Module = {
  endpoints: implement(sitting, {
    ...resumeHandlers,
    ...answerHandlers,
    ...submitHandlers,
    ...receiptHandlers,
    ...tellingHandlers,
    ...breakHandlers,
  }),
  events: [attemptOpened, attemptClosed, attemptScored, attemptPublished, attemptVoided],
  sweeps: [closeOverdueSweep, closeOverLimitSweep, noteGapsSweep, endBreaksSweep],
  backlogs: [scoreClosed],
  routes: keepPresence,
}
