import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type ContentOf,
  defaultScoringRule,
  fractionOf,
  judgementOptions,
  type MultipleRule,
  multipleModes,
  questionContent,
  type RuleOf,
  scoreMultiple,
  scoringRule,
  toMillionths,
} from '../../../contract/content.ts'
import { paperTotal, scoreAnswer } from './score-answer.ts'

const letters = [...'ABCDEF']
const options = letters.map((id) => ({ id, html: id, fixed: false }))
const several: ContentOf<2> = { type: 2, stem: '题干', options, correct: ['A', 'B', 'D'], analysis: '' }
const none = { type: 2, negative: null } as const
const thirds = Object.fromEntries(letters.map((id) => [id, ['A', 'B', 'D'].includes(id) ? 1 / 3 : 0]))

const rules: Record<MultipleRule['mode'], MultipleRule> = {
  exact: { ...none, mode: 'exact' },
  perOption: { ...none, mode: 'perOption', eachHundredths: 200, byOption: {} },
  fixedPartial: { ...none, mode: 'fixedPartial', partialHundredths: 300 },
  proportional: { ...none, mode: 'proportional' },
  net: { ...none, mode: 'net' },
  coverage: { ...none, mode: 'coverage' },
  eachAnswer: { ...none, mode: 'eachAnswer' },
  weighted: { ...none, mode: 'weighted', fractions: thirds },
}

const choose = (chosen: string): Answer => ({ type: 2, optionIds: [...chosen] })
const scoreOf = (rule: MultipleRule, chosen: string, full = 600) =>
  scoreAnswer(several, rule, choose(chosen), full).scoreHundredths

describe('multiple choice, the table of README.md (C = ABD, N = 6, F = 6)', () => {
  test.each([
    // S, exact, perOption, fixed, proportional, net, coverage, each, weighted
    ['ABD', 600, 600, 600, 600, 600, 600, 600, 600],
    ['AB', 0, 400, 300, 400, 400, 400, 500, 400],
    ['A', 0, 200, 300, 200, 200, 200, 400, 200],
    ['ABC', 0, 0, 0, 0, 200, 267, 400, 400],
    ['ABCD', 0, 0, 0, 0, 400, 450, 500, 600],
    ['C', 0, 0, 0, 0, 0, 0, 200, 0],
    ['ABCDEF', 0, 0, 0, 0, 0, 300, 300, 600],
    ['', 0, 0, 0, 0, 0, 0, 0, 0],
  ])('%s', (chosen, exact, perOption, fixedPartial, proportional, net, coverage, eachAnswer, weighted) => {
    const expected = { exact, perOption, fixedPartial, proportional, net, coverage, eachAnswer, weighted }
    for (const mode of multipleModes) expect({ [mode]: scoreOf(rules[mode], chosen) }).toEqual({ [mode]: expected[mode] })
  })

  test('all correct options earn the full mark even where their points do not add up to it', () => {
    expect(scoreOf({ ...none, mode: 'perOption', eachHundredths: 100, byOption: {} }, 'ABD')).toBe(600)
  })

  test('points per option: own, common, or an equal share, never above the full mark', () => {
    expect(scoreOf({ ...none, mode: 'perOption', eachHundredths: 100, byOption: { A: 250 } }, 'AB')).toBe(350)
    expect(scoreOf({ ...none, mode: 'perOption', eachHundredths: null, byOption: {} }, 'AB', 500)).toBe(333)
    expect(scoreOf({ ...none, mode: 'perOption', eachHundredths: 500, byOption: {} }, 'AB')).toBe(600)
  })

  test.each([
    [600, 300],
    [500, 300],
    [300, 200],
    [200, 100],
    [100, 0],
    [50, 0],
  ])('half of %i hundredths is %i, whole points with .5 upwards and nothing up to one point', (full, half) => {
    expect(scoreOf({ ...none, mode: 'fixedPartial', partialHundredths: null }, 'A', full)).toBe(half)
  })

  test('a penalty falls on wrong choices only, never on blank ones, and obeys its floor', () => {
    const paper = { type: 2, mode: 'exact', negative: { penaltyHundredths: 150, floor: 'paper' } } as const
    expect(scoreOf(paper, 'AC')).toBe(-150)
    expect(scoreOf(paper, 'AB')).toBe(0)
    expect(scoreOf(paper, '')).toBe(0)
    expect(scoreOf({ ...paper, negative: { penaltyHundredths: 150, floor: 'question' } }, 'AC')).toBe(0)
  })

  test('whether an answer is right is said apart from what it earns', () => {
    const ticksAll = scoreAnswer(several, rules.weighted, choose('ABCDEF'), 600)
    expect(ticksAll).toMatchObject({ scoreHundredths: 600, isCorrect: false, detail: { wrong: ['C', 'E', 'F'], missed: [] } })
    expect(scoreAnswer(several, rules.net, choose('BDA'), 600).isCorrect).toBe(true)
  })
})

