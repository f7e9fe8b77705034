import { type Db, rowsOfPrepared, type Statement } from '@kaopei/server'
import { z } from 'zod'
import type { PingInput } from '../../contract/ping.ts'

const creditRow = z.object({
  outcome: z.enum(['credited', 'repeated', 'notOpened', 'gone', 'notEnrolled', 'licenceOver', 'noSeat']),
  /** Null of everything that was not credited. */
  credited_from: z.array(z.int()).nullable(),
  credited_until: z.array(z.int()).nullable(),
  cut: z.int().nullable(),
  covered: z.int().nullable(),
  percent: z.int().nullable(),
  is_complete: z.boolean().nullable(),
  course_percent: z.int().nullable(),
  learned: z.int().nullable(),
})
export type CreditRow = z.output<typeof creditRow>

interface Learner {
  readonly companyId: string
  readonly staffId: string
  readonly now: Date
}

const creditStatement: Statement = {
  name: 'course_credit_ping',
  text: 'select * from course.credit_ping($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
}

/** Credits a report durably; see the function for every outcome. */
export async function creditPing(db: Db, { companyId, staffId, now }: Learner, report: PingInput): Promise<CreditRow> {
  const { course, task, session, seq, pages, rate, visible, position, late } = report
  // What runs backwards is nothing; a second that was begun counts.
  const ranges = report.ranges.filter(([from, until]) => from < until)
  const [row] = await rowsOfPrepared(db, creditRow, creditStatement, [
    ...[companyId, staffId, course, task, session, seq, now],
    ...[ranges.map(([from]) => Math.floor(from)), ranges.map(([, until]) => Math.ceil(until))],
    ...[pages.map(([page]) => page), pages.map(([, seconds]) => seconds)],
    ...[rate, visible, position, late?.spanMs ?? null],
  ])
  if (!row) throw new Error('course.credit_ping answers one row')
  return row
}
