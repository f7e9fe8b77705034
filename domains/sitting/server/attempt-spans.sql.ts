import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { pausesAsJson } from './watching/pauses.sql.ts'

const spansRow = z.object({
  attemptId: id,
  submittedAt: z.date().nullable(),
  /** Milliseconds; without an end it goes on. */
  pauses: z.array(z.object({ from: z.number(), until: z.number().nullable() })),
})
export type AttemptSpans = z.output<typeof spansRow>

/** When attempts ended and when their clocks stood still, for rooms that hold something against their time. */
export async function attemptSpans(db: Db, attemptIds: readonly string[]): Promise<AttemptSpans[]> {
  if (attemptIds.length === 0) return []
  return rowsOf(db, spansRow)`
    select a.id as "attemptId", a.submitted_at as "submittedAt", (
      select ${pausesAsJson}
      from sitting.attempt_pause p
      where p.company_id = a.company_id and p.attempt_id = a.id
    ) as pauses
    from sitting.attempt a
    where a.company_id = ${db.companyId} and a.id = any(${attemptIds}::uuid[])`
}
