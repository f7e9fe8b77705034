import { id } from '@kaopei/contract'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface TraceFilter {
  readonly courseId: string
  readonly staffId: string
  readonly taskId: string | null
}

const traceRow = z.object({
  at: z.date(),
  taskId: id,
  /** `ping`, `sum` of old ones, or the kind of an event. */
  kind: z.string(),
  /** Reports that it stands for. */
  count: z.int(),
  from: z.array(z.int()),
  until: z.array(z.int()),
  pages: z.array(z.int()),
  learned: z.int(),
  cut: z.int(),
  isLate: z.boolean(),
  source: z.string().nullable(),
  /** Why somebody settled it. */
  reason: z.string().nullable(),
  scoreHundredths: z.int().nullable(),
})
export type TraceRow = z.output<typeof traceRow>

function both(db: Db, { courseId, staffId, taskId }: TraceFilter) {
  const ofTask = taskId === null ? sql`true` : sql`x.task_id = ${taskId}`
  return sql`
    select x.at, x.task_id, 'ping' as kind, x.credited, x.page_seconds, x.new_seconds + x.repeated_seconds as learned, x.cut_seconds as cut,
      x.is_late, null::text as source, null::text as reason, null::integer as score_hundredths, x.session_id as id, x.seq, 1 as count
    from course.ping x
    where x.company_id = ${db.companyId} and x.course_id = ${courseId} and x.staff_id = ${staffId} and ${ofTask}
    union all
    select x.last_at, x.task_id, 'sum', x.credited, '{}', x.new_seconds + x.repeated_seconds, 0, false, null, null, null, x.task_id, 0, x.ping_count
    from course.ping_sum x
    where x.company_id = ${db.companyId} and x.course_id = ${courseId} and x.staff_id = ${staffId} and ${ofTask}
    union all
    select x.at, x.task_id, x.kind, '{}', '{}', 0, 0, false, x.cause ->> 'source', x.cause ->> 'reason',
      x.score_hundredths, x.id, 0, 0
    from course.task_event x
    where x.company_id = ${db.companyId} and x.course_id = ${courseId} and x.staff_id = ${staffId} and ${ofTask}`
}

/** Reports and events behind a percent, newest first. */
export function selectTrace(db: Db, filter: TraceFilter, { offset, limit }: { offset: number; limit: number }) {
  return rowsOf(db, traceRow)`
    select b.at, b.task_id as "taskId", b.kind, b.count,
      array(select lower(r) from unnest(b.credited) r order by r) as from,
      array(select upper(r) from unnest(b.credited) r order by r) as until,
      b.page_seconds as pages, b.learned, b.cut, b.is_late as "isLate", b.source, b.reason, b.score_hundredths as "scoreHundredths"
    from (${both(db, filter)}) b
    order by b.at desc, b.id desc, b.seq desc
    offset ${offset}
    limit ${limit}`
}

export const countTrace = (db: Db, filter: TraceFilter): Promise<number> =>
  countOf(db)`select count(*)::integer from (${both(db, filter)}) b`