const choiceCase = fc
  .record({
    size: fc.integer({ min: 2, max: 12 }),
    key: fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }),
    chosen: fc.array(fc.nat(11), { maxLength: 12 }),
    full: fc.integer({ min: 0, max: 10_000 }),
    mode: fc.constantFrom(...multipleModes),
  })
  .map(({ size, key, chosen, full, mode }) => {
    const name = (index: number) => `o${index % size}`
    const optionIds = Array.from({ length: size }, (_, index) => `o${index}`)
    const correct = [...new Set(key.map(name))]
    const fractions = Object.fromEntries(
      optionIds.map((id) => [id, correct.includes(id) ? 1 / correct.length : -1 / correct.length]),
    )
    const rule: MultipleRule = mode === 'weighted' ? { ...none, mode, fractions } : rules[mode]
    return { rule, question: { optionIds, correct }, chosen: chosen.map(name), full }
  })

describe('laws of multiple choice', () => {
  test('a score is a whole number of hundredths between 0 and the full mark', () => {
    fc.assert(
      fc.property(choiceCase, ({ rule, question, chosen, full }) => {
        const score = scoreMultiple(rule, question, chosen, full)
        expect(Number.isInteger(score) && score >= 0 && score <= full).toBe(true)
      }),
    )
  })

  test('the key itself earns the full mark and nothing chosen earns nothing, in every mode', () => {
    fc.assert(
      fc.property(choiceCase, ({ rule, question, full }) => {
        expect(scoreMultiple(rule, question, question.correct, full)).toBe(full)
        expect(scoreMultiple(rule, question, [], full)).toBe(0)
      }),
    )
  })

  test('neither the order of options nor that of ticks matters, nor a tick sent twice', () => {
    fc.assert(
      fc.property(choiceCase, ({ rule, question, chosen, full }) => {
        const turned = { optionIds: question.optionIds.toReversed(), correct: question.correct.toReversed() }
        const twice = [...chosen.toReversed(), ...chosen]
        expect(scoreMultiple(rule, turned, twice, full)).toBe(scoreMultiple(rule, question, chosen, full))
      }),
    )
  })

  test('with balanced weights ticking everything never earns the full mark', () => {
    fc.assert(
      fc.property(choiceCase, ({ question, full }) => {
        fc.pre(question.correct.length < question.optionIds.length && full > 50)
        const fractions = Object.fromEntries(
          question.optionIds.map((id) => [id, (question.correct.includes(id) ? 1 : -1) / question.correct.length]),
        )
        expect(scoreMultiple({ ...none, mode: 'weighted', fractions }, question, question.optionIds, full)).toBeLessThan(full)
      }),
    )
  })
})

describe('shares that no decimal says exactly', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `o${index}`)
  const fractions = Object.fromEntries([...twelve.map((id) => [id, 1 / 12]), ['wrong', -1]])
  const question = { optionIds: [...twelve, 'wrong'], correct: twelve }
  const weighted: MultipleRule = { ...none, mode: 'weighted', fractions }

  test('six of twelve equal shares are a half, rounded upwards once', () => {
    for (const full of [1, 5, 101, 333, 99_999])
      expect(scoreMultiple(weighted, question, twelve.slice(0, 6), full)).toBe(Math.ceil(full / 2))
  })

  test('n equal shares score as n over their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 26 }), fc.nat(26), fc.integer({ min: 0, max: 100_000 }), (count, taken, full) => {
        const correct = Array.from({ length: count }, (_, index) => `o${index}`)
        const rule: MultipleRule = { ...weighted, fractions: Object.fromEntries(correct.map((id) => [id, 1 / count])) }
        const right = Math.min(taken, count)
        expect(scoreMultiple(rule, { optionIds: correct, correct }, correct.slice(0, right), full)).toBe(
          right === 0 ? 0 : Math.floor((2 * full * right + count) / (2 * count)),
        )
      }),
    )
  })

  test.each([
    [83_333, 12n],
    [333_333, 3n],
    [142_857, 7n],
    [38_462, 26n],
  ])('%i millionths are one part of %i', (millionths, parts) => {
    expect(fractionOf(millionths)).toEqual({ top: 1n, bottom: parts })
    expect(fractionOf(-millionths)).toEqual({ top: -1n, bottom: parts })
  })

  test('what is written with four places stands as it is', () => {
    for (const written of [0.5, 0.125, 0.1235, 0.3333, 1, 0]) {
      const { top, bottom } = fractionOf(toMillionths(written))
      expect(Number(top) / Number(bottom)).toBe(written)
    }
  })

  test('a blank that earns a twelfth, twice, is a sixth', () => {
    const part = { alternatives: [{ text: '甲', weight: 1 / 12 }], match: 'exact' as const }
    const blanks = ['a', 'b'].map((id) => ({ id, ...part }))
    const content: ContentOf<4> = { type: 4, stem: '', blanks, unorderedGroups: [], analysis: '' }
    const answer: Answer = { type: 4, texts: { a: '甲', b: '甲' } }
    expect(scoreAnswer(content, defaultScoringRule(4), answer, 6).scoreHundredths).toBe(1)
    expect(scoreAnswer(content, defaultScoringRule(4), answer, 18).scoreHundredths).toBe(2)
  })
})

