import { id } from '@kaopei/contract'
import { countOf, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../contract/exam-codes.ts'

const closedRow = z.object({
  id,
  name: z.string(),
  paperId: id,
  openAt: z.date().nullable(),
  closeAt: z.date().nullable(),
})
export type ClosedExam = z.output<typeof closedRow>

/** Published, and nobody may write it any more: neither by anybody's own times nor in the grace of the last answers. */
const isClosed = (db: Db, now: Date) => sql`
  e.company_id = ${db.companyId}
    and e.removed_at is null
    and e.status = ${lit(examStatus.published)}
    and e.admission_end_at <= ${now}
    and exam.last_close(e.company_id, e.id)
      + make_interval(secs => coalesce((e.settings ->> 'graceSeconds')::integer, 60)) <= ${now}
    and not exists (
      select from sitting.standing a
      where a.company_id = e.company_id and a.owner_id = e.id and a.state in ('in_progress', 'paused', 'submitting')
    )`

const columns = sql`e.id, e.name, e.paper_id as "paperId", e.admission_start_at as "openAt", e.admission_end_at as "closeAt"`
const named = (name: string | undefined) => (name ? sql`e.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`)

interface ClosedWish {
  readonly name?: string | undefined
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

/** Exams whose questions may be shown to anybody: the newest first. */
export function closedExams(db: Db, { name, now, limit, offset }: ClosedWish): Promise<ClosedExam[]> {
  return rowsOf(db, closedRow)`
    select ${columns}
    from exam.listed e
    where ${isClosed(db, now)} and ${named(name)}
    order by e.id desc
    limit ${limit} offset ${offset}`
}

export function countClosedExams(db: Db, { name, now }: Pick<ClosedWish, 'name' | 'now'>): Promise<number> {
  return countOf(db)`select count(*)::int as count from exam.listed e where ${isClosed(db, now)} and ${named(name)}`
}

/** Those of these exams that are closed, in any order. */
export async function closedAmong(db: Db, ids: readonly string[], now: Date): Promise<ClosedExam[]> {
  if (ids.length === 0) return []
  return rowsOf(db, closedRow)`
    select ${columns} from exam.listed e where e.id = any(${ids}::uuid[]) and ${isClosed(db, now)}`
}
