import { keyOf, type QuestionContent, type ScoringRule } from '@kaopei/question/contract/content'
import { checksumOf } from '@kaopei/question/server'

/** Of what is right and how it is scored: a mended typo leaves it as it is, another key or rule does not. */
export function keyMarkOf(content: QuestionContent, rule: ScoringRule): string {
  const blanks = content.type === 4 ? content.blanks : null
  return checksumOf({ key: keyOf(content), blanks, rule })
}
