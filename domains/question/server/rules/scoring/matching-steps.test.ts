import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestBlankText } from '../../../contract/answer.ts'
import { type Answer, type BlankMatch, type ContentOf, defaultScoringRule } from '../../../contract/content.ts'
import { checkQuestion } from '../content/check-question.ts'
import { mostMatchingSteps, worstMatchingSteps } from './matching-steps.ts'
import { scoreAnswer } from './score-answer.ts'
import { matchesWildcard } from './wildcard.ts'

const rule = defaultScoringRule(4)

/** `count` blanks with as many accepted texts each, all of them different and none of them met by a run of `a`. */
function greedy(count: number, each: number, pattern: (number: number) => string, match: BlankMatch = 'wildcard'): ContentOf<4> {
  const blanks = Array.from({ length: count }, (_, blank) => ({
    id: `b${blank}`,
    match,
    alternatives: Array.from({ length: each }, (__, at) => ({ text: pattern(blank * each + at), weight: 1 })),
  }))
  return { type: 4, stem: '题', blanks, unorderedGroups: [blanks.map(({ id }) => id)], analysis: '' }
}

const writeEverywhere = (content: ContentOf<4>, text: string): Answer => ({
  type: 4,
  texts: Object.fromEntries(content.blanks.map(({ id }) => [id, text])),
})
const costly = (length: number) => (number: number) => `*${'a'.repeat(length)}?${number}*b`
const longest = 'a'.repeat(longestBlankText)
const complaint = expect.stringContaining('无法自动判分')

describe('a question whose answers would take too long to score', () => {
  test('is not fit for use, and its author is told what to do', () => {
    expect(checkQuestion(greedy(20, 20, costly(300)), rule)).toContainEqual({
      path: 'unorderedGroups',
      message: '备选答案过多或通配符答案过长，无法自动判分：请减少备选答案、缩短通配符答案，或把不分顺序的空拆成几道题',
    })
    const inOrder = { ...greedy(50, 50, costly(480)), unorderedGroups: [] }
    expect(checkQuestion(inOrder, rule)).toContainEqual({ path: 'blanks', message: complaint })
  })

  test('waits for a marker where it is there already: never 0, never a stopped thread', () => {
    const content = greedy(50, 50, costly(480))
    const scored = scoreAnswer(content, rule, { type: 4, texts: { b0: longest, b1: longest } }, 1000)
    expect(scored).toMatchObject({ scoreHundredths: null, isCorrect: null })
    expect(scored.detail).toMatchObject({
      kind: 'parts',
      parts: [
        { id: 'b0', state: 'manual' },
        { id: 'b1', state: 'manual' },
        ...content.blanks.slice(2).map(({ id }) => ({ id, state: 'blank' })),
      ],
    })
    expect(scoreAnswer(content, rule, writeEverywhere(content, longest), 1000)).toEqual(
      scoreAnswer(content, rule, writeEverywhere(content, longest), 1000),
    )
  })

  test.each<[string, ContentOf<4>]>([
    ['three with five each', greedy(3, 5, (number) => `*长江${number}?`)],
    ['ten with twenty each', greedy(10, 20, (number) => `*${number}*`)],
    ['fifty with ten exact ones each', greedy(50, 10, String, 'exact')],
    ['fifty in their order with forty each', { ...greedy(50, 40, (number) => `*${number}?`), unorderedGroups: [] }],
  ])('is none of those that people write: %s', (_, content) => {
    expect(checkQuestion(content, rule).map(({ message }) => message)).not.toContainEqual(complaint)
  })
})

test('the twenty blanks of twenty patterns that once took a minute', () => {
  const content = greedy(20, 20, costly(300))
  expect(scoreAnswer(content, rule, writeEverywhere(content, longest), 1000).scoreHundredths).toBeNull()
})

test('what is fit for use never needs a marker for its effort', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 40 }).map((text) => `a${text}`)
  const blank = fc.record({
    match: fc.constantFrom<BlankMatch>('exact', 'contains', 'wildcard', 'numeric'),
    alternatives: fc.array(fc.record({ text: letters, weight: fc.constant(1) }), { minLength: 1, maxLength: 30 }),
  })
  fc.assert(
    fc.property(fc.array(blank, { minLength: 1, maxLength: 12 }), fc.boolean(), (given, isUnordered) => {
      const blanks = given.map((one, index) => ({ ...one, id: `b${index}` }))
      const content: ContentOf<4> = {
        type: 4,
        stem: '',
        blanks,
        unorderedGroups: isUnordered ? [blanks.map(({ id }) => id)] : [],
        analysis: '',
      }
      fc.pre(worstMatchingSteps(content) <= mostMatchingSteps)
      expect(scoreAnswer(content, rule, writeEverywhere(content, longest), 1000).scoreHundredths).not.toBeNull()
    }),
    { numRuns: 30 },
  )
})

test('patterns longer than a word of bits', () => {
  const piece = `${'甲'.repeat(31)}?${'乙'.repeat(40)}`
  const met = piece.replace('?', '丙')
  expect(matchesWildcard(`子${met}丑`, `*${piece}*`)).toBe(true)
  expect(matchesWildcard(`${'甲'.repeat(50)}${met}丑`, `甲*${piece}*`)).toBe(true)
  expect(matchesWildcard(`子${met.replace('乙', '丁')}丑`, `*${piece}*`)).toBe(false)
  expect(matchesWildcard(`${met}${met}`, `${piece}${piece}`)).toBe(true)
  expect(matchesWildcard('😀x', '?x')).toBe(true)
})
