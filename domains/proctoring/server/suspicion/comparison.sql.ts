import { type Db, hasRows } from '@kaopei/server'

/** The newest comparison of its exam names this attempt. */
export function isSuspected(db: Db, attemptId: string): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.likeness
    where company_id = ${db.companyId}
      and ${attemptId} in (one_id, other_id)
    union all
    select from proctoring.session_sign
    where company_id = ${db.companyId}
      and ${attemptId} = any(attempt_ids)
    limit 1`
}
