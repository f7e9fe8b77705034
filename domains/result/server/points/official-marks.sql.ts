/** What official results earned, question by question: for rooms above that add them up by what the questions are about. */
import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/**
 * `attempt_id`, `staff_id`, `owner_id`, `title`, `at`, `question_id`, `score` and `max` (hundredths) of those of these attempts of exams whose result is out.
 * A question that somebody never saw earned nothing.
 */
export function officialMarks(db: Db, attemptIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select a.id as attempt_id, a.staff_id, a.owner_id, a.title, coalesce(a.submitted_at, a.published_at, a.updated_at) as at,
      i.question_id, coalesce(i.score_hundredths, 0) as score, i.max_score_hundredths as max
    from sitting.standing a
    join sitting.response i on i.company_id = a.company_id and i.attempt_id = a.id
    where a.company_id = ${db.companyId} and a.id = any(${attemptIds}::uuid[]) and a.owner_kind = 'exam' and a.state = 'published'`
}

const attemptRow = z.object({ id, staffId: id })

/** Attempts of exams whose result is out, in the order of their ids. */
export function officialAttempts(
  db: Db,
  { after, since, most }: { readonly after: string | null; readonly since: Date; readonly most: number },
) {
  return rowsOf(db, attemptRow)`
    select a.id, a.staff_id as "staffId"
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_kind = 'exam' and a.state = 'published' and a.started_at >= ${since}
      and ${after === null ? sql`true` : sql`a.id > ${after}`}
    order by a.id
    limit ${most}`
}
