import { id } from '@kaopei/contract'
import { captureKind } from '@kaopei/exam/contract/capture-consent'
import { inReach, isCaptureAgreed, type Reach } from '@kaopei/exam/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
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
  readonly attempts: RawBuilder<unknown>
  /** Only streams of which nothing has come since. */
  readonly quietSince?: Date
}

/** These, whom the caller reaches. */
export const theseAttempts = (
  rows: readonly { readonly attemptId: string; readonly staffId: string; readonly startedAt: Date }[],
): RawBuilder<unknown> => sql`
  select *
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("attemptId" uuid, "staffId" uuid, "startedAt" timestamptz)`

/** Everybody under way whom the caller reaches. */
export const attemptsUnderWay = (db: Db, { examId, scope }: { examId: string; scope: Reach }): RawBuilder<unknown> => sql`
  select t.attempt_id as "attemptId", t.staff_id as "staffId", t.started_at as "startedAt"
  from sitting.attempts_of(${db.companyId}, ${examId}) t
  where t.state in ('in_progress', 'paused', 'submitting')
    and ${inReach(db, scope, { examId: sql`${examId}::uuid`, staffId: sql`t.staff_id` })}`

/** What a stream needs consent for, as `agreed.ts` has it. */
const kindOf = sql`case
  when s.source = ${lit(source.screen)} then ${lit(captureKind.screen)}
  when s.source = ${lit(source.second)} then ${lit(captureKind.second)}
  when s.kind = 'picture' then ${lit(captureKind.photo)}
  else ${lit(captureKind.camera)}
end`

/** Of each stream that is wanted and agreed to, up to when its pieces reach. */
export function selectStreams(db: Db, { examId, wanted, attempts, quietSince }: Recorded): Promise<z.output<typeof streamRow>[]> {
  const agreed = isCaptureAgreed(db, { examId: sql`${examId}::uuid`, staffId: sql`a."staffId"`, kind: kindOf })
  return rowsOf(db, streamRow)`
    select a."attemptId", coalesce(w.started_at, a."startedAt") as "startedAt", s.source, s.kind, s."everySeconds", p."lastAt"
    from (${attempts}) a
    left join proctoring.watch w on w.company_id = ${db.companyId} and w.attempt_id = a."attemptId"
    cross join lateral jsonb_to_recordset(coalesce(w.streams, ${JSON.stringify(wanted)}::jsonb))
      as s (source integer, kind text, "everySeconds" integer)
    cross join lateral (
      select coalesce((w.reached ->> (s.source || s.kind))::timestamptz, (
        select t.until_at
        from proctoring.piece t
        where t.company_id = w.company_id
          and t.attempt_id = w.attempt_id
          and t.started_at = w.started_at
          and t.source = s.source
          and t.kind = s.kind
        order by t.number desc
        limit 1
      )) as "lastAt"
    ) p
    -- Consent is asked of what is left over alone.
    where case
      when coalesce(p."lastAt", w.started_at, a."startedAt") >= ${quietSince ?? null}::timestamptz then false
      else ${agreed}
    end
    order by a."attemptId", s.source, s.kind`
}
