/** What matching costs, in steps of `Effort`, and so what an author may ask for: the same sums hold when saving and when scoring. */
import { longestBlankText } from '../../../contract/answer.ts'
import type { BlankMatch, ContentOf, QuestionBlank } from '../../../contract/content.ts'
import { wordsOf } from './wildcard.ts'

/** Of one answer to one question; at worst a seventh of a second. */
export const mostMatchingSteps = 6_000_000

export const normalisingSteps = (length: number): number => 8 * (length + 1)

/** Making an accepted text comparable. */
export function preparingSteps(match: BlankMatch, length: number): number {
  return normalisingSteps(length) + (match === 'wildcard' ? 8 * length * wordsOf(length) : 0)
}

/** Asking once whether an answer is an accepted text. */
export function comparingSteps(match: BlankMatch, answerLength: number, wantedLength: number): number {
  switch (match) {
    case 'manual':
      return 0
    case 'exact':
      return 1
    case 'numeric':
      return 100
    case 'contains':
      return 1 + answerLength
    case 'wildcard':
      return 1 + wantedLength + answerLength * wordsOf(wantedLength)
  }
}

/** The best assignment: for each blank that gets an answer, one look at every pair that fits. */
export function assigningSteps(blanks: number, pairs: number): number {
  return 8 * (blanks + 1) * pairs
}

/** The most that scoring any answer to these blanks can take. */
export function worstMatchingSteps({ blanks, unorderedGroups }: Pick<ContentOf<4>, 'blanks' | 'unorderedGroups'>): number {
  const grouped = new Set(unorderedGroups.flat())
  const alone = blanks.filter(({ id }) => !grouped.has(id)).reduce((sum, blank) => sum + stepsOf([blank]), 0)
  const together = unorderedGroups.map((group) => stepsOf(blanks.filter(({ id }) => group.includes(id))))
  return together.reduce((sum, steps) => sum + steps, alone)
}

function stepsOf(blanks: readonly QuestionBlank[]): number {
  const answers = blanks.length
  let steps = answers * normalisingSteps(longestBlankText)
  let pairs = 0
  for (const { match, alternatives } of blanks) {
    // An answer is at most one exact text.
    pairs += alternatives.length + (match === 'exact' ? 1 : answers * alternatives.length)
    for (const { text } of alternatives)
      steps += preparingSteps(match, text.length) + answers * comparingSteps(match, longestBlankText, text.length)
  }
  return answers === 1 ? steps : steps + assigningSteps(answers, pairs)
}
