import { type Db, idsOf } from '@kaopei/server'

/** Of these scales those that this person is measured by in some appointment. */
export function scalesOf(db: Db, staffId: string, scaleIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select distinct a.scale_id as id
    from evaluation.participant p
    join evaluation.appointment a on a.company_id = p.company_id and a.id = p.appointment_id
    where p.company_id = ${db.companyId} and p.staff_id = ${staffId} and a.scale_id = any(${[...scaleIds]}::uuid[])`
}
