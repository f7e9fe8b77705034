import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told when somebody has answered: who and which questionnaire, never which sheet. Of an anonymous one when the ticket was claimed. */
export const answered = event({
  name: 'questionnaire.answered',
  payload: z.object({ questionnaireId: z.string(), staffId: z.string() }),
})
