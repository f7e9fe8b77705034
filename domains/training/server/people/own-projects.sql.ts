import { type Db, idsOf } from '@kaopei/server'

/** Of these projects those that this person is in. */
export function projectsOf(db: Db, staffId: string, projectIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select e.project_id as id from training.enrolment e
    where e.company_id = ${db.companyId} and e.staff_id = ${staffId} and e.project_id = any(${[...projectIds]}::uuid[])`
}
