/** Test companies with an exam of which answers wait for a marker. */

import { randomUUID } from 'node:crypto'
import { arrangePerson } from '@kaopei/org/testing'
import { type Answer, defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { type Db, emit } from '@kaopei/server'
import type { TestActor, World } from '@kaopei/server/testing'
import { attemptScored } from '@kaopei/sitting/server'
import { testMarkingMenu, testMarkingRights } from '../contract/menus.ts'

export const essay: QuestionContent = {
  type: 6,
  stem: '<p>简述消防安全“四懂四会”。</p>',
  keyPoints: [
    { id: 'know', text: '四懂', scoreShare: 0.6 },
    { id: 'can', text: '四会', scoreShare: 0.4 },
  ],
  referenceAnswer: '<p>懂本岗位的火灾危险性……</p>',
  analysis: '',
}
export const blanks: QuestionContent = {
  type: 4,
  stem: '<p>火警电话是{{tel}}，报警时应说明{{what}}。</p>',
  blanks: [
    { id: 'tel', alternatives: [{ text: '119', weight: 1 }], match: 'exact' },
    { id: 'what', alternatives: [{ text: '地点', weight: 1 }], match: 'manual' },
  ],
  unorderedGroups: [],
  analysis: '',
}
const choice: QuestionContent = {
  type: 1,
  stem: '<p>灭火器压力表指针在哪个区域为正常？</p>',
  options: [
    { id: 'a', html: '绿色', fixed: false },
    { id: 'b', html: '红色', fixed: false },
  ],
  correct: 'a',
  analysis: '',
}

/** Slots of every attempt: 1 a choice worth 2, 2 an essay worth 10, 3 a fill-in worth 4 of which the second blank is marked by hand. */
export const slots = { choice: 1, essay: 2, blanks: 3 } as const
const scores = { choice: 200, essay: 1000, blanks: 400 }

export interface Sitting {
  readonly name: string
  readonly essay?: string | null
  readonly blanks?: Record<string, string>
}

export interface MarkedExam {
  readonly companyId: string
  readonly examId: string
  readonly questionIds: { readonly choice: string; readonly essay: string; readonly blanks: string }
  readonly attemptIds: string[]
  readonly leader: TestActor
  readonly first: TestActor
  readonly second: TestActor
  readonly outsider: TestActor
}

export interface Wish {
  readonly companyId?: string
  readonly settings?: object
  readonly sittings: readonly Sitting[]
}

/** An exam with two reviewers whose candidates have handed in, scored as far as a machine can, the news of it heard. */
export async function examToMark(world: World, { companyId: wished, settings = {}, sittings }: Wish): Promise<MarkedExam> {
  const companyId = wished ?? (await world.company())
  const [leader, first, second, outsider] = await Promise.all([
    marker(world, companyId, '组长', true),
    marker(world, companyId, '阅卷甲'),
    marker(world, companyId, '阅卷乙'),
    marker(world, companyId, '路人'),
  ])
  const questions = await insertQuestions(world, companyId)
  const examId = randomUUID()
  await world.inCompany(companyId, (db) => db.insertInto('paper.paper').values({ company_id: companyId, id: examId }).execute())
  await world.inCompany(companyId, (db) =>
    db
      .insertInto('exam.exam')
      .values({
        company_id: companyId,
        id: examId,
        paper_id: examId,
        name: '消防安全考试',
        status: 1,
        settings: JSON.stringify({ anonymousFlag: false, ...settings }),
        pass_score_hundredths: 900,
        sum_score_hundredths: 1600,
        admission_start_at: new Date(Date.now() - 7_200_000),
        admission_end_at: new Date(Date.now() - 3_600_000),
      })
      .execute(),
  )
  const reviewers = [first, second].map(({ staffId }) => ({ company_id: companyId, exam_id: examId, staff_id: staffId }))
  await world.inCompany(companyId, (db) => db.insertInto('exam.reviewer').values(reviewers).execute())
  const attemptIds: string[] = []
  for (const sitting of sittings) attemptIds.push(await insertAttempt(world, { companyId, examId, questions }, sitting))
  await world.runJobs()
  const questionIds = { choice: questions.choice.id, essay: questions.essay.id, blanks: questions.blanks.id }
  return { companyId, examId, questionIds, attemptIds, leader, first, second, outsider }
}

/** The news once more. */
export function tell(world: World, companyId: string, examId: string, attemptId: string): Promise<void> {
  return world.inCompany(companyId, (db) => emit(db, attemptScored, companyId, { ownerKind: 'exam', ownerId: examId, attemptId }))
}

async function marker(world: World, companyId: string, name: string, isLeader = false): Promise<TestActor> {
  const staffId = await arrangePerson(world, companyId, { name })
  const { markAll, release, reopen, reveal } = testMarkingRights
  return world.actor({
    companyId,
    staffId,
    name,
    menus: [testMarkingMenu],
    rights: isLeader ? [markAll, release, reopen, reveal] : [],
    scopes: isLeader ? { [testMarkingMenu.name]: { kind: 'all' } } : {},
  })
}

interface StoredQuestion {
  readonly id: string
  readonly versionId: string
  readonly ruleId: string
  readonly type: number
}
type Questions = Record<keyof typeof slots, StoredQuestion>

function insertQuestions(world: World, companyId: string): Promise<Questions> {
  return world.inCompany(companyId, async (db) => {
    const bankId = randomUUID()
    await db
      .insertInto('question.bank')
      .values({ company_id: companyId, id: bankId, name: `题库${bankId}` })
      .execute()
    return {
      choice: await insertQuestion(db, { companyId, bankId, content: choice, stemText: '灭火器压力表' }),
      essay: await insertQuestion(db, { companyId, bankId, content: essay, stemText: '简述消防安全“四懂四会”。' }),
      blanks: await insertQuestion(db, { companyId, bankId, content: blanks, stemText: '火警电话' }),
    }
  })
}

async function insertQuestion(
  db: Db,
  { companyId, bankId, content, stemText }: { companyId: string; bankId: string; content: QuestionContent; stemText: string },
): Promise<StoredQuestion> {
  const [id, versionId, ruleId] = [randomUUID(), randomUUID(), randomUUID()]
  const { type } = content
  const part = { company_id: companyId, question_id: id, number: 1, checksum: 'x' }
  await db
    .insertInto('question.question')
    .values({ company_id: companyId, id, bank_id: bankId, type, stem_text: stemText, status: 0 })
    .execute()
  await db
    .insertInto('question.question_version')
    .values({ ...part, id: versionId, content: JSON.stringify(content) })
    .execute()
  await db
    .insertInto('question.scoring_rule_version')
    .values({ ...part, id: ruleId, rule: JSON.stringify(defaultScoringRule(type)) })
    .execute()
  return { id, versionId, ruleId, type }
}

async function insertAttempt(
  world: World,
  { companyId, examId, questions }: { companyId: string; examId: string; questions: Questions },
  { name, essay: text = '懂火灾危险性，会报警', blanks: texts = { tel: '119', what: '起火地点' } }: Sitting,
): Promise<string> {
  const [staffId, attemptId] = [await arrangePerson(world, companyId, { name }), randomUUID()]
  const answers: Record<keyof typeof slots, Answer | null> = {
    choice: { type: 1, optionId: 'a' },
    essay: text === null ? null : { type: 6, format: 'text', text },
    blanks: { type: 4, texts },
  }
  const keys: (keyof typeof slots)[] = ['choice', 'essay', 'blanks']
  const items = keys.map((key) => ({
    company_id: companyId,
    attempt_id: attemptId,
    slot: slots[key],
    // From one, as the exam room numbers them.
    order_index: slots[key],
    question_id: questions[key].id,
    question_version_id: questions[key].versionId,
    rule_version_id: questions[key].ruleId,
    type: questions[key].type,
    max_score_hundredths: scores[key],
    answer: answers[key] && JSON.stringify(answers[key]),
    answer_state: answers[key] ? 'answered' : 'not_seen',
    rev: 1,
  }))
  const now = new Date()
  const attempt = {
    company_id: companyId,
    id: attemptId,
    owner_kind: 'exam',
    owner_id: examId,
    staff_id: staffId,
    number: 1,
    state: 'submitted',
    started_at: now,
    submitted_at: now,
    lease_device: 'd',
    title: '考试',
    pass_score_hundredths: 900,
    max_score_hundredths: 1600,
  }
  await world.inCompany(companyId, async (db) => {
    await db.insertInto('exam.candidate').values({ company_id: companyId, exam_id: examId, staff_id: staffId }).execute()
    await db.insertInto('sitting.attempt').values(attempt).execute()
    await db.insertInto('sitting.attempt_item').values(items).execute()
  })
  return attemptId
}
