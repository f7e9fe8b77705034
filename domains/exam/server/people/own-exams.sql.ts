import { type Db, idsOf } from '@kaopei/server'

/** Of these exams those that this person is a candidate of. */
export function examsOf(db: Db, staffId: string, examIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select c.exam_id as id from exam.candidate c
    where c.company_id = ${db.companyId} and c.staff_id = ${staffId} and c.exam_id = any(${[...examIds]}::uuid[])`
}
