import { event } from '@kaopei/server'
import { z } from 'zod'

/**
 * Told of results of knowledge and skill scales, which rooms above may act on: `out` when one counts, issued or kept after a review; `voided` when a review
 * took it back; `erased` when it was deleted because somebody asked. What was deleted because its time was over goes without a word: it was right.
 */
export const resultChanged = event({
  name: 'evaluation.resultChanged',
  payload: z.object({ scaleId: z.string(), staffId: z.string(), kind: z.enum(['out', 'voided', 'erased']) }),
})
