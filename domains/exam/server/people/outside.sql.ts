import { staffSource } from '@kaopei/org/contract/codes'
import { type Db, hasRows, lit } from '@kaopei/server'

/** Whether somebody from outside is on the list, however they came there. */
export async function hasOutside(db: Db, examId: string): Promise<boolean> {
  return hasRows(db)`
    select
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and s.staff_source = ${lit(staffSource.outside)}
    limit 1
  `
}
