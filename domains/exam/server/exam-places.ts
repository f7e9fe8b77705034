import { type RawBuilder, sql } from 'kysely'
import { examStandsIn } from '../contract/exam-codes.ts'

/** Whether `exam.exam e` of the statement around it stands in something of a room above. */
type IsThere = RawBuilder<unknown>

const places = new Map<number, IsThere>()

/** A room above says how to see that an exam stands in one of its courses or projects: the exam picker's source asks it. */
export function examsStandIn(place: 'course' | 'project', isThere: IsThere): void {
  places.set(examStandsIn[place], isThere)
}

/** The condition of one source; an exam that stands nowhere else is 考试. */
export function standsIn(wanted: number): RawBuilder<unknown> {
  if (wanted !== examStandsIn.nothing) return places.get(wanted) ?? sql`false`
  return places.size === 0 ? sql`true` : sql`not (${sql.join([...places.values()], sql` or `)})`
}
