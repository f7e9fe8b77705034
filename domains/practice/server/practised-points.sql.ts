import { id } from '@kaopei/contract'
import { pointsOfQuestions } from '@kaopei/question/server'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const practisedRow = z.object({ staffId: id, pointId: id, questionCount: z.int(), at: z.date() })

/** Of those who answered since then: of which of these points they have answered at least so many questions, ever. */
export function practisedPoints(
  db: Db,
  { pointIds, since, fewest }: { readonly pointIds: readonly string[]; readonly since: Date; readonly fewest: number },
) {
  return rowsOf(db, practisedRow)`
    with lately as materialized (
      select distinct m.staff_id from practice.memory m where m.company_id = ${db.companyId} and m.last_at >= ${since}
    )
    select m.staff_id as "staffId", l.point_id as "pointId", count(*)::int as "questionCount", max(m.last_at) as at
    from lately p
    join practice.memory m on m.company_id = ${db.companyId} and m.staff_id = p.staff_id and m.answer_count > 0
    join (${pointsOfQuestions(db)}) l on l.question_id = m.question_id and l.point_id = any(${pointIds}::uuid[])
    group by m.staff_id, l.point_id
    having count(*) >= ${fewest}`
}
