import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const ownJobRow = z.object({
  state: z.int(),
  doneCount: z.int(),
  totalCount: z.int().nullable(),
  message: z.string(),
  result: z.unknown(),
})
export type OwnJob = z.output<typeof ownJobRow>

/** How far a job of this kind is that this person asked for; another's is not found. */
export async function findOwnJob(
  db: Db,
  { jobId, requestedBy, kind }: { jobId: string; requestedBy: string; kind: string },
): Promise<OwnJob | undefined> {
  return findOne(db, ownJobRow)`
    select j.state, j.done_count as "doneCount", j.total_count as "totalCount", j.message, j.result
    from jobs.background_job j
    where j.company_id = ${db.companyId} and j.id = ${jobId} and j.requested_by = ${requestedBy} and j.kind = ${kind}`
}
