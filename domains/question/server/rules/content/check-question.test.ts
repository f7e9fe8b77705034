import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  balancedFractions,
  type ContentOf,
  judgementOptions,
  type QuestionContent,
  type ScoringRule,
} from '../../../contract/content.ts'
import { questionFingerprint, sameWords } from '../similar-text.ts'
import { checkQuestion } from './check-question.ts'
import { checksumOf } from './checksum.ts'

const options = [...'ABCD'].map((id) => ({ id, html: `选项${id}`, fixed: false }))
const single: ContentOf<1> = { type: 1, stem: '<p>题干</p>', options, correct: 'A', analysis: '' }
const multiple: ContentOf<2> = { type: 2, stem: '题干', options, correct: ['A', 'B'], analysis: '' }
const blanks: ContentOf<4> = {
  type: 4,
  stem: '中国最长的河是{{b1}}，其次是{{b2}}。',
  blanks: [
    { id: 'b1', match: 'exact', alternatives: [{ text: '长江', weight: 1 }] },
    { id: 'b2', match: 'exact', alternatives: [{ text: '黄河', weight: 1 }] },
  ],
  unorderedGroups: [],
  analysis: '',
}
const dropdown: ContentOf<7> = {
  type: 7,
  stem: '{{g1}}和{{g2}}',
  gaps: [{ id: 'g1' }, { id: 'g2' }],
  options: options.map(({ id, html }) => ({ id, html })),
  correct: { g1: 'A', g2: 'B' },
  singleUse: true,
  analysis: '',
}
const first = blanks.blanks.slice(0, 1)

const cases: [string, QuestionContent, string[]][] = [
  ['a sound single choice', single, []],
  ['a sound multiple choice', multiple, []],
  ['sound blanks', blanks, []],
  ['a sound dropdown', dropdown, []],
  ['a stem of empty tags', { ...single, stem: '<p>&nbsp;<br></p>' }, ['stem']],
  ['a stem that is a picture', { ...single, stem: '<p><img src="/a.png"></p>' }, []],
  ['no correct option', { ...single, correct: null }, ['correct']],
  ['no correct options', { ...multiple, correct: [] }, ['correct']],
  ['a key that is no option', { ...multiple, correct: ['A', 'X'] }, ['correct']],
  ['a single option', { ...single, options: options.slice(0, 1) }, ['options']],
  [
    'options with the same words',
    { ...single, options: [...options, { id: 'E', html: '<b>选项A</b>', fixed: false }] },
    ['options.4.html'],
  ],
  ['options that differ in case', { ...single, options: [...options, { id: 'E', html: '选项a', fixed: false }] }, []],
  ['an empty option', { ...single, options: [...options, { id: 'E', html: '<p></p>', fixed: false }] }, ['options.4.html']],
  ['two options with one id', { ...single, options: [...options, { id: 'A', html: '另一个', fixed: false }] }, ['options.4.id']],
  ['a judgement without key', { type: 3, stem: '题', options: judgementOptions(), correct: null, analysis: '' }, ['correct']],
  ['no blanks', { ...blanks, stem: '题', blanks: [] }, ['blanks']],
  [
    'a blank without alternatives',
    { ...blanks, stem: '题', blanks: [{ id: 'b1', match: 'exact', alternatives: [] }] },
    ['blanks.0.alternatives'],
  ],
  ['a blank by hand needs none', { ...blanks, stem: '题', blanks: [{ id: 'b1', match: 'manual', alternatives: [] }] }, []],
  [
    'a blank nobody can fill fully',
    { ...blanks, stem: '题', blanks: [{ id: 'b1', match: 'exact', alternatives: [{ text: 'x', weight: 0.5 }] }] },
    ['blanks.0.alternatives'],
  ],
  [
    'a numeric key in words',
    { ...blanks, stem: '题', blanks: [{ id: 'b1', match: 'numeric', alternatives: [{ text: '很多', weight: 1 }] }] },
    ['blanks.0.alternatives.0.text'],
  ],
  [
    'a wildcard for anything',
    { ...blanks, stem: '题', blanks: [{ id: 'b1', match: 'wildcard', alternatives: [{ text: '*', weight: 1 }] }] },
    ['blanks.0.alternatives.0.text'],
  ],
  ['a blank missing from the stem', { ...blanks, stem: '只有{{b1}}' }, ['blanks.1']],
  ['a stem with an unknown blank', { ...blanks, blanks: first }, ['stem']],
  ['a group of one', { ...blanks, unorderedGroups: [['b1']] }, ['unorderedGroups.0']],
  [
    'a blank in two groups',
    {
      ...blanks,
      unorderedGroups: [
        ['b1', 'b2'],
        ['b2', 'b1'],
      ],
    },
    ['unorderedGroups.1'],
  ],
  ['a gap without key', { ...dropdown, correct: { g1: 'A' } }, ['correct.g2']],
  ['an option used twice though it may not', { ...dropdown, correct: { g1: 'A', g2: 'A' } }, ['correct.g2']],
  [
    'key points above the whole',
    {
      type: 6,
      stem: '题',
      referenceAnswer: '',
      analysis: '',
      keyPoints: [
        { id: 'k', text: '一', scoreShare: 0.7 },
        { id: 'l', text: '二', scoreShare: 0.5 },
      ],
    },
    ['keyPoints'],
  ],
]

