/**
 * Whose answers somebody meets: a reviewer everybody's, who marks, reopens or releases otherwise those of the people in their data scope. Nobody
 * ever meets their own: whoever marks an exam and sits it leaves that paper to others.
 */
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, hasRows } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

export interface Reach {
  readonly companyId: string
  readonly scope: DataScope
  readonly markerId: string
}

/** Of a person: `a.staff_id`. */
export function isReached(db: Db, { scope, markerId }: Reach, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOther = sql`${staffId} <> ${markerId}`
  return scope.kind === 'all' ? isOther : sql`(${isOther} and ${staffId} in (${scopedStaff(db, scope)}))`
}

/** Of a task `t`. */
export function isTaskReached(db: Db, reach: Reach): RawBuilder<unknown> {
  return sql`exists (
    select from sitting.standing reached
    where reached.company_id = t.company_id and reached.id = t.attempt_id and ${isReached(db, reach, sql`reached.staff_id`)}
  )`
}

export async function reachesAttempt(db: Db, reach: Reach, attemptId: string): Promise<boolean> {
  return hasRows(db)`
    select from sitting.standing a
    where a.company_id = ${reach.companyId} and a.id = ${attemptId} and ${isReached(db, reach, sql`a.staff_id`)}
  `
}

/** Anybody who sits this exam; oneself counts here. */
export async function reachesExam(
  db: Db,
  { companyId, scope }: Pick<Reach, 'companyId' | 'scope'>,
  examId: string,
): Promise<boolean> {
  if (scope.kind === 'all') return true
  return hasRows(db)`
    select from exam.candidate_card c
    where c.company_id = ${companyId} and c.exam_id = ${examId} and c.staff_id in (${scopedStaff(db, scope)})
    limit 1
  `
}
