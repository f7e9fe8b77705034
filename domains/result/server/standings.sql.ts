/** How far people are in exams that rooms above have made, and what came of them: for those rooms, which answer for who sees it. */
import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const standingRow = z.object({
  ownerId: id,
  staffId: id,
  attemptId: id,
  state: z.string(),
  scoreHundredths: z.int().nullable(),
  maxScoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  submittedAt: z.date().nullable(),
  publishedAt: z.date().nullable(),
})
export type Standing = z.output<typeof standingRow>

/** Of each person in each exam the attempt that counts: the best one that is out, otherwise the latest that stands, a voided one only where there is no other. */
export function standingsOf(
  db: Db,
  { ownerIds, staffIds }: { ownerIds: readonly string[]; staffIds: readonly string[] },
): Promise<Standing[]> {
  return rowsOf(db, standingRow)`
    select distinct on (a.owner_id, a.staff_id) a.owner_id as "ownerId", a.staff_id as "staffId", a.id as "attemptId", a.state,
      a.score_hundredths as "scoreHundredths", a.max_score_hundredths as "maxScoreHundredths", a.is_passed as "isPassed",
      a.submitted_at as "submittedAt", a.published_at as "publishedAt"
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_id = any (${ownerIds}::uuid[]) and a.staff_id = any (${staffIds}::uuid[])
    order by a.owner_id, a.staff_id, (a.state = 'published') desc, (a.state = 'voided'),
      case when a.state = 'published' then a.score_hundredths end desc nulls last, a.number desc`
}

const figuresRow = z.object({ n: z.int(), meanShare: z.number().nullable() })

/** Over the people whose result of this exam is out, each with their best: how many, and the mean of score by total. */
export async function figuresOf(db: Db, ownerId: string): Promise<z.output<typeof figuresRow>> {
  const found = await findOne(db, figuresRow)`
    select count(*)::int as n, avg(b.share)::float8 as "meanShare"
    from (
      select max(a.score_hundredths::float8 / nullif(a.max_score_hundredths, 0)) as share
      from sitting.standing a
      where a.company_id = ${db.companyId} and a.owner_id = ${ownerId} and a.state = 'published' and a.score_hundredths is not null
      group by a.staff_id
    ) b`
  return found ?? { n: 0, meanShare: null }
}
