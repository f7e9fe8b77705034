import { id } from '@kaopei/contract'
import { type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { inReach, type Reach } from '../rooms/reach.ts'
import { storedTimesShape } from '../rules/override.ts'

const candidateFactsRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  /** What they have instead of the exam's times. */
  own: storedTimesShape.nullable(),
})
export type CandidateFacts = z.output<typeof candidateFactsRow>

export async function findCandidate(
  db: Db,
  { examId, staffId, scope }: { examId: string; staffId: string; scope: Reach },
): Promise<CandidateFacts | undefined> {
  const inScope = inReach(db, scope, { examId: sql`c.exam_id`, staffId: sql`c.staff_id` })
  return findOne(db, candidateFactsRow)`
    select c.staff_id as "staffId",
      s.name,
      s.login_account as "loginAccount",
      s.phone,
      s.email,
      s.job_number as "jobNumber",
      d.name as department,
      own.stored as own
    from exam.candidate c
    left join exam.own_times(${db.companyId}, ${examId}) own on own.staff_id = c.staff_id
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = c.company_id and d.id = coalesce(c.department_id, s.department_id)
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = ${staffId} and ${inScope}
  `
}
