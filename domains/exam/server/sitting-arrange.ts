/** Exams to sit, for tests and benchmarks: a company with one published exam, its questions and its candidates, straight as rows. */
import { randomUUID } from 'node:crypto'
import type { TestActor, World } from '@kaopei/server/testing'
import type { Sheet } from '@kaopei/sitting/contract/shapes'
import { arrangePaper, arrangePeople, browserA, type PaperWish } from '@kaopei/sitting/testing'
import { entry } from '../contract/entry.ts'
import { defaultExamSettings, type ExamSettings } from '../contract/exam-settings.ts'

export interface ExamWish extends PaperWish {
  readonly candidates?: number
  readonly openAt?: Date | null
  readonly closeAt?: Date | null
  readonly limitMinutes?: number | null
  readonly passScore?: number
  readonly status?: number
  readonly settings?: Partial<ExamSettings>
}

export interface ArrangedExam {
  readonly companyId: string
  readonly examId: string
  readonly candidates: readonly TestActor[]
}

export async function arrangeExam(world: World, wish: ExamWish = {}): Promise<ArrangedExam> {
  const companyId = await world.company()
  const examId = randomUUID()
  const now = world.now()
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const { passScore = 3000, limitMinutes = 60, status = 1 } = wish
  const openAt = wish.openAt === undefined ? minutes(-10) : wish.openAt
  const closeAt = wish.closeAt === undefined ? minutes(180) : wish.closeAt
  const settings = { ...defaultExamSettings, ...wish.settings }
  // Its paper has the exam's id.
  const sum = await arrangePaper(world, { ...wish, companyId, paperId: examId })
  await world.rows(
    `insert into exam.exam (company_id, id, paper_id, name, information, admission_start_at, admission_end_at, duration_minutes,
       sum_score_hundredths, pass_score_hundredths, status, settings, published_at)
     values ($1, $2, $2, '安全生产考试', '<p>请认真作答</p>', $3, $4, $5, $6, $7, $8, $9, $10)`,
    [companyId, examId, openAt, closeAt, limitMinutes, sum, passScore, status, settings, now],
  )
  const candidates = await arrangeCandidates(world, companyId, examId, wish.candidates ?? 1)
  return { companyId, examId, candidates }
}

/** People of the company who may sit the exam, signed in. */
export async function arrangeCandidates(world: World, companyId: string, examId: string, count: number): Promise<TestActor[]> {
  const people = await arrangePeople(world, companyId, count)
  await world.rows('insert into exam.candidate (company_id, exam_id, staff_id) select $1, $2, unnest($3::uuid[])', [
    companyId,
    examId,
    people.map(({ staffId }) => staffId),
  ])
  return people
}

/** Reads and confirms the notice, agrees to what is recorded, then starts. */
export async function startExam(world: World, actor: TestActor, examId: string, device = browserA): Promise<Sheet> {
  const { hash, consents } = await world.as(actor).get(entry.notice, { examId })
  const agreed = consents.map(({ kind }) => ({ kind, isAgreed: true }))
  await world.as(actor).get(entry.confirmNotice, { examId, hash, consents: agreed })
  return await world.as(actor).get(entry.start, { examId, device })
}
