import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface KeptResult {
  readonly score: number | null
  readonly subjectiveScore: number | null
  readonly isPassed: boolean | null
  readonly publishedAt: Date | null
}

/** What the attempt shows for its result until it is taken back. */
export async function selectKeptResult(db: Db, attemptId: string): Promise<KeptResult> {
  return await db
    .selectFrom('sitting.attempt')
    .select(['score_hundredths as score', 'subjective_score_hundredths as subjectiveScore'])
    .select(['is_passed as isPassed', 'published_at as publishedAt'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
}

/** Takes the sums off the attempt. The scores of its items and every evaluation stay. */
export async function clearResult(db: Db, attemptId: string): Promise<void> {
  await sql`
    update sitting.attempt
    set subjective_score_hundredths = null, score_hundredths = null, is_passed = null, marked_at = null, published_at = null
    where company_id = ${db.companyId}
      and id = ${attemptId}
  `.execute(db)
}
