import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'

const pieceRow = z.object({
  attemptId: id,
  startedAt: z.date(),
  source: source.schema,
  kind: z.enum(['film', 'thumb']),
  number: z.int(),
  from: z.date(),
  until: z.date(),
  isStill: z.boolean(),
  sha256: z.string(),
  contentType: z.string(),
})
export type LiveRow = z.output<typeof pieceRow>

/** Of each source the newest thumbnail and the newest piece of film, of attempts whose recordings are there. */
export function selectLatest(db: Db, attemptIds: readonly string[]): Promise<LiveRow[]> {
  return rowsOf(db, pieceRow)`
    select w.attempt_id as "attemptId", w.started_at as "startedAt", p.source, p.kind, p.number, p.from_at as "from", p.until_at as until,
      p.is_still as "isStill", p.sha256, p.content_type as "contentType"
    from proctoring.watch w
    cross join (values (1, 'thumb'), (1, 'film'), (2, 'thumb'), (2, 'film'), (3, 'film')) as s (source, kind)
    cross join lateral (
      select t.*
      from proctoring.piece t
      where t.company_id = w.company_id
        and t.attempt_id = w.attempt_id
        and t.started_at = w.started_at
        and t.source = s.source
        and t.kind = s.kind
        and not t.is_still
      order by t.number desc
      limit 1
    ) p
    where w.company_id = ${db.companyId}
      and w.attempt_id = any(${attemptIds}::uuid[])
      and not exists (select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id)
    order by w.attempt_id, p.source`
}

export interface LiveWish {
  readonly attemptId: string
  readonly of: number
  readonly after: number
  /** Where nothing is known yet: what began since. */
  readonly since: Date
}

export function selectLive(db: Db, { attemptId, of, after, since }: LiveWish): Promise<LiveRow[]> {
  return rowsOf(db, pieceRow)`
    select w.attempt_id as "attemptId", w.started_at as "startedAt", p.source, p.kind, p.number, p.from_at as "from", p.until_at as until,
      p.is_still as "isStill", p.sha256, p.content_type as "contentType"
    from proctoring.watch w
    join proctoring.piece p on p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and p.source = ${of}
      and p.kind = 'film'
      and not p.is_doubtful
      and p.number > ${after}
      and p.from_at > ${since}
    order by p.number
    limit 30`
}
