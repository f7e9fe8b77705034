import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told once an attempt's objective questions are scored and a person has to mark the rest. */
export const attemptScored = event({
  name: 'exam.attemptScored',
  payload: z.object({ attemptId: z.string(), examId: z.string() }),
})

/** Told, where the owner asks for it, when results are complete: by the machine alone, or with the last mark. */
export const attemptPublished = event({
  name: 'sitting.attemptPublished',
  payload: z.object({ examId: z.string(), attemptIds: z.array(z.string()) }),
})

/** Told when an attempt is voided and when it is restored: what is open of a voided one is nobody's work. */
export const attemptVoided = event({
  name: 'exam.attemptVoided',
  payload: z.object({ attemptId: z.string(), examId: z.string(), isVoided: z.boolean() }),
})
