import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { pointsOfQuestions } from '@kaopei/question/server'
import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const pairsRow = z.object({
  /** Null: the questions of all the points together. */
  pointId: id.nullable(),
  isTrained: z.boolean(),
  /** Shares of the scores, 0..1, person by person in the same order. */
  before: z.array(z.number()),
  after: z.array(z.number()),
})
type BeforeAndAfter = z.output<typeof pairsRow>

interface Wish {
  readonly examId: string
  readonly afterExamId: string
  readonly pointIds: readonly string[]
  readonly scope: DataScope
  /** `staff_id` and `is_trained`; whoever is missing counts as untrained. */
  readonly known: RawBuilder<unknown>
  /** `staff_id` of those who belong to neither side. */
  readonly neither: RawBuilder<unknown>
}

/**
 * What people who have an official result of both exams earned by point, before and after, in one statement for all of them. Of each exam the best
 * attempt that has come out and stands; a point counts for whoever both papers asked about it.
 */
export function beforeAndAfter(
  db: Db,
  { examId, afterExamId, pointIds, scope, known, neither }: Wish,
): Promise<BeforeAndAfter[]> {
  const isNarrow = scope.kind !== 'all'
  // Each found once: beside so many attempts the database would look again and again.
  const people = isNarrow ? sql`seen as materialized (${scopedStaff(db, scope)}),` : sql``
  const isSeen = isNarrow ? sql`a.staff_id in (select s.id from seen s)` : sql`true`
  return rowsOf(db, pairsRow)`
    with ${people}
    neither as materialized (${neither}),
    official as materialized (
      select distinct on (a.owner_id, a.staff_id) a.id, a.owner_id, a.staff_id
      from sitting.standing a
      where a.company_id = ${db.companyId} and a.owner_kind = 'exam' and a.owner_id in (${examId}, ${afterExamId})
        and a.state = 'published' and ${isSeen} and a.staff_id not in (select n.staff_id from neither n)
      order by a.owner_id, a.staff_id, a.score_hundredths desc nulls last, a.number desc
    ),
    counted as materialized (
      select o.id, o.staff_id, o.owner_id = ${afterExamId} as is_after
      from (select o.*, count(*) over (partition by o.staff_id) as exams from official o) o
      where o.exams = 2
    ),
    points as materialized (
      select l.question_id, l.point_id from (${pointsOfQuestions(db)}) l where l.point_id = any(${pointIds}::uuid[])
    ),
    marks as materialized (
      select c.staff_id, c.is_after, i.question_id, coalesce(i.score_hundredths, 0) as score, i.max_score_hundredths as max
      from counted c
      join sitting.response i on i.company_id = ${db.companyId} and i.attempt_id = c.id
      where i.question_id in (select p.question_id from points p)
    ),
    sums as (
      select m.staff_id, p.point_id, m.is_after, sum(m.score)::float8 / nullif(sum(m.max), 0) as share
      from marks m
      join points p on p.question_id = m.question_id
      group by m.staff_id, p.point_id, m.is_after
      union all
      select m.staff_id, null, m.is_after, sum(m.score)::float8 / nullif(sum(m.max), 0)
      from marks m
      group by m.staff_id, m.is_after
    ),
    pairs as (
      select s.staff_id, s.point_id, max(s.share) filter (where not s.is_after) as before, max(s.share) filter (where s.is_after) as after
      from sums s
      group by s.staff_id, s.point_id
    )
    select p.point_id as "pointId", coalesce(k.is_trained, false) as "isTrained",
      array_agg(p.before order by p.staff_id) as before, array_agg(p.after order by p.staff_id) as after
    from pairs p
    left join (${known}) k on k.staff_id = p.staff_id
    where p.before is not null and p.after is not null
    group by 1, 2`
}
