import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerStateOf,
  blankAnswer,
  candidateView,
  isBlank,
  judgementOptions,
  keyOf,
  type QuestionContent,
  questionContent,
  scoringRule,
  workedExample,
} from './content.ts'

/** Every word of the key carries this mark, so a leak of any field shows in the text of the view. */
const mark = 'KEY-'
const secret = fc.string({ unit: fc.constantFrom(...'abc是否'), minLength: 1, maxLength: 5 }).map((word) => mark + word)
const id = (prefix: string) => fc.integer({ min: 0, max: 5 }).map((number) => `${prefix}${number}`)
const ids = (prefix: string) => fc.uniqueArray(id(prefix), { minLength: 2, maxLength: 5 })
const optionsOf = (list: string[]) => list.map((one) => ({ id: one, html: `选项${one}`, fixed: one === 'o0' }))

const contents: fc.Arbitrary<QuestionContent> = fc.oneof(
  fc
    .record({ list: ids('o'), analysis: secret })
    .map(({ list, analysis }) => ({ type: 1 as const, stem: 's', options: optionsOf(list), correct: list[0] ?? null, analysis })),
  fc
    .record({ list: ids('o'), analysis: secret })
    .map(({ list, analysis }) => ({ type: 2 as const, stem: 's', options: optionsOf(list), correct: list.slice(1), analysis })),
  fc
    .record({ correct: fc.constantFrom('true' as const, 'false' as const), analysis: secret })
    .map(({ correct, analysis }) => ({ type: 3 as const, stem: 's', options: judgementOptions(), correct, analysis })),
  fc.record({ list: ids('b'), text: secret, analysis: secret }).map(({ list, text, analysis }) => ({
    type: 4 as const,
    stem: 's',
    analysis,
    unorderedGroups: [list],
    blanks: list.map((one) => ({
      id: one,
      match: 'numeric' as const,
      tolerance: { absolute: 0.125, relative: 0 },
      alternatives: [{ text, weight: 0.375 }],
    })),
  })),
  fc.record({ text: secret, analysis: secret }).map(({ text, analysis }) => ({
    type: 5 as const,
    stem: 's',
    analysis,
    languages: ['c'],
    timeLimitMs: 1000,
    memoryLimitMb: 64,
    referenceAnswer: text,
    cases: [
      { id: 'c1', input: text, expected: text, weight: 1, hidden: true },
      { id: 'c2', input: '1', expected: '2', weight: 1, hidden: false },
    ],
  })),
  fc.record({ text: secret, analysis: secret }).map(({ text, analysis }) => ({
    type: 6 as const,
    stem: 's',
    analysis,
    referenceAnswer: text,
    keyPoints: [{ id: 'k1', text, scoreShare: 0.5 }],
  })),
  fc.record({ list: ids('o'), analysis: secret }).map(({ list, analysis }) => ({
    type: 7 as const,
    stem: 's',
    analysis,
    singleUse: true,
    gaps: [{ id: 'g1' }],
    options: list.map((one) => ({ id: one, html: one })),
    correct: { g1: list[1] ?? '' },
  })),
)

const allowed: Record<QuestionContent['type'], string[]> = {
  1: ['type', 'stem', 'options', 'id', 'html'],
  2: ['type', 'stem', 'options', 'id', 'html'],
  3: ['type', 'stem', 'options', 'id', 'html'],
  4: ['type', 'stem', 'blanks', 'id'],
  5: ['type', 'stem', 'languages', 'samples', 'input', 'expected', 'timeLimitMs', 'memoryLimitMb'],
  6: ['type', 'stem'],
  7: ['type', 'stem', 'gaps', 'options', 'id', 'html', 'singleUse'],
}

describe('what a candidate may see', () => {
  test('nothing of the key leaks: no word of it, no field beyond the allowed ones', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(questionContent.parse(content)).toEqual(content)
        const view = candidateView(content)
        expect(JSON.stringify(view)).not.toContain(mark)
        expect(keysWithin(view).filter((key) => !allowed[content.type].includes(key))).toEqual([])
      }),
    )
  })

  test('the view does not depend on which option is right', () => {
    fc.assert(
      fc.property(contents, (content) => {
        if (content.type === 1) expect(candidateView({ ...content, correct: null })).toEqual(candidateView(content))
        if (content.type === 2) expect(candidateView({ ...content, correct: [] })).toEqual(candidateView(content))
        if (content.type === 3) expect(candidateView({ ...content, correct: null })).toEqual(candidateView(content))
        if (content.type === 7) expect(candidateView({ ...content, correct: {} })).toEqual(candidateView(content))
      }),
    )
  })

  test('options come in the order of the attempt, judgement always in its own', () => {
    const single: QuestionContent = { type: 1, stem: '', options: optionsOf(['a', 'b', 'c']), correct: 'a', analysis: '' }
    expect(candidateView(single, ['c', 'a', 'b'])).toMatchObject({ options: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] })
    expect(candidateView(single, ['c'])).toMatchObject({ options: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] })
    const judgement: QuestionContent = { type: 3, stem: '', options: judgementOptions(), correct: 'true', analysis: '' }
    expect(candidateView(judgement, ['false', 'true'])).toMatchObject({ options: [{ id: 'true' }, { id: 'false' }] })
  })

  test('the key is there for those who may see it, without the analysis', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(keyOf(content).type).toBe(content.type)
        expect(keysWithin(keyOf(content))).not.toContain('analysis')
      }),
    )
  })
})

describe('answers', () => {
  test('a blank answer is blank, for every type', () => {
    for (const type of [1, 2, 3, 4, 5, 6, 7] as const) expect(isBlank(blankAnswer(type))).toBe(true)
  })

  test.each([
    ['not_seen', null, false, false],
    ['seen_blank', null, true, false],
    ['seen_blank', blankAnswer(1), false, false],
    ['cleared', blankAnswer(1), true, true],
    ['answered', { type: 1 as const, optionId: 'a' }, false, false],
  ] as const)('%s', (state, answer, seen, hadAnswer) => {
    expect(answerStateOf(answer, { seen, hadAnswer })).toBe(state)
  })
})

describe('worked examples', () => {
  test('the author sees the table of README.md', () => {
    const rule = scoringRule.parse({ type: 2, mode: 'coverage' })
    expect(workedExample(rule)?.rows.map(({ scoreHundredths }) => scoreHundredths)).toEqual([600, 400, 200, 267, 450, 0, 300, 0])
  })

  test('weights of the question are told in the letters of the example', () => {
    const rule = scoringRule.parse({ type: 2, mode: 'weighted', fractions: { x: 1, y: -0.5 } })
    const rows = workedExample(rule)?.rows ?? []
    expect(rows.find(({ given }) => given === '选 ABD')?.scoreHundredths).toBe(600)
    expect(rows.find(({ given }) => given === '选 ABCDEF')?.scoreHundredths).toBe(0)
  })

  test('what a person decides has no example', () => {
    expect(workedExample(scoringRule.parse({ type: 6, mode: 'manual' }))).toBeNull()
  })
})

function keysWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysWithin)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysWithin(inner)])
}