describe('single choice and judgement', () => {
  const single: ContentOf<1> = { type: 1, stem: '题干', options, correct: 'B', analysis: '' }
  const judgement: ContentOf<3> = { type: 3, stem: '题干', options: judgementOptions(), correct: 'false', analysis: '' }
  const paper = { penaltyHundredths: 50, floor: 'paper' } as const

  test.each([
    ['B', 200, 200],
    ['A', 0, -50],
    [null, 0, 0],
    ['gone', 0, 0],
  ])('single %s earns %i, with a penalty %i', (optionId, plain, penalised) => {
    const answer: Answer = { type: 1, optionId }
    expect(scoreAnswer(single, defaultScoringRule(1), answer, 200).scoreHundredths).toBe(plain)
    expect(scoreAnswer(single, { type: 1, mode: 'exact', negative: paper }, answer, 200).scoreHundredths).toBe(penalised)
  })

  test('judgement', () => {
    expect(scoreAnswer(judgement, defaultScoringRule(3), { type: 3, optionId: 'false' }, 100)).toMatchObject({
      scoreHundredths: 100,
      isCorrect: true,
    })
    expect(scoreAnswer(judgement, defaultScoringRule(3), { type: 3, optionId: 'true' }, 100)).toMatchObject({
      scoreHundredths: 0,
      isCorrect: false,
    })
  })

  test('no answer at all scores like a blank one', () => {
    expect(scoreAnswer(single, defaultScoringRule(1), null, 200)).toEqual(
      scoreAnswer(single, defaultScoringRule(1), { type: 1, optionId: null }, 200),
    )
  })

  test('the paper never falls below 0 in total', () => {
    expect(paperTotal([-50, -50, 30])).toBe(0)
    expect(paperTotal([-50, 200, 30])).toBe(180)
  })

  test('an answer of another type is refused', () => {
    expect(() => scoreAnswer(single, defaultScoringRule(3), null, 100)).toThrow('do not belong together')
  })
})

describe('blanks', () => {
  const blank = (id: string, ...texts: (string | [string, number])[]) => ({
    id,
    match: 'exact' as const,
    alternatives: texts.map((text) => (typeof text === 'string' ? { text, weight: 1 } : { text: text[0], weight: text[1] })),
  })
  const rivers: ContentOf<4> = {
    type: 4,
    stem: '',
    blanks: [blank('b1', '长江', ['扬子江', 0.5]), blank('b2', '黄河'), blank('b3', '珠江')],
    unorderedGroups: [],
    analysis: '',
  }
  const anyOrder: ContentOf<4> = { ...rivers, unorderedGroups: [['b1', 'b2', 'b3']] }
  const rule = defaultScoringRule(4)
  const write = (...texts: string[]): Answer => ({
    type: 4,
    texts: Object.fromEntries(texts.map((text, index) => [`b${index + 1}`, text])),
  })

  test('each blank earns its share, rounded once for the question', () => {
    expect(scoreAnswer(rivers, rule, write('长江', '长江', ''), 200).scoreHundredths).toBe(67)
    expect(scoreAnswer(rivers, rule, write('长江', '黄河'), 200).scoreHundredths).toBe(133)
    expect(scoreAnswer(rivers, rule, write(' 长 江', '黄河', '珠江'), 200)).toMatchObject({
      scoreHundredths: 200,
      isCorrect: true,
    })
  })

  test('an alternative may earn a part', () => {
    expect(scoreAnswer(rivers, rule, write('扬子江', '黄河', '珠江'), 600)).toMatchObject({
      scoreHundredths: 500,
      isCorrect: false,
      detail: { parts: [{ state: 'partial' }, { state: 'right' }, { state: 'right' }] },
    })
  })

  test('all or nothing, and weights', () => {
    const all: RuleOf<4> = { ...rule, mode: 'allOrNothing' }
    expect(scoreAnswer(rivers, all, write('长江', '黄河', '黑龙江'), 300).scoreHundredths).toBe(0)
    expect(scoreAnswer(rivers, all, write('长江', '黄河', '珠江'), 300).scoreHundredths).toBe(300)
    expect(scoreAnswer(rivers, { ...rule, weights: { b1: 4 } }, write('长江'), 300).scoreHundredths).toBe(200)
  })

  test('an unordered group takes its answers in any order, but each only once', () => {
    expect(scoreAnswer(anyOrder, rule, write('珠江', '长江', '黄河'), 300)).toMatchObject({
      scoreHundredths: 300,
      isCorrect: true,
    })
    expect(scoreAnswer(anyOrder, rule, write('珠江', '珠江', '黄河'), 300).scoreHundredths).toBe(200)
    expect(scoreAnswer(anyOrder, rule, write('长江', '扬子江', '黄河'), 300).scoreHundredths).toBe(200)
  })

  test('the weights of an unordered group go with the blank that was met', () => {
    const scored = scoreAnswer(anyOrder, { ...rule, weights: { b1: 4 } }, write('黄河', '珠江', '长江'), 600)
    expect(scored.scoreHundredths).toBe(600)
    expect(scoreAnswer(anyOrder, { ...rule, weights: { b1: 4 } }, write('', '长江'), 600).scoreHundredths).toBe(400)
  })

  test('a blank for a marker keeps the score open, unless it was left empty', () => {
    const withManual: ContentOf<4> = {
      ...rivers,
      blanks: [...rivers.blanks.slice(0, 2), { id: 'b3', match: 'manual', alternatives: [] }],
    }
    expect(scoreAnswer(withManual, rule, write('长江', '黄河', '想法'), 300)).toMatchObject({
      scoreHundredths: null,
      isCorrect: null,
    })
    expect(scoreAnswer(withManual, rule, write('长江', '黄河', ' '), 300)).toMatchObject({
      scoreHundredths: 200,
      isCorrect: false,
    })
  })
})

