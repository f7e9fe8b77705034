/** Test companies with an exam of which answers wait for a marker. */
import { randomUUID } from 'node:crypto'
import { attemptScored, sittingModule } from '@kaopei/exam/server'
import { type Answer, defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { emit, enqueue } from '@kaopei/server'
import type { TestActor, World } from '@kaopei/server/testing'
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

const scoring = sittingModule.jobs?.find(({ name }) => name === 'exam.scoreAttempt') ?? raise()
function raise(): never {
  throw new Error('the exam room has no scoring job')
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
  await world.rows(
    `insert into exam.exam (company_id, id, name, status, settings, pass_score_hundredths, sum_score_hundredths, admission_start_at, admission_end_at)
     values ($1, $2, '消防安全考试', 1, $3, 900, 1600, now() - interval '2 hours', now() - interval '1 hour')`,
    [companyId, examId, JSON.stringify({ anonymousFlag: false, ...settings })],
  )
  await world.rows('insert into exam.reviewer (company_id, exam_id, staff_id) select $1, $2, unnest($3::uuid[])', [
    companyId,
    examId,
    [first.staffId, second.staffId],
  ])
  const attemptIds: string[] = []
  for (const sitting of sittings) attemptIds.push(await insertAttempt(world, { companyId, examId, questions }, sitting))
  for (const attemptId of attemptIds) await world.inCompany(companyId, (db) => enqueue(db, scoring, companyId, { attemptId }))
  await world.runJobs()
  const questionIds = { choice: questions.choice.id, essay: questions.essay.id, blanks: questions.blanks.id }
  return { companyId, examId, questionIds, attemptIds, leader, first, second, outsider }
}

/** The news once more. */
export function tell(world: World, companyId: string, examId: string, attemptId: string): Promise<void> {
  return world.inCompany(companyId, (db) => emit(db, attemptScored, companyId, { attemptId, examId, hasSubjective: true }))
}

async function marker(world: World, companyId: string, name: string, isLeader = false): Promise<TestActor> {
  const staffId = await insertStaff(world, companyId, name)
  const { markAll, release, reopen, reveal } = testMarkingRights
  return world.actor({
    companyId,
    staffId,
    name,
    menus: [testMarkingMenu],
    rights: isLeader ? [markAll, release, reopen, reveal] : [],
  })
}

async function insertStaff(world: World, companyId: string, name: string): Promise<string> {
  const id = randomUUID()
  await world.rows('insert into org.staff (company_id, id, name, login_account) values ($1, $2, $3, $4)', [
    companyId,
    id,
    name,
    `u${id.slice(0, 8)}`,
  ])
  return id
}

interface StoredQuestion {
  readonly id: string
  readonly versionId: string
  readonly ruleId: string
  readonly type: number
}
type Questions = Record<keyof typeof slots, StoredQuestion>

async function insertQuestions(world: World, companyId: string): Promise<Questions> {
  const bankId = randomUUID()
  await world.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [companyId, bankId, `题库${bankId}`])
  const insert = async (content: QuestionContent, stemText: string): Promise<StoredQuestion> => {
    const [id, versionId, ruleId] = [randomUUID(), randomUUID(), randomUUID()]
    const { type } = content
    await world.rows('insert into question.question (company_id, id, bank_id, type, stem_text) values ($1, $2, $3, $4, $5)', [
      companyId,
      id,
      bankId,
      type,
      stemText,
    ])
    await world.rows(
      'insert into question.question_version (company_id, id, question_id, number, content) values ($1, $2, $3, 1, $4)',
      [companyId, versionId, id, JSON.stringify(content)],
    )
    await world.rows(
      `insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum) values ($1, $2, $3, 1, $4, 'x')`,
      [companyId, ruleId, id, JSON.stringify(defaultScoringRule(type))],
    )
    return { id, versionId, ruleId, type }
  }
  return {
    choice: await insert(choice, '灭火器压力表'),
    essay: await insert(essay, '简述消防安全“四懂四会”。'),
    blanks: await insert(blanks, '火警电话'),
  }
}

async function insertAttempt(
  world: World,
  { companyId, examId, questions }: { companyId: string; examId: string; questions: Questions },
  { name, essay: text = '懂火灾危险性，会报警', blanks: texts = { tel: '119', what: '起火地点' } }: Sitting,
): Promise<string> {
  const [staffId, attemptId] = [await insertStaff(world, companyId, name), randomUUID()]
  await world.rows('insert into exam.candidate (company_id, exam_id, staff_id) values ($1, $2, $3)', [companyId, examId, staffId])
  await world.rows(
    `insert into exam.attempt (company_id, id, exam_id, staff_id, number, state, started_at, submitted_at, lease_device, max_score_hundredths)
     values ($1, $2, $3, $4, 1, 'submitted', now(), now(), 'd', 1600)`,
    [companyId, attemptId, examId, staffId],
  )
  const answers: Record<keyof typeof slots, Answer | null> = {
    choice: { type: 1, optionId: 'a' },
    essay: text === null ? null : { type: 6, format: 'text', text },
    blanks: { type: 4, texts },
  }
  const keys: (keyof typeof slots)[] = ['choice', 'essay', 'blanks']
  for (const key of keys) {
    const question = questions[key]
    const given = answers[key]
    await world.rows(
      `insert into exam.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type,
         max_score_hundredths, answer, answer_state, rev)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)`,
      [
        companyId,
        attemptId,
        slots[key],
        slots[key] - 1,
        question.id,
        question.versionId,
        question.ruleId,
        question.type,
        scores[key],
        given === null ? null : JSON.stringify(given),
        given === null ? 'not_seen' : 'answered',
      ],
    )
  }
  return attemptId
}
