import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const foundAttemptRow = z.object({ companyId: id, id })
export type FoundAttempt = z.output<typeof foundAttemptRow>

/** Attempts of every company whose time and grace are over. */
export async function findOverdue(db: Db, now: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.overdue_attempts(${now}, ${most})`
}

/** Attempts of every company that are still open though their window was left too often before that time. */
export async function findOverLimit(db: Db, overBefore: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.over_limit_attempts(${overBefore}, ${most})`
}

/** Attempts of every company that are closed and have no scores yet, of each the oldest first. */
export async function findUnscored(db: Db, most: number, mostOfCompany: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundAttemptRow)`
    select company_id as "companyId", id
    from sitting.unscored_attempts(${most}, ${mostOfCompany})`
}
