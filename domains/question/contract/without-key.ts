import { z } from 'zod'
import type { QuestionContent } from './question-content.ts'

/** Why a question is shown without what is right: the reader is no author; or an exam uses it that is not over, and a reason has to be given first. */
export const hiddenKey = z.enum(['right', 'running'])
export type HiddenKey = z.infer<typeof hiddenKey>

export const revealReason = z.string('请填写查看原因').trim().min(2, '请填写查看原因').max(200, '原因不超过200个字符')

/** The question as it reads, without key, analysis, alternatives, key points and hidden cases. */
export function withoutKey(content: QuestionContent): QuestionContent {
  switch (content.type) {
    case 1:
    case 3:
      return { ...content, correct: null, analysis: '' }
    case 2:
      return { ...content, correct: [], analysis: '' }
    case 4:
      return {
        ...content,
        analysis: '',
        unorderedGroups: [],
        blanks: content.blanks.map((blank) => ({ ...blank, alternatives: [] })),
      }
    case 5:
      return { ...content, analysis: '', referenceAnswer: '', cases: content.cases.filter(({ hidden }) => !hidden) }
    case 6:
      return { ...content, analysis: '', referenceAnswer: '', keyPoints: [] }
    case 7:
      return { ...content, analysis: '', correct: {} }
  }
}
