/** Papers to sit and people who sit them, for tests and benchmarks: straight as rows, pinned and ready. */
import { randomUUID } from 'node:crypto'
import { arrangePeople as arrangeStaff } from '@kaopei/org/testing'
import {
  type Answer,
  defaultScoringRule,
  judgementOptions,
  type QuestionContent,
  questionContent,
  type ScoringRule,
} from '@kaopei/question/contract/content'
import type { TestActor, World } from '@kaopei/server/testing'

export const browserA = 'browser-aaaaaaaa:tab-1'
export const browserB = 'browser-bbbbbbbb:tab-1'

/** Every word of the keys; no payload before the result may hold it. */
export const keyMark = 'KEYWORD'

const option = (id: string) => ({ id, html: `<p>选项 ${id}</p>`, fixed: false })
const analysis = `${keyMark}-解析`

/** One question of each type that can be sat. The right answers: b; a and c; 正确; 北京 and 上海; anything; x and y. */
export function oneOfEachType(): QuestionContent[] {
  return [
    { type: 1, stem: '<p>单选</p>', options: ['a', 'b', 'c', 'd'].map(option), correct: 'b', analysis },
    { type: 2, stem: '<p>多选</p>', options: ['a', 'b', 'c', 'd'].map(option), correct: ['a', 'c'], analysis },
    { type: 3, stem: '<p>判断</p>', options: judgementOptions(), correct: 'true', analysis },
    {
      type: 4,
      stem: '<p>{{b1}} 和 {{b2}}</p>',
      blanks: ['北京', '上海'].map((text, index) => ({
        id: `b${index + 1}`,
        match: 'exact' as const,
        alternatives: [
          { text, weight: 1 },
          { text: keyMark, weight: 1 },
        ],
      })),
      unorderedGroups: [],
      analysis,
    },
    {
      type: 6,
      stem: '<p>简答</p>',
      keyPoints: [{ id: 'k1', text: `${keyMark}-要点`, scoreShare: 1 }],
      referenceAnswer: `${keyMark}-参考`,
      analysis,
    },
    {
      type: 7,
      stem: '<p>{{g1}} {{g2}}</p>',
      gaps: [{ id: 'g1' }, { id: 'g2' }],
      options: ['x', 'y', 'z'].map((id) => ({ id, html: id })),
      correct: { g1: 'x', g2: 'y' },
      singleUse: false,
      analysis,
    },
  ]
}

export const rightAnswers: readonly Answer[] = [
  { type: 1, optionId: 'b' },
  { type: 2, optionIds: ['a', 'c'] },
  { type: 3, optionId: 'true' },
  { type: 4, texts: { b1: '北京', b2: '上海' } },
  { type: 6, format: 'text', text: '我的回答' },
  { type: 7, choices: { g1: 'x', g2: 'y' } },
]

export interface PaperWish {
  readonly fixed?: readonly QuestionContent[]
  /** Drawn at random: `count` of these. */
  readonly pool?: { readonly contents: readonly QuestionContent[]; readonly count: number }
  readonly rule?: (content: QuestionContent) => ScoringRule
  readonly scoreEach?: number
}

/** Answers the sum of its scores. */
export async function arrangePaper(
  world: World,
  { companyId, paperId, ...wish }: PaperWish & { companyId: string; paperId: string },
): Promise<number> {
  const { fixed = oneOfEachType(), pool, scoreEach = 1000, rule = ({ type }) => defaultScoringRule(type) } = wish
  await world.rows('insert into paper.paper (company_id, id, pinned_at) values ($1, $2, $3)', [companyId, paperId, world.now()])
  const pinned = await arrangeQuestions(world, companyId, fixed, rule)
  for (const [index, { id, versionId, ruleVersionId }] of pinned.entries()) {
    await world.rows(
      `insert into paper.slot (company_id, paper_id, number, question_id, question_version_id, rule_version_id, score_hundredths)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [companyId, paperId, index + 1, id, versionId, ruleVersionId, scoreEach],
    )
  }
  if (pool) await arrangePool(world, { companyId, paperId, scoreEach, pool, rule })
  return (fixed.length + (pool?.count ?? 0)) * scoreEach
}

async function arrangePool(
  world: World,
  given: {
    companyId: string
    paperId: string
    scoreEach: number
    pool: NonNullable<PaperWish['pool']>
    rule: (content: QuestionContent) => ScoringRule
  },
): Promise<void> {
  const { companyId, paperId, pool } = given
  await world.rows(
    `insert into paper.draw_rule (company_id, paper_id, number, filter, count, score_hundredths) values ($1, $2, 1, '{}', $3, $4)`,
    [companyId, paperId, pool.count, given.scoreEach],
  )
  for (const question of await arrangeQuestions(world, companyId, pool.contents, given.rule)) {
    await world.rows(
      `insert into paper.pool_question (company_id, paper_id, question_id, question_version_id, rule_version_id, type, rule_numbers)
       values ($1, $2, $3, $4, $5, $6, '{1}')`,
      [companyId, paperId, question.id, question.versionId, question.ruleVersionId, question.type],
    )
  }
}

async function arrangeQuestions(
  world: World,
  companyId: string,
  contents: readonly QuestionContent[],
  rule: (content: QuestionContent) => ScoringRule,
) {
  const bankId = randomUUID()
  await world.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [companyId, bankId, bankId])
  const made: { id: string; versionId: string; ruleVersionId: string; type: number }[] = []
  for (const given of contents) {
    const content = questionContent.parse(given)
    const question = { id: randomUUID(), versionId: randomUUID(), ruleVersionId: randomUUID(), type: content.type }
    const { id, versionId, ruleVersionId, type } = question
    // Hidden: a ready question names its ready version, which does not exist yet.
    await world.rows('insert into question.question (company_id, id, bank_id, type, status) values ($1, $2, $3, $4, 2)', [
      companyId,
      id,
      bankId,
      type,
    ])
    await world.rows(
      "insert into question.question_version (company_id, id, question_id, number, content, checksum) values ($1, $2, $3, 1, $4, 'checksum')",
      [companyId, versionId, id, content],
    )
    await world.rows(
      `insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum) values ($1, $2, $3, 1, $4, '')`,
      [companyId, ruleVersionId, id, rule(content)],
    )
    made.push(question)
  }
  return made
}

/** People of the company, signed in. */
export async function arrangePeople(world: World, companyId: string, count: number): Promise<TestActor[]> {
  const people = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), name: `考生${index + 1}` }))
  await arrangeStaff(world, companyId, people)
  return Promise.all(people.map(({ id, name }) => world.actor({ companyId, staffId: id, name, isAdmin: false })))
}
