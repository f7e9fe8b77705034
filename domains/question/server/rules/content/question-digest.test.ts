import { expect, test } from 'vitest'
import { defaultScoringRule, type QuestionContent, type ScoringRule } from '../../../contract/content.ts'
import { questionDigest } from './question-digest.ts'

const digest = (content: QuestionContent, rule: ScoringRule = defaultScoringRule(content.type), score = 200) =>
  questionDigest({ content, rule, difficulty: 2, defaultScoreHundredths: score })

const multiple = (ids: readonly string[], correct: readonly string[]): QuestionContent => ({
  type: 2,
  stem: '题',
  options: ids.map((id, index) => ({ id, html: `选项${index}`, fixed: false })),
  correct: [...correct],
  analysis: '',
})
const blanks = (ids: readonly string[], stem: string): QuestionContent => ({
  type: 4,
  stem,
  blanks: ids.map((id) => ({ id, match: 'exact', alternatives: [{ text: '答', weight: 1 }] })),
  unorderedGroups: [[...ids]],
  analysis: '',
})

test('ids do not count, only places', () => {
  expect(digest(multiple(['a', 'b', 'c'], ['a', 'c']))).toBe(digest(multiple(['x', 'y', 'z'], ['z', 'x'])))
  expect(digest(blanks(['p', 'q'], '{{p}}和{{q}}'))).toBe(digest(blanks(['b1', 'b2'], '{{b1}}和{{b2}}')))
  const weighted = (ids: readonly string[]): ScoringRule => ({
    type: 2,
    mode: 'weighted',
    negative: null,
    fractions: Object.fromEntries(ids.map((id, index) => [id, index === 0 ? 1 : -0.5])),
  })
  expect(digest(multiple(['a', 'b'], ['a']), weighted(['a', 'b']))).toBe(
    digest(multiple(['x', 'y'], ['x']), weighted(['x', 'y'])),
  )
})

test.each<[string, string]>([
  ['another key', digest(multiple(['a', 'b', 'c'], ['a', 'b']))],
  ['another score', digest(multiple(['a', 'b', 'c'], ['a', 'c']), undefined, 300)],
  ['another rule', digest(multiple(['a', 'b', 'c'], ['a', 'c']), { type: 2, mode: 'net', negative: null })],
])('%s is another question', (_, other) => {
  expect(other).not.toBe(digest(multiple(['a', 'b', 'c'], ['a', 'c'])))
})

test('words that look like ids are only words', () => {
  const named = (id: string): QuestionContent => ({
    type: 1,
    stem: 'a',
    options: [
      { id, html: 'a', fixed: false },
      { id: 'z', html: 'b', fixed: false },
    ],
    correct: id,
    analysis: '',
  })
  expect(digest(named('a'))).toBe(digest(named('x')))
})

test('the same answers in another order are the same question', () => {
  const options = (order: readonly number[]): QuestionContent => ({
    ...{ type: 2, stem: '题', analysis: '' },
    options: order.map((place) => ({ id: `o${place}`, html: `选项${place}`, fixed: false })),
    correct: order.filter((place) => place !== 1).map((place) => `o${place}`),
  })
  expect(digest(options([0, 1, 2, 3]))).toBe(digest(options([3, 1, 0, 2])))
  const keyed = options([3, 1, 0, 2])
  expect(digest(options([0, 1, 2, 3]))).not.toBe(digest(keyed.type === 2 ? { ...keyed, correct: ['o1', 'o0'] } : keyed))

  const accepted = (...texts: string[]): QuestionContent => ({
    ...{ type: 4, stem: '{{b}}', unorderedGroups: [], analysis: '' },
    blanks: [{ id: 'b', match: 'exact', alternatives: texts.map((text) => ({ text, weight: 1 })) }],
  })
  expect(digest(accepted('119', '火警119'))).toBe(digest(accepted('火警119', '119')))

  const listed = (texts: readonly string[], isUnordered: boolean): QuestionContent => ({
    ...{ type: 4, stem: '{{b0}}{{b1}}{{b2}}', analysis: '' },
    blanks: texts.map((text, at) => ({ id: `b${at}`, match: 'exact', alternatives: [{ text, weight: 1 }] })),
    unorderedGroups: isUnordered ? [['b0', 'b1', 'b2']] : [],
  })
  const [one, other] = [
    ['甲', '乙', '丙'],
    ['丙', '甲', '乙'],
  ]
  expect(digest(listed(one ?? [], true))).toBe(digest(listed(other ?? [], true)))
  expect(digest(listed(one ?? [], false))).not.toBe(digest(listed(other ?? [], false)))

  const dropdown = (order: readonly string[]): QuestionContent => ({
    ...{ type: 7, stem: '{{g1}}{{g2}}', singleUse: false, analysis: '' },
    gaps: [{ id: 'g1' }, { id: 'g2' }],
    options: order.map((html, at) => ({ id: `o${at}`, html })),
    correct: { g1: `o${order.indexOf('甲')}`, g2: `o${order.indexOf('乙')}` },
  })
  expect(digest(dropdown(['甲', '乙', '丙']))).toBe(digest(dropdown(['丙', '乙', '甲'])))
})
