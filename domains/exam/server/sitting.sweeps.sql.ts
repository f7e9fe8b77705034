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
    from exam.overdue_attempts(${now}, ${most})`.execute(db)
  return rows
}

/** Attempts of every company that were closed before `closedBefore` and still have no scores. */
export async function findUnscored(db: Db, closedBefore: Date, most: number): Promise<FoundAttempt[]> {
  const { rows } = await sql<FoundAttempt>`
    select company_id as "companyId", id
    from exam.unscored_attempts(${closedBefore}, ${most})`.execute(db)
  return rows
}
