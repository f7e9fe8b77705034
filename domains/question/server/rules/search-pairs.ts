/** How the words of a question are kept for searching: see db/migrations/20261121120300_question__search.sql. */
import { chineseNormalisation } from '../../contract/scoring-rule.ts'
import { normaliseText } from './scoring/normalise-text.ts'

/** Longer stems are found by their beginning; an index of whole essays would help nobody. */
const mostCharacters = 1000

/** Case, width, punctuation and spaces play no part in a search. */
export function searchWords(text: string): string {
  return [...normaliseText(text, chineseNormalisation)].slice(0, mostCharacters).join('')
}

/** Each pair of neighbouring UTF-16 units once, as one signed integer of 32 bits. */
export function neighbourPairs(words: string): number[] {
  const pairs = new Set<number>()
  for (let at = 1; at < words.length; at++) pairs.add((words.charCodeAt(at - 1) << 16) | words.charCodeAt(at))
  return [...pairs]
}
