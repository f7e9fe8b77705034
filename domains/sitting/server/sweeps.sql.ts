import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface FoundAttempt {
  readonly companyId: string
  readonly id: string
}

/** Attempts of every company whose time and grace are over. */
export async function findOverdue(db: Db, now: Date, most: number): Promise<FoundAttempt[]> {
  const { rows } = await sql<FoundAttempt>`
    select company_id as "companyId", id
    from sitting.overdue_attempts(${now}, ${most})`.execute(db)
  return rows
}

/** Attempts of every company that are still open though their window was left too often before that time. */
export async function findOverLimit(db: Db, overBefore: Date, most: number): Promise<FoundAttempt[]> {
  const { rows } = await sql<FoundAttempt>`
    select company_id as "companyId", id
    from sitting.over_limit_attempts(${overBefore}, ${most})`.execute(db)
  return rows
}

/** Attempts of every company that are closed and have no scores yet, of each the oldest first. */
export async function findUnscored(db: Db, most: number, mostOfCompany: number): Promise<FoundAttempt[]> {
  const { rows } = await sql<FoundAttempt>`
    select company_id as "companyId", id
    from sitting.unscored_attempts(${most}, ${mostOfCompany})`.execute(db)
  return rows
}
