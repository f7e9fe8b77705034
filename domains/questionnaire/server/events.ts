import { event } from '@kaopei/server'
import { z } from 'zod'

/**
 * Somebody has answered a questionnaire that a room above follows (`followQuestionnaires`): who and which, never which sheet. Of an anonymous one when the
 * ticket was claimed.
 */
export const answered = event({
  name: 'questionnaire.answered',
  payload: z.object({ questionnaireId: z.string(), staffId: z.string() }),
})
