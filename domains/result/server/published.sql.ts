import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const publishedRow = z.object({
  ownerId: id,
  staffId: id,
  attemptId: id,
  scoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  /** When it was handed in; null: it was not, and counts as it is. */
  submittedAt: z.date().nullable(),
})
export type PublishedResult = z.output<typeof publishedRow>

export interface WhoseResults {
  readonly ownerId: string
  readonly staffId: string
}

/** What has come out of these people's attempts and stands now: nothing of voided ones and of those that were withdrawn. Oldest first. */
export function publishedResults(db: Db, whose: readonly WhoseResults[]): Promise<PublishedResult[]> {
  return rowsOf(db, publishedRow)`
    select a.owner_id as "ownerId", a.staff_id as "staffId", a.id as "attemptId", a.score_hundredths as "scoreHundredths",
      a.is_passed as "isPassed", a.submitted_at as "submittedAt"
    from unnest(${whose.map(({ ownerId }) => ownerId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) as w (owner_id, staff_id)
    join sitting.standing a
      on a.company_id = ${db.companyId} and a.owner_id = w.owner_id and a.staff_id = w.staff_id
    where a.state = 'published'
    order by a.number`
}

/** People with a result that has come out, by their ids: so many after one of them. */
export function peopleWithResults(
  db: Db,
  ownerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  return idsOf(db)`
    select distinct a.staff_id as id from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_id = ${ownerId} and a.state = 'published'
      and (${after}::uuid is null or a.staff_id > ${after}::uuid)
    order by a.staff_id
    limit ${limit}`
}
