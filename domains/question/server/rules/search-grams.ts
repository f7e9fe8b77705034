/** How the words of a question are kept for searching: see db/migrations/20261121120300_question__search.sql. */
import { chineseNormalisation } from '../../contract/scoring-rule.ts'
import { normaliseText } from './normalise-text.ts'

/** Longer stems are found by their beginning; an index of whole essays would help nobody. */
const mostCharacters = 1000

/** Case, width, punctuation and spaces play no part in a search. */
export function searchWords(text: string): string {
  return [...normaliseText(text, chineseNormalisation)].slice(0, mostCharacters).join('')
}

/** Each character and each pair of neighbours, once. */
export function gramsOf(words: string): string[] {
  const characters = [...words]
  const grams = new Set(characters)
  for (let at = 1; at < characters.length; at++) grams.add(`${characters[at - 1]}${characters[at]}`)
  return [...grams]
}

/** What must be among a question's grams for `words` to occur in it: the pairs, or the one character. */
export function wantedGrams(words: string): string[] {
  const grams = gramsOf(words)
  const pairs = grams.filter((gram) => [...gram].length === 2)
  return pairs.length > 0 ? pairs : grams
}
