import { type Db, idsOf } from '@kaopei/server'

/** Of these courses those that this person is on. */
export function coursesOf(db: Db, staffId: string, courseIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select e.course_id as id from course.enrolment e
    where e.company_id = ${db.companyId} and e.staff_id = ${staffId} and e.course_id = any(${[...courseIds]}::uuid[])`
}
