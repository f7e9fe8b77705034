/** Practices for tests: a company with people, a bank and a published practice, and answers as learners give them. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@kaopei/contract'
import {
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  type Organisation,
  type ReadyQuestion,
} from '@kaopei/exam/testing'
import type { QuestionContent } from '@kaopei/question/contract/content'
import type { TestActor, World } from '@kaopei/server/testing'
import { learn } from '../contract/learn.ts'
import type { Run } from '../contract/learn-shapes.ts'
import { practice } from '../contract/practice.ts'
import { practicePaper } from '../contract/practice-paper.ts'

export interface ArrangedPractice extends Organisation {
  readonly practiceId: string
  readonly questions: readonly ReadyQuestion[]
  readonly bankId: string
  readonly staffIds: readonly string[]
  /** The people of `staffIds`, signed in. */
  readonly learners: readonly TestActor[]
}

/** The right option is `a` unless said. */
export function singleChoice(stem: string, correct = 'a'): QuestionContent {
  const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, html: `选项 ${id}`, fixed: false }))
  return { type: 1, stem, options, correct, analysis: `${stem}的解析` }
}

export const shortAnswer: QuestionContent = {
  type: 6,
  stem: '简述动火作业的要点',
  referenceAnswer: '办证、监护、清理',
  keyPoints: [{ id: 'k1', text: '办证', scoreShare: 1 }],
  analysis: '见规程',
}

export const choices = (count: number): QuestionContent[] =>
  Array.from({ length: count }, (_, index) => singleChoice(`第 ${index + 1} 题`))

interface Wish {
  readonly contents?: readonly QuestionContent[]
  readonly people?: number
  readonly save?: Partial<InputOf<typeof practice.save>>
  /** Left a draft. */
  readonly isDraft?: boolean
  readonly organisation?: Organisation
}

export async function arrangePractice(world: World, wish: Wish = {}): Promise<ArrangedPractice> {
  const organisation = wish.organisation ?? (await arrangeOrganisation(world))
  const { companyId, admin, departments } = organisation
  const { bankId, questions } = await arrangeReadyQuestions(world, companyId, wish.contents ?? choices(3))
  const staffIds = await arrangeStaff(world, companyId, { count: wish.people ?? 1, departmentId: departments.branch })
  const draft = await world.as(admin).get(practice.save, {
    name: '安全知识练习',
    participationMode: 1,
    participationStaffList: staffIds,
    ...wish.save,
  })
  const paper = await world.as(admin).get(practicePaper.save, {
    practiceId: draft.id,
    version: draft.version,
    questions: questions.map(({ id }) => ({ questionType: 1 as const, questionId: id, score: 2 })),
  })
  if (!wish.isDraft) await world.as(admin).get(practice.publish, { id: draft.id, version: paper.version, ignoreWarnings: true })
  const learners = []
  for (const staffId of staffIds) learners.push(await world.actor({ companyId, staffId, isAdmin: false }))
  return { ...organisation, practiceId: draft.id, questions, bankId, staffIds, learners }
}

/** The first of them. */
export function learnerOf({ learners }: Pick<ArrangedPractice, 'learners'>, index = 0): TestActor {
  const learner = learners[index]
  if (!learner) throw new Error('a learner is needed')
  return learner
}

export const right = { type: 1, optionId: 'a' } as const
export const wrong = { type: 1, optionId: 'b' } as const

/** Answers all items of a round by their place, right unless said. */
export async function answerAll(world: World, learner: TestActor, run: Run, wrongItems: readonly number[] = []) {
  const told = []
  for (const { item, nextSeq: seq } of run.items) {
    const answer = wrongItems.includes(item) ? wrong : right
    told.push(await world.as(learner).get(learn.answer, { runId: run.runId, item, seq, answer }))
  }
  return told
}

/** A knowledge point that these questions carry. */
export async function arrangePoint(world: World, companyId: string, name: string, questionIds: readonly string[]) {
  const pointId = randomUUID()
  await world.rows('insert into question.knowledge_point (company_id, id, name) values ($1, $2, $3)', [companyId, pointId, name])
  await world.rows(
    `insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id)
     select $1, q.id, $2 from unnest($3::uuid[]) as q (id)`,
    [companyId, pointId, questionIds],
  )
  return pointId
}

/** Another version of a question: what is ready now. */
export async function arrangeVersion(
  world: World,
  companyId: string,
  { question, content, number }: { question: ReadyQuestion; content: QuestionContent; number: number },
): Promise<void> {
  const versionId = randomUUID()
  await world.rows(
    `insert into question.question_version (company_id, id, question_id, number, content, checksum) values ($1, $2, $3, $4, $5, '')`,
    [companyId, versionId, question.id, number, JSON.stringify(content)],
  )
  await world.rows(
    'update question.question set ready_version_id = $3, latest_version_id = $3 where company_id = $1 and id = $2',
    [companyId, question.id, versionId],
  )
}
