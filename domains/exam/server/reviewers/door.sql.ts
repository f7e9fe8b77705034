import { type RawBuilder, sql } from 'kysely'

/** An exam of a statement. */
interface ExamOf {
  readonly companyId: RawBuilder<unknown> | string
  readonly examId: RawBuilder<unknown> | string
}

/** Whom an exam has chosen to mark it: a query of their ids. */
export const reviewersOf = ({ companyId, examId }: ExamOf): RawBuilder<unknown> => sql`
  select r.staff_id from exam.reviewer r where r.company_id = ${companyId} and r.exam_id = ${examId}`

/** A condition: this person was chosen to mark the exam. */
export const isReviewer = (exam: ExamOf, staffId: string): RawBuilder<unknown> =>
  sql`exists (${reviewersOf(exam)} and r.staff_id = ${staffId})`
