import { event } from '@kaopei/server'
import { z } from 'zod'

/** Somebody has answered more of a practice that a room above follows (`followPractices`), or has finished a round; `practiceStandingOf` says how they stand. */
export const practiceReached = event({
  name: 'practice.practiceReached',
  payload: z.object({ practiceId: z.string(), staffId: z.string() }),
})