describe('short answers, code and dropdowns', () => {
  test('what was written waits for a marker, what was not scores 0', () => {
    const short: ContentOf<6> = { type: 6, stem: '', keyPoints: [], referenceAnswer: '', analysis: '' }
    const answer = (text: string): Answer => ({ type: 6, format: 'html', text })
    expect(scoreAnswer(short, defaultScoringRule(6), answer('<p>因为</p>'), 500).scoreHundredths).toBeNull()
    expect(scoreAnswer(short, defaultScoringRule(6), answer('<p>&nbsp;<br></p>'), 500).scoreHundredths).toBe(0)
    expect(scoreAnswer(short, defaultScoringRule(6), answer('<p><img src="x"></p>'), 500).scoreHundredths).toBeNull()
  })

  test('code is never scored without its judge', () => {
    const code = questionContent.parse({ type: 5, stem: '', languages: ['python'], cases: [], analysis: '' })
    expect(
      scoreAnswer(code, defaultScoringRule(5), { type: 5, language: 'python', source: 'print(1)' }, 500).scoreHundredths,
    ).toBeNull()
  })

  const dropdown: ContentOf<7> = {
    type: 7,
    stem: '',
    gaps: [{ id: 'g1' }, { id: 'g2' }, { id: 'g3' }],
    options: [
      { id: 'x', html: '甲' },
      { id: 'y', html: '乙' },
    ],
    correct: { g1: 'x', g2: 'y', g3: 'x' },
    singleUse: false,
    analysis: '',
  }
  const fill = (choices: Record<string, string>): Answer => ({ type: 7, choices })

  test('gaps by weight, or all or nothing, with penalties for wrong gaps alone', () => {
    const rule = defaultScoringRule(7)
    expect(scoreAnswer(dropdown, rule, fill({ g1: 'x', g2: 'x' }), 200).scoreHundredths).toBe(67)
    expect(scoreAnswer(dropdown, { ...rule, weights: { g1: 2 } }, fill({ g1: 'x' }), 200).scoreHundredths).toBe(100)
    expect(scoreAnswer(dropdown, { ...rule, mode: 'allOrNothing' }, fill({ g1: 'x', g2: 'y' }), 200).scoreHundredths).toBe(0)
    expect(scoreAnswer(dropdown, rule, fill({ g1: 'x', g2: 'y', g3: 'x', g9: 'x' }), 200)).toMatchObject({
      scoreHundredths: 200,
      isCorrect: true,
    })
    const negative = { penaltyHundredths: 30, floor: 'paper' } as const
    expect(scoreAnswer(dropdown, { ...rule, negative }, fill({ g1: 'y', g2: 'x' }), 200).scoreHundredths).toBe(-60)
    expect(scoreAnswer(dropdown, { ...rule, negative }, fill({}), 200).scoreHundredths).toBe(0)
  })
})

test('the default rule of every type is valid', () => {
  for (const type of [1, 2, 3, 4, 5, 6, 7] as const)
    expect(scoringRule.parse(defaultScoringRule(type))).toEqual(defaultScoringRule(type))
})
