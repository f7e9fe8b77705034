import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'

const pieceRow = z.object({
  attemptId: id,
  id,
  source: source.schema,
  kind: z.string(),
  number: z.int(),
  from: z.date(),
  until: z.date(),
  isStill: z.boolean(),
  isDoubtful: z.boolean(),
  isLate: z.boolean(),
  sha256: z.string(),
  sizeBytes: z.int(),
  contentType: z.string(),
  at: z.date(),
})
export type PieceFacts = z.output<typeof pieceRow>

export function pieceFacts(db: Db, attemptIds: readonly string[]): Promise<PieceFacts[]> {
  return rowsOf(db, pieceRow)`
    select p.attempt_id as "attemptId", p.id, p.source, p.kind, p.number, p.from_at as "from", p.until_at as "until", p.is_still as "isStill",
      p.is_doubtful as "isDoubtful", p.is_late as "isLate", p.sha256, p.size_bytes as "sizeBytes", p.content_type as "contentType",
      p.arrived_at as at
    from proctoring.watch w
    join proctoring.piece p on p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at
    where w.company_id = ${db.companyId}
      and w.attempt_id = any(${attemptIds}::uuid[])`
}
