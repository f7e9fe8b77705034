import { statedReason } from '@kaopei/contract'
import { z } from 'zod'
import type { ContentOf, QuestionContent } from './question-content.ts'

/** Why a question is shown without what is right: the reader is no author; or an exam uses it that is not over, and a reason has to be given first. */
export const hiddenKey = z.enum(['right', 'running'])
export type HiddenKey = z.infer<typeof hiddenKey>

export const revealReason = statedReason(200, '查看原因')

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

/**
 * What somebody wrote who was shown the question without what is right, with the key that it has: nobody overwrites what they could not see. Undefined
 * where that cannot be: the text carries a key of its own, or what the key speaks of is gone.
 */
export function withKeptKey(given: QuestionContent, kept: QuestionContent): QuestionContent | undefined {
  if (JSON.stringify(withoutKey(given)) !== JSON.stringify(given)) return undefined
  const { analysis } = kept
  if (given.type === 1 && kept.type === 1)
    return holds(given.options, [kept.correct]) ? { ...given, correct: kept.correct, analysis } : undefined
  if (given.type === 2 && kept.type === 2)
    return holds(given.options, kept.correct) ? { ...given, correct: kept.correct, analysis } : undefined
  if (given.type === 3 && kept.type === 3) return { ...given, correct: kept.correct, analysis }
  if (given.type === 4 && kept.type === 4) return withKeptBlanks(given, kept)
  if (given.type === 6 && kept.type === 6)
    return { ...given, keyPoints: kept.keyPoints, referenceAnswer: kept.referenceAnswer, analysis }
  if (given.type !== 7 || kept.type !== 7) return undefined
  const { correct } = kept
  const isWhole = holds(given.gaps, Object.keys(correct)) && holds(given.options, Object.values(correct))
  return isWhole ? { ...given, correct, analysis } : undefined
}

function withKeptBlanks(given: ContentOf<4>, kept: ContentOf<4>): ContentOf<4> | undefined {
  const { analysis, unorderedGroups } = kept
  const byId = new Map(kept.blanks.map((blank) => [blank.id, blank]))
  const blanks = given.blanks.flatMap(({ id }) => byId.get(id) ?? [])
  const isWhole = blanks.length === given.blanks.length && holds(given.blanks, [...byId.keys()])
  return isWhole ? { ...given, blanks, unorderedGroups, analysis } : undefined
}

function holds(parts: readonly { readonly id: string }[], wanted: readonly (string | null)[]): boolean {
  return wanted.every((id) => id === null || parts.some((part) => part.id === id))
}
