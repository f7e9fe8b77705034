import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told once an attempt's objective questions are scored and a person has to mark the rest. */
export const attemptScored = event({
  name: 'exam.attemptScored',
  payload: z.object({ attemptId: z.string(), examId: z.string() }),
})
