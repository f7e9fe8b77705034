/** What a candidate may see of a finished attempt: every field beyond the facts is there only when its aspect is visible. */
import { endpoint, id, instant, score } from '@kaopei/contract'
import { answer, answerState } from '@kaopei/question/contract/answer'
import { questionKey, shownQuestion } from '@kaopei/question/contract/candidate-view'
import { z } from 'zod'

const resultItem = z.object({
  slot: z.int(),
  view: shownQuestion,
  maxScore: score,
  answer: answer.nullable(),
  answerState,
  /** null: not known (unmarked); absent: not visible. */
  isCorrect: z.boolean().nullable().optional(),
  score: score.nullable().optional(),
  comment: z.string().nullable().optional(),
  key: questionKey.optional(),
  analysis: z.string().optional(),
})
export type ResultItem = z.output<typeof resultItem>

export const resultOutput = z.object({
  attemptId: id,
  examId: id,
  examName: z.string(),
  isSimulation: z.boolean(),
  candidateName: z.string(),
  number: z.int(),
  state: z.string(),
  stateLabel: z.string(),
  startedAt: instant,
  submittedAt: instant.nullable(),
  submitCause: z.string().nullable(),
  /** Why an invigilator took it in, as the candidate was told. */
  forcedReason: z.string().nullable(),
  itemCount: z.int(),
  answeredCount: z.int(),
  totalScore: score,
  /** Absent unless the aspect `marks` is visible. */
  score: score.optional(),
  passScore: score.optional(),
  isPassed: z.boolean().optional(),
  visible: z.array(z.string()),
  /** Each hidden aspect with its label and why it is hidden. */
  hidden: z.array(z.object({ aspect: z.string(), label: z.string(), reason: z.string() })),
  items: z.array(resultItem).optional(),
})
export type SittingResult = z.output<typeof resultOutput>

/** One's own, and nobody else's. */
export const ownResult = {
  result: endpoint({
    path: '/api/v1/exam/sitting/result',
    summary: '我的考试结果',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: resultOutput,
  }),
}
