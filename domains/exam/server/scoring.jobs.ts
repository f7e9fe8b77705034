import { job } from '@kaopei/server'
import { z } from 'zod'
import { scoreAttempt } from './scoring.service.ts'

/** Scores a closed attempt. Enqueued by the closing transaction, and again by a sweep should that job have been lost. */
export const scoreAttemptJob = job({
  name: 'exam.scoreAttempt',
  payload: z.object({ attemptId: z.string() }),
  run: async ({ attemptId }, { transaction, companyId }) => {
    await transaction((db) => scoreAttempt(db, companyId, attemptId, new Date()))
  },
})
