import { id } from '@kaopei/contract'
import { type Db, hasRows, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { wholeRuns } from '../whole-runs.ts'

const standingRow = z.object({
  practiceId: id,
  staffId: id,
  /** Of the best round through the practice's questions: so much is answered. */
  answeredPercent: z.int(),
  /** Of the best round that is wholly answered: so much of what somebody else scores was right; null: none, or nothing of the kind in it. */
  accuracyPercent: z.int().nullable(),
  reachedAt: z.date(),
})
export type PracticeStanding = z.output<typeof standingRow>

/** How these people stand in these practices; whoever has not begun is missing. */
export async function practiceStandingOf(
  db: Db,
  practiceIds: readonly string[],
  staffIds: readonly string[],
): Promise<PracticeStanding[]> {
  if (practiceIds.length === 0 || staffIds.length === 0) return []
  return rowsOf(db, standingRow)`
    select r.practice_id as "practiceId", r.staff_id as "staffId",
      max(floor(100.0 * (r.answered_count + r.passed_count) / r.item_count))::int as "answeredPercent",
      max(round(100.0 * r.right_count / r.scored_count)) filter (
        where r.finished_at is not null and r.answered_count + r.passed_count >= r.item_count and r.scored_count > 0
      )::int as "accuracyPercent",
      max(r.last_at) as "reachedAt"
    from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = any(${practiceIds}::uuid[]) and r.staff_id = any(${staffIds}::uuid[])
      and r.mode in ${wholeRuns} and r.answered_count > 0
    group by r.practice_id, r.staff_id`
}

/** A room above wants to be told of it. */
export function isFollowed(db: Db, practiceId: string): Promise<boolean> {
  return hasRows(db)`
    select from practice.practice p where p.company_id = ${db.companyId} and p.id = ${practiceId} and p.is_followed`
}
