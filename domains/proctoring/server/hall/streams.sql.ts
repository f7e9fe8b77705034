import { id } from '@kaopei/contract'
import { captureKind } from '@kaopei/exam/contract/capture-consent'
import { isCaptureAgreed } from '@kaopei/exam/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { pieceKind, source } from '../../contract/capture.ts'
import type { Wanted } from '../pieces/wanted.ts'

const streamRow = z.object({
  attemptId: id,
  startedAt: z.date(),
  source: source.schema,
  kind: pieceKind,
  everySeconds: z.int(),
  lastAt: z.date().nullable(),
})

export interface Recorded {
  readonly examId: string
  /** By the exam: of an attempt whose client has never asked what to record. */
  readonly wanted: readonly Wanted[]
  readonly attempts: readonly { readonly attemptId: string; readonly staffId: string; readonly startedAt: Date | null }[]
}

/** What a stream needs consent for, as `agreed.ts` has it. */
const kindOf = sql`case
  when s.source = ${lit(source.screen)} then ${lit(captureKind.screen)}
  when s.source = ${lit(source.second)} then ${lit(captureKind.second)}
  when s.kind = 'picture' then ${lit(captureKind.photo)}
  else ${lit(captureKind.camera)}
end`

/** Of each stream that is wanted and agreed to, up to when its newest piece reaches. */
export function selectStreams(db: Db, { examId, wanted, attempts }: Recorded): Promise<z.output<typeof streamRow>[]> {
  return rowsOf(db, streamRow)`
    select a."attemptId", coalesce(w.started_at, a."startedAt") as "startedAt", s.source, s.kind, s."everySeconds", p.until_at as "lastAt"
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a ("attemptId" uuid, "staffId" uuid, "startedAt" timestamptz)
    left join proctoring.watch w on w.company_id = ${db.companyId} and w.attempt_id = a."attemptId"
    cross join lateral jsonb_to_recordset(coalesce(w.streams, ${JSON.stringify(wanted)}::jsonb))
      as s (source integer, kind text, "everySeconds" integer)
    left join lateral (
      select t.until_at
      from proctoring.piece t
      where t.company_id = w.company_id
        and t.attempt_id = w.attempt_id
        and t.started_at = w.started_at
        and t.source = s.source
        and t.kind = s.kind
      order by t.number desc
      limit 1
    ) p on true
    where a."startedAt" is not null
      and ${isCaptureAgreed(db, { examId: sql`${examId}::uuid`, staffId: sql`a."staffId"`, kind: kindOf })}
    order by a."attemptId", s.source, s.kind`
}
