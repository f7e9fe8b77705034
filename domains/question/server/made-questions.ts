/** Questions for the tests. */
import type { InputOf, OutputOf } from '@kaopei/contract'
import type { TestActor, World } from '@kaopei/server/testing'
import { bank } from '../contract/bank.ts'
import { defaultScoringRule, judgementOptions, type QuestionContent, type QuestionType } from '../contract/content.ts'
import { question } from '../contract/question.ts'

export type Fields = InputOf<typeof question.create>

const options = (...words: string[]) => words.map((html, index) => ({ id: `o${index + 1}`, html, fixed: false }))

/** A sound question of each type with words of its own. */
export function soundContent(type: QuestionType, stem = '发生火灾时应当首先做什么？'): QuestionContent {
  switch (type) {
    case 1:
      return { type, stem, options: options('报警', '收拾财物', '围观', '乘坐电梯'), correct: 'o1', analysis: '先报警。' }
    case 2:
      return { type, stem, options: options('报警', '疏散', '围观', '乘坐电梯'), correct: ['o1', 'o2'], analysis: '' }
    case 3:
      return { type, stem, options: judgementOptions(), correct: 'true', analysis: '' }
    case 4:
      return {
        type,
        stem: `${stem}{{b1}}`,
        blanks: [{ id: 'b1', match: 'exact', alternatives: [{ text: '报警', weight: 1 }] }],
        unorderedGroups: [],
        analysis: '',
      }
    case 5:
      return {
        type,
        stem,
        languages: ['python'],
        cases: [{ id: 'c1', input: '1', expected: '2', weight: 1, hidden: true }],
        timeLimitMs: 2000,
        memoryLimitMb: 256,
        referenceAnswer: '',
        analysis: '',
      }
    case 6:
      return {
        type,
        stem,
        keyPoints: [{ id: 'k1', text: '报警', scoreShare: 0.5 }],
        referenceAnswer: '先报警再疏散',
        analysis: '',
      }
    case 7:
      return {
        type,
        stem: `${stem}{{g1}}`,
        gaps: [{ id: 'g1' }],
        options: options('报警', '围观').map(({ id, html }) => ({ id, html })),
        correct: { g1: 'o1' },
        singleUse: false,
        analysis: '',
      }
  }
}

export function soundFields(bankId: string, content = soundContent(1), more: Partial<Fields> = {}): Fields {
  return { bankId, content, rule: defaultScoringRule(content.type), difficulty: 2, defaultScore: 2, status: 1, ...more }
}

export async function makeBank(world: World, actor: TestActor, name = '消防安全题库'): Promise<string> {
  return (await world.as(actor).get(bank.create, { name })).id
}

export async function makeQuestion(world: World, actor: TestActor, fields: Fields): Promise<string> {
  return (await world.as(actor).get(question.create, fields)).id
}

export async function getQuestion(world: World, actor: TestActor, id: string): Promise<OutputOf<typeof question.get>> {
  return world.as(actor).get(question.get, { id })
}

/** An exam of the company that has pinned what the question's versions are now. */
export async function useInExam(world: World, companyId: string, questionId: string, name = '年度考试'): Promise<string> {
  const [exam] = await world.rows<{ id: string }>(
    `with paper as (insert into paper.paper (company_id) values ($1) returning id)
     insert into exam.exam (company_id, id, paper_id, name, status, admission_start_at, admission_end_at)
     select $1, id, id, $2, 1, now(), now() + interval '1 day' from paper returning id`,
    [companyId, name],
  )
  const examId = exam?.id ?? ''
  await world.rows(
    `insert into paper.slot (company_id, paper_id, number, question_id, question_version_id, rule_version_id, score_hundredths)
     select company_id, $2, 1, id, ready_version_id, ready_rule_version_id, 200 from question.question where company_id = $1 and id = $3`,
    [companyId, examId, questionId],
  )
  return examId
}
