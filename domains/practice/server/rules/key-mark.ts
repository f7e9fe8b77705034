import { keyOf, type QuestionContent, type ScoringRule } from '@kaopei/question/contract/content'
import { checksumOf } from '@kaopei/question/server'

/** By the contents and rules in the stock, of which thousands of answers ask the same. */
const known = new WeakMap<QuestionContent, { readonly rule: ScoringRule; readonly mark: string }>()

/** Of what is right and how it is scored: a mended typo leaves it as it is, another key or rule does not. */
export function keyMarkOf(content: QuestionContent, rule: ScoringRule): string {
  const kept = known.get(content)
  if (kept?.rule === rule) return kept.mark
  const blanks = content.type === 4 ? content.blanks : null
  const mark = checksumOf({ key: keyOf(content), blanks, rule })
  known.set(content, { rule, mark })
  return mark
}
