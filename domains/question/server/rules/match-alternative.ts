/** Whether a written answer is one of a blank's accepted texts (domain.md §8, 填空). Never a measure of likeness: "不是" is near to "是". */
import type { BlankAlternative, QuestionBlank } from '../../contract/content.ts'
import type { NormaliseSwitches } from '../../contract/scoring-rule.ts'
import { normaliseText } from './normalise-text.ts'
import { isWithinTolerance, parseNumber } from './parse-number.ts'

const noTolerance = { absolute: 0, relative: 0 }

/** The best alternative that the text meets, by weight; undefined when none does. A manual blank matches nothing. */
export function bestAlternative(text: string, blank: QuestionBlank, switches: NormaliseSwitches): BlankAlternative | undefined {
  let best: BlankAlternative | undefined
  for (const alternative of blank.alternatives) {
    if (alternative.weight > (best?.weight ?? -1) && meetsAlternative(text, alternative.text, blank, switches)) best = alternative
  }
  return best
}

export function meetsAlternative(
  text: string,
  wanted: string,
  { match, tolerance = noTolerance }: Pick<QuestionBlank, 'match' | 'tolerance'>,
  switches: NormaliseSwitches,
): boolean {
  if (text.trim() === '' || match === 'manual') return false
  if (match === 'numeric') {
    const [number, key] = [parseNumber(text, switches), parseNumber(wanted, switches)]
    return number !== undefined && key !== undefined && isWithinTolerance(number, key, tolerance)
  }
  const [given, key] = [normaliseText(text, switches), normaliseText(wanted, switches)]
  if (given === '' || key === '') return false
  if (match === 'exact') return given === key
  return match === 'contains' ? given.includes(key) : matchesWildcard(given, key)
}

/**
 * `*` any run of characters, `?` one character, everything else itself. Walks both texts with a single point of return, so no pattern
 * can make it slow (an author's pattern compiled to a regular expression could).
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [letters, marks] = [[...text], [...pattern]]
  let [at, mark, starMark, starAt] = [0, 0, -1, 0]
  while (at < letters.length) {
    if (marks[mark] === '*') {
      starMark = mark++
      starAt = at
    } else if (mark < marks.length && (marks[mark] === '?' || marks[mark] === letters[at])) {
      at += 1
      mark += 1
    } else if (starMark >= 0) {
      mark = starMark + 1
      at = ++starAt
    } else return false
  }
  while (marks[mark] === '*') mark += 1
  return mark === marks.length
}
