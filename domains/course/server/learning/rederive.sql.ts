import { id } from '@kaopei/contract'
import { changesOf, type Db, idsOf } from '@kaopei/server'
import { z } from 'zod'

export const learnerPlace = z.object({ courseId: id, after: id.nullable() })

/** People who have begun, in the order of their ids. */
export function selectBegun(db: Db, courseId: string, after: string | null, most: number): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id
    from course.enrolment e
    where e.company_id = ${db.companyId}
      and e.course_id = ${courseId}
      and (e.begun_at is not null or e.completed_at is not null or e.percent > 0)
      and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${most}`
}

export interface Untouched {
  readonly versionId: string
  readonly taskCount: number
  readonly counting: number
  readonly wholeWeight: number
}

/** Whoever has not begun stands as everybody does at the beginning: one statement for all of them. */
export function updateUntouched(
  db: Db,
  courseId: string,
  { versionId, taskCount, counting, wholeWeight }: Untouched,
): Promise<number> {
  return changesOf(db)`
    update course.enrolment e
    set task_states = array_fill(0::smallint, array[${taskCount}::integer]), states_of = ${versionId}, counting = ${counting},
      whole_weight = ${wholeWeight}, done_weight = 0
    where e.company_id = ${db.companyId}
      and e.course_id = ${courseId}
      and e.begun_at is null
      and e.completed_at is null
      and e.percent = 0
      and e.states_of is distinct from ${versionId}`
}
