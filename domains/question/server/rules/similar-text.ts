/** Whether two questions say the same (expectations.md §6: duplicates on import and on save). */
import { createHash } from 'node:crypto'
import type { QuestionContent } from '../../contract/content.ts'
import { chineseNormalisation } from '../../contract/scoring-rule.ts'
import { normaliseText } from './normalise-text.ts'
import { plainText } from './plain-text.ts'

const switches = { ...chineseNormalisation, traditionalToSimplified: true }

/**
 * Hex of 16 bytes, equal for questions of one type with the same words in stem and options, in any order of options and whatever
 * spaces, punctuation marks, width, case and formatting. The key does not take part: the same words with another key is a conflict
 * that the author must see.
 */
export function questionFingerprint(content: QuestionContent): string {
  const parts = [
    String(content.type),
    comparable(content.stem.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '□')),
    ...optionWords(content).sort(),
  ]
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32)
}

function optionWords(content: QuestionContent): string[] {
  return content.type === 1 || content.type === 2 || content.type === 7 ? content.options.map(({ html }) => comparable(html)) : []
}

/** Marks between words carry no meaning here, except signs of arithmetic, comparison and picture addresses. */
function comparable(html: string): string {
  return normaliseText(plainText(html), switches).replace(/[,.;:!?"'()_·…~](?![0-9a-z])/g, '')
}
