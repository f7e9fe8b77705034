/** What a paper is written as and shown as; whoever uses papers declares the calls. */

import { codes, id, optionalIds, score, scoreInput } from '@kaopei/contract'
import { difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import { drawFilter } from '@kaopei/question/contract/draw-filter'
import { hiddenKey } from '@kaopei/question/contract/without-key'
import { z } from 'zod'

/** Where a question of a paper comes from. */
export const paperPart = codes({
  fixed: { code: 1, label: '固定试题' },
  random: { code: 2, label: '随机抽题' },
})

const fixedQuestion = z.object({
  questionType: z.literal(paperPart.fixed),
  questionId: id,
  /** The question's own type; the server knows it, clients of the specification send it. */
  type: questionTypeCodes.schema.optional(),
  /** What the question is worth by itself unless said. */
  score: scoreInput.optional(),
})
const randomQuestions = z.object({
  questionType: z.literal(paperPart.random),
  type: questionTypeCodes.schema.optional(),
  filter: drawFilter,
  count: z.number('请输入抽题数').int('抽题数须为整数').min(1, '抽题数至少为 1').max(500, '一条规则最多抽 500 题'),
  score: scoreInput,
})
/** One entry of `questions` of a paper as it is saved: a fixed question, or a rule that draws some. Their order is the paper's. */
export const paperEntry = z.discriminatedUnion('questionType', [fixedQuestion, randomQuestions])
export type PaperEntry = z.output<typeof paperEntry>
/** Every start draws them, and every candidate gets them at once. */
const mostQuestions = 1000
export const mostRules = 50
const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const tooManyQuestions = `一份试卷最多 ${mostQuestions} 题，请减少抽题数或固定题目`
export const tooManyRules = `最多 ${mostRules} 条抽题规则`
export const paperEntries = z
  .array(paperEntry)
  .max(mostQuestions, tooManyQuestions)
  .refine((entries) => entries.filter((entry) => entry.questionType === paperPart.random).length <= mostRules, tooManyRules)
  .refine(
    (entries) => totalOf(entries.map((entry) => (entry.questionType === paperPart.random ? entry.count : 1))) <= mostQuestions,
    tooManyQuestions,
  )

const slotRow = z.object({
  slot: z.number().int(),
  questionId: id,
  type: questionTypeCodes.schema,
  stemText: z.string(),
  difficulty: difficulty.schema,
  bankName: z.string(),
  score,
  /** Fit for use; after publishing always true, for then its version is pinned. */
  isReady: z.boolean(),
})
const ruleRow = z.object({
  number: z.number().int(),
  filter: drawFilter,
  count: z.number().int(),
  score,
})
/** The parts of a paper as their author reads them. */
export const paperParts = z.object({
  fixed: z.array(slotRow),
  rules: z.array(ruleRow),
  sumScore: score,
  questionCount: z.number().int(),
})
export type PaperParts = z.output<typeof paperParts>

const violation = z.object({
  ruleIndexes: z.array(z.number().int()),
  needed: z.number().int(),
  available: z.number().int(),
  message: z.string(),
})

/** Rules that need not be saved yet. */
export const drawCheckInput = z.object({
  rules: z
    .array(z.object({ filter: drawFilter, count: z.number().int().min(0).max(500) }))
    .max(mostRules, tooManyRules)
    .refine((rules) => totalOf(rules.map(({ count }) => count)) <= mostQuestions, tooManyQuestions),
  /** Fixed questions of the paper: never drawn again. */
  fixedQuestionIds: optionalIds,
})
/** The proof that rules can be met together. */
export const drawCheck = z.object({
  isFeasible: z.boolean(),
  /** Questions that each rule alone could draw. */
  available: z.array(z.number().int()),
  violations: z.array(violation),
})

/** A question as the author of a paper looks at it, with its answer. */
const previewQuestion = z.object({
  slot: z.number().int(),
  questionId: id,
  type: questionTypeCodes.schema,
  score,
  /** Without what is right where `hiddenKey` says why. */
  content: z.unknown(),
  hiddenKey: hiddenKey.nullable(),
  /** Drawn by the rule of this number as an example; null: fixed. */
  ruleNumber: z.number().int().nullable(),
})

/** One whole paper as somebody might get it: fixed questions and an example of each draw. */
export const paperExample = z.object({
  questions: z.array(previewQuestion),
  /** Why no example could be drawn. */
  drawMessage: z.string().nullable(),
})

/** Where what shuffles is said. */
export interface PaperOrder {
  readonly isQuestionOrder: boolean
  readonly isQuestionOptionOrder: boolean
}
