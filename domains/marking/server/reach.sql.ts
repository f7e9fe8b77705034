/** Whose answers somebody meets who marks, reopens or releases without being a reviewer of the exam: those of the people in their data scope. */
import { scopedStaff } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

export interface Reach {
  readonly companyId: string
  readonly scope: DataScope
}

/** Of a person: `a.staff_id`. */
export function isReached(db: Db, { companyId, scope }: Reach, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return scope.kind === 'all' ? sql`true` : sql`${staffId} in (${scopedStaff(db, companyId, scope)})`
}

/** Of a task `t`. */
export function isTaskReached(db: Db, reach: Reach): RawBuilder<unknown> {
  if (reach.scope.kind === 'all') return sql`true`
  return sql`exists (
    select from exam.attempt reached
    where reached.company_id = t.company_id and reached.id = t.attempt_id and ${isReached(db, reach, sql`reached.staff_id`)}
  )`
}

export async function reachesAttempt(db: Db, reach: Reach, attemptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exam.attempt a
    where a.company_id = ${reach.companyId} and a.id = ${attemptId} and ${isReached(db, reach, sql`a.staff_id`)}
  `.execute(db)
  return rows.length > 0
}

/** Anybody who sits this exam. */
export async function reachesExam(db: Db, reach: Reach, examId: string): Promise<boolean> {
  if (reach.scope.kind === 'all') return true
  const { rows } = await sql`
    select from exam.candidate c
    where c.company_id = ${reach.companyId} and c.exam_id = ${examId} and ${isReached(db, reach, sql`c.staff_id`)}
    limit 1
  `.execute(db)
  return rows.length > 0
}
