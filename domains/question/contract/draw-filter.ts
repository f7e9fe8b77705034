import { id, text } from '@kaopei/contract'
import { z } from 'zod'
import { difficulty, questionTypeSchema } from './codes.ts'

/** Which questions a drawing rule admits; what is absent or empty admits all. Categories and their subtrees. */
export const drawFilter = z.object({
  bankIds: z.array(id).max(1000).optional(),
  categoryIds: z.array(id).max(1000).optional(),
  knowledgePointIds: z.array(id).max(1000).optional(),
  tags: z.array(text(20, '标签')).max(100).optional(),
  types: z.array(questionTypeSchema).max(7).optional(),
  difficulties: z.array(difficulty.schema).max(3).optional(),
})
export type DrawFilter = z.output<typeof drawFilter>
