/** What a piece of evidence stands on: shown beside it, and what leads to where it can be looked at. */
import { id } from '@kaopei/contract'
import { z } from 'zod'

export const evidenceFacts = z.object({
  /** The answered paper. */
  attemptId: id.optional(),
  examId: id.optional(),
  items: z.int().optional(),
  scoreHundredths: z.int().optional(),
  maxHundredths: z.int().optional(),
  /** At which level it was tested. */
  testedLevel: z.int().optional(),
  /** Written by whoever gave it. */
  note: z.string().optional(),
  /** Where the source is an evaluation's or an assessment's result. */
  resultId: id.optional(),
})
export type EvidenceFacts = z.output<typeof evidenceFacts>
