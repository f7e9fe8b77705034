/** What somebody answers, by element. */
import { id, recordOf, text } from '@kaopei/contract'
import { z } from 'zod'
import { partId } from './condition.ts'
import { mostElements, mostOptions } from './definition.ts'

const chosen = z.array(partId).max(mostOptions)
const answerText = text(5000, '答案')

/** single, multiple, dropdown; `texts` of options that take one. */
const choiceAnswer = z.strictObject({ choices: chosen, texts: recordOf(partId, text(500, '补充说明'), 20).optional() })
/** matrixSingle (one column), matrixMultiple (several), matrixRating (a number). */
const matrixAnswer = z.strictObject({ rows: recordOf(partId, z.union([chosen, z.number()]), 50) })
const rankingAnswer = z.strictObject({ order: chosen })
export const answeredFile = z.strictObject({ fileId: id, name: text(300, '文件名') })
const fileAnswer = z.strictObject({ files: z.array(answeredFile).max(9) })

/** text and date (yyyy-MM-dd) are strings; number, rating, nps and slider numbers; consent true. */
export const answer = z.union([choiceAnswer, matrixAnswer, rankingAnswer, fileAnswer, answerText, z.number(), z.boolean()])
export type Answer = z.output<typeof answer>
export type ChoiceAnswer = z.output<typeof choiceAnswer>
export type MatrixAnswer = z.output<typeof matrixAnswer>
export type RankingAnswer = z.output<typeof rankingAnswer>
export type FileAnswer = z.output<typeof fileAnswer>

export const answers = recordOf(partId, answer, mostElements)
export type Answers = Readonly<Record<string, Answer>>

/** What is known of whoever answers; `departments` with those above, lowest first. Nothing is known of somebody anonymous. */
export const person = z.object({
  department: z.array(z.string()).default([]),
  post: z.array(z.string()).default([]),
  label: z.array(z.string()).default([]),
  entry: z.array(z.enum(['account', 'link'])).default([]),
})
export type Person = z.output<typeof person>
