import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { enrolmentState } from '../../contract/codes.ts'

const learnedRow = z.object({
  courseId: id,
  taskId: id,
  targetId: id,
  staffId: id,
  rule: z.unknown(),
  lastKind: z.string().nullable(),
  lastScoreHundredths: z.int().nullable(),
  wasPassed: z.boolean().nullable(),
})
export type LinkedTaskRow = z.output<typeof learnedRow>

/**
 * Tasks of published courses that lead to these exams, practices or questionnaires, for the people who learn them, with what is known of them. Whoever was taken
 * out comes back to where they were: what counted already goes on being followed.
 */
export function selectLinkedTasks(
  db: Db,
  kind: 'exam' | 'practice' | 'questionnaire',
  whose: readonly { readonly ownerId: string; readonly staffId: string }[],
): Promise<LinkedTaskRow[]> {
  return rowsOf(db, learnedRow)`
    select c.id as "courseId", t.id as "taskId", t.target_id as "targetId", e.staff_id as "staffId", t.rule, last.kind as "lastKind",
      last.score_hundredths as "lastScoreHundredths", last.is_passed as "wasPassed"
    from unnest(${whose.map(({ ownerId }) => ownerId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) as w (target_id, staff_id)
    join course.task t on t.company_id = ${db.companyId} and t.kind = ${kind} and t.target_id = w.target_id
    join course.course c
      on c.company_id = t.company_id and c.published_id = t.version_id and c.removed_at is null
    join course.enrolment e
      on e.company_id = c.company_id and e.course_id = c.id and e.staff_id = w.staff_id
    left join lateral (
      select v.kind, v.score_hundredths, v.is_passed
      from course.task_event v
      where v.company_id = e.company_id
        and v.course_id = e.course_id
        and v.staff_id = e.staff_id
        and v.task_id = t.id
        and v.kind in ('done', 'undone', 'reset')
      order by v.at desc, v.id desc
      limit 1
    ) last on true
    where e.state = ${lit(enrolmentState.learns)} or last.kind in ('done', 'undone')
    order by c.id, e.staff_id, t.id`
}