test.each(cases)('%s', (_, content, paths) => {
  const faults = checkQuestion(content)
  expect(faults.map(({ path }) => path)).toEqual(paths)
  for (const { message } of faults) expect(message).toMatch(/[\u4e00-\u9fff]/)
})

test('all faults are told at once', () => {
  expect(checkQuestion({ ...single, stem: '', options: [], correct: null }).map(({ path }) => path)).toEqual([
    'stem',
    'options',
    'correct',
  ])
})

describe('rules', () => {
  const weighted = (fractions: Record<string, number>): ScoringRule => ({ type: 2, mode: 'weighted', negative: null, fractions })

  test('weights with distractors that cost nothing are refused (studentquiz #20)', () => {
    expect(checkQuestion(multiple, weighted({ A: 0.5, B: 0.5, C: 0, D: 0 }))).toEqual([
      { path: 'rule.fractions', message: '错误选项的权重必须为负数，否则全选即可得满分' },
    ])
    expect(checkQuestion(multiple, weighted({ A: 0.5, B: 0.5, C: -0.5 }))).toHaveLength(1)
    expect(checkQuestion(multiple, weighted({ A: 0.5, B: 0.5, C: -0.5, D: -0.5 }))).toEqual([])
    expect(checkQuestion(multiple, weighted(balancedFractions(multiple)))).toEqual([])
  })

  test('the correct options must make a whole', () => {
    expect(checkQuestion(multiple, weighted({ A: 0.5, B: 0.2, C: -1, D: -1 })).map(({ path }) => path)).toEqual([
      'rule.fractions',
    ])
  })

  test('a rule of another type is refused', () => {
    expect(checkQuestion(single, { type: 3, mode: 'exact', negative: null })).toEqual([
      { path: 'rule.type', message: '评分规则与题型不符' },
    ])
  })
})

describe('checksum and fingerprint', () => {
  test('a checksum ignores the order of keys and nothing else', () => {
    expect(checksumOf({ a: 1, b: [1, { d: 2, c: 3 }], e: undefined })).toBe(checksumOf({ b: [1, { c: 3, d: 2 }], a: 1 }))
    expect(checksumOf({ a: [1, 2] })).not.toBe(checksumOf({ a: [2, 1] }))
    expect(checksumOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })

  test('the same words are the same question, however they are dressed', () => {
    const dressed: QuestionContent = {
      ...single,
      stem: '<p><strong>题 干</strong>。</p>',
      options: options.toReversed(),
      correct: 'D',
    }
    expect(questionFingerprint(dressed)).toBe(questionFingerprint(single))
  })

  test.each<[string, QuestionContent]>([
    ['other words', { ...single, stem: '题干二' }],
    ['another type', multiple],
    ['another option', { ...single, options: options.slice(1) }],
    ['a picture', { ...single, stem: '<p>题干<img src="/a.png"></p>' }],
  ])('%s make another question', (_, other) => {
    expect(questionFingerprint(other)).not.toBe(questionFingerprint(single))
  })

  test('a minus sign and a decimal point are words', () => {
    const stem = (text: string) => questionFingerprint({ ...single, stem: text })
    expect(stem('计算 3-5')).not.toBe(stem('计算 35'))
    expect(stem('计算 3.5')).not.toBe(stem('计算 35'))
    expect(stem('a<b')).not.toBe(stem('ab'))
  })

  test.each([
    ['5!', '5'],
    ["若f'(x)=0，则x为极值点", '若f(x)=0，则x为极值点'],
    ['~p 为真', 'p 为真'],
    ['比例 1:2', '比例 12'],
    ['(a,b)', '(ab)'],
    ['f(x)', 'fx'],
    ['5" 屏', '5 屏'],
    ['n!=5', 'n=5'],
    ['3·5', '35'],
    ['约 .5', '约 5'],
  ])('%s and %s are two questions', (one, other) => {
    expect(sameWords({ ...single, stem: one })).not.toBe(sameWords({ ...single, stem: other }))
    const withOption = (text: string) => ({ ...single, options: [...options, { id: 'Z', html: text, fixed: false }] })
    expect(sameWords(withOption(one))).not.toBe(sameWords(withOption(other)))
  })

  test.each([
    ['下列说法正确的是（　　）。', '下列说法正确的是'],
    ['火警电话是____？', '火警电话是'],
    ['“TCP”协议，属于哪一层？', 'TCP协议属于哪一层'],
    ['题干：如下', '题干，如下'],
    ['若x>0，则', '若x>0则'],
    ['结果为 5。', '结果为5'],
    ['马克·吐温', '马克吐温'],
    ['长\u200b江', '长江'],
  ])('%s and %s are one', (one, other) => {
    expect(sameWords({ ...single, stem: one })).toBe(sameWords({ ...single, stem: other }))
    expect(questionFingerprint({ ...single, stem: one })).toBe(questionFingerprint({ ...single, stem: other }))
  })

  test('what says the same is always found by the fingerprint', () => {
    const text = fc.string({ unit: fc.constantFrom(...'题干ab1,.;:!?"\'()_·…~ □　（），。'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [one, other].map((stem): QuestionContent => ({ ...single, stem }))
        if (a && b && sameWords(a) === sameWords(b)) expect(questionFingerprint(a)).toBe(questionFingerprint(b))
      }),
      { numRuns: 2000 },
    )
  })
})
