import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told when an attempt is voided and when it is restored: what is open of a voided one is nobody's work. */
export const attemptVoided = event({
  name: 'exam.attemptVoided',
  payload: z.object({ attemptId: z.string(), examId: z.string(), isVoided: z.boolean() }),
})
