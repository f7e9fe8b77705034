import { judgementOptions, type QuestionContent } from '@kaopei/question/contract/content'
import { expect, test } from 'vitest'
import { layOut, type PaperSource, type PickedQuestion, pickQuestions } from './lay-out.ts'
import { arrangePool } from './rules/arrange-pool.ts'

const options = ['a', 'b'].map((id) => ({ id, html: id, fixed: false }))
const analysis = ''
/** One of each type that can be sat, as short as they come. */
const contents: readonly QuestionContent[] = [
  { type: 1, stem: '单选', options, correct: 'b', analysis },
  { type: 2, stem: '多选', options, correct: ['a', 'b'], analysis },
  { type: 3, stem: '判断', options: judgementOptions(), correct: 'true', analysis },
  {
    type: 4,
    stem: '{{b1}}',
    blanks: [{ id: 'b1', match: 'exact', alternatives: [{ text: '北京', weight: 1 }] }],
    unorderedGroups: [],
    analysis,
  },
  { type: 6, stem: '简答', keyPoints: [{ id: 'k1', text: '要点', scoreShare: 1 }], referenceAnswer: '', analysis },
]

/** Question ids begin with their type: `6a` is a short answer. */
function contentOf(id: string): QuestionContent {
  const content = contents.find(({ type }) => type === Number(id[0]))
  if (!content) throw new Error(`${id} has no type`)
  return content
}

const refs = (id: string) => ({ questionId: id, versionId: id, ruleVersionId: id })
const fixed = (ids: readonly string[]): PickedQuestion[] =>
  ids.map((id, index) => ({ ...refs(id), slot: index + 1, scoreHundredths: 100 }))
const order = (picked: readonly PickedQuestion[], isQuestionOrder: boolean) => {
  const byVersion = new Map(picked.map(({ versionId }) => [versionId, contentOf(versionId)]))
  const items = layOut(picked, byVersion, { seed: 'seed', order: { isQuestionOrder, isQuestionOptionOrder: false } })
  expect(items.map(({ orderIndex }) => orderIndex)).toEqual(items.map((_, index) => index + 1))
  return items.map(({ questionId }) => questionId)
}

test('questions stand in the order of their author, whatever their types', () => {
  const written = ['6a', '1a', '4a', '1b', '3a', '2a', '1c']
  expect(order(fixed(written), false)).toEqual(written)
})

test('a paper that is shuffled is grouped by type and shuffled within it', () => {
  const shuffled = order(fixed(['6a', '1a', '4a', '1b', '3a', '2a', '1c']), true)
  expect(shuffled.slice(0, 3).toSorted()).toEqual(['1a', '1b', '1c'])
  expect(shuffled.slice(3)).toEqual(['2a', '3a', '4a', '6a'])
})

test('options that name others by letter keep their places in a shuffled paper', () => {
  const lettered = ['报警', '疏散', '灭火', 'B和C都对'].map((html, at) => ({ id: `o${at}`, html, fixed: false }))
  const content: QuestionContent = { type: 1, stem: '应当', options: lettered, correct: 'o3', analysis: '' }
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const [item] = layOut(fixed(['x']), new Map([['x', content]]), {
      seed,
      order: { isQuestionOrder: false, isQuestionOptionOrder: true },
    })
    expect(item?.optionOrder).toEqual(['o0', 'o1', 'o2', 'o3'])
  }
})

test('drawn questions follow rule by rule, within a rule by type', () => {
  const rules = [
    { count: 3, tags: ['first'] },
    { count: 2, tags: ['second'] },
  ]
  const pool = { '6x': 'first', '1x': 'first', '2x': 'first', '3y': 'second', '1y': 'second' }
  const questions = Object.entries(pool).map(([id, tag]) => ({ id, tags: [tag] }))
  const source: PaperSource = {
    secret: 'secret',
    fixed: fixed(['4a', '1a']),
    pool: arrangePool(rules, questions),
    poolQuestions: new Map(questions.map(({ id }) => [id, { ...refs(id), type: Number(id[0]) }])),
    ruleScores: [100, 200],
  }
  const picked = pickQuestions(source, 'seed') ?? []
  expect(picked.map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(order(picked, false)).toEqual(['4a', '1a', '1x', '2x', '6x', '1y', '3y'])
})
