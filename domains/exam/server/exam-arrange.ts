/** People and questions for tests of exams: a company with departments, staff and a bank, straight as rows. */

import { randomUUID } from 'node:crypto'
import { arrangePeople } from '@kaopei/org/testing'
import { defaultScoringRule, type QuestionContent, questionContent } from '@kaopei/question/contract/content'
import type { TestActor, World } from '@kaopei/server/testing'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { exam } from '../contract/exam.ts'

export type Organisation = {
  companyId: string
  admin: TestActor
  /** `branch` lies under `root`, `other` beside it. */
  departments: { root: string; branch: string; other: string }
}

export async function arrangeOrganisation(world: World): Promise<Organisation> {
  const admin = await world.actor()
  const { companyId } = admin
  const departments = { root: randomUUID(), branch: randomUUID(), other: randomUUID() }
  const { root, branch, other } = departments
  const rows = [
    [root, null, '总部', `/${root}/`],
    [branch, root, '研发部', `/${root}/${branch}/`],
    [other, null, '门店', `/${other}/`],
  ]
  for (const row of rows) {
    await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      companyId,
      ...row,
    ])
  }
  return { companyId, admin, departments }
}

/** Ids of people in a department; the first `withEmail` of them have an address, all by default. */
export async function arrangeStaff(
  world: World,
  companyId: string,
  { count, departmentId, withEmail = count }: { count: number; departmentId?: string; withEmail?: number },
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const email = index < withEmail ? `${id}@example.cn` : null
    return { id, name: `学员${index + 1}`, email, departmentId: departmentId ?? null }
  })
  return arrangePeople(world, companyId, people)
}

export type ReadyQuestion = { id: string; versionId: string; ruleVersionId: string; type: number }

/** Questions fit for use, each worth 2 points by itself, in a bank of their own unless one is named. */
export async function arrangeReadyQuestions(
  world: World,
  companyId: string,
  contents: readonly QuestionContent[],
  { bankId, difficulty = 2 }: { bankId?: string; difficulty?: number } = {},
): Promise<{ bankId: string; questions: ReadyQuestion[] }> {
  const bank = bankId ?? randomUUID()
  if (bankId === undefined)
    await world.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [
      companyId,
      bank,
      `题库${bank.slice(0, 8)}`,
    ])
  const rows = contents.map((given) => {
    const content = questionContent.parse(given)
    const rule = defaultScoringRule(content.type)
    return { id: randomUUID(), versionId: randomUUID(), ruleVersionId: randomUUID(), type: content.type, content, rule }
  })
  const list = JSON.stringify(rows)
  const source = `json_to_recordset($2) as p (id uuid, "versionId" uuid, "ruleVersionId" uuid, type smallint, content jsonb, rule jsonb)`
  await world.rows(
    `insert into question.question (company_id, id, bank_id, type, difficulty, status, stem_text, ready_version_id, ready_rule_version_id)
     select $1, p.id, $3, p.type, $4, 1, p.content ->> 'stem', p."versionId", p."ruleVersionId" from ${source}`,
    [companyId, list, bank, difficulty],
  )
  await world.rows(
    `insert into question.question_version (company_id, id, question_id, number, content, checksum)
     select $1, p."versionId", p.id, 1, p.content, '' from ${source}`,
    [companyId, list],
  )
  await world.rows(
    `insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
     select $1, p."ruleVersionId", p.id, 1, p.rule, '' from ${source}`,
    [companyId, list],
  )
  return {
    bankId: bank,
    questions: rows.map(({ id, versionId, ruleVersionId, type }) => ({ id, versionId, ruleVersionId, type })),
  }
}

/** So many single-choice questions. */
export function singles(count: number): QuestionContent[] {
  const [single] = oneOfEachType()
  return single ? Array.from({ length: count }, () => single) : []
}

/** An instant so many hours from now. */
export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
export const base = { name: '安全生产知识考试', admissionStartTime: hours(1), admissionEndTime: hours(5), duration: 60 }
export const fixed = (questionId: string, score = 10) => ({ questionType: 1 as const, questionId, score })
export const random = (bankIds: string[], count: number, score = 2, types: number[] = []) => ({
  questionType: 2 as const,
  filter: { bankIds, types: types as never },
  count,
  score,
})

/** A draft with fixed questions, a reviewer and candidates, ready to be published. */
export async function arrangeDraft(world: World, given: Organisation, { people = 3, contents = singles(4) } = {}) {
  const { questions } = await arrangeReadyQuestions(world, given.companyId, contents)
  const staffIds = await arrangeStaff(world, given.companyId, { count: people, departmentId: given.departments.branch })
  const as = world.as(given.admin)
  const draft = await as.get(exam.save, {
    ...base,
    passRate: 60,
    questions: questions.map(({ id }) => fixed(id)),
    staffIds,
  })
  return { draft, questions, staffIds }
}
