import { type Db, hasRows, lit } from '@kaopei/server'
import { participation } from '../../contract/codes.ts'

/** Somebody who takes part has completed the project. */
export function hasCompleted(db: Db, projectId: string): Promise<boolean> {
  return hasRows(db)`
    select
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${lit(participation.takesPart)} and e.completed_at is not null
    limit 1`
}
