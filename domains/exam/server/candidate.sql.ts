import { scopedStaff } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { StoredTimes } from './rules/override.ts'

export type CandidateFacts = {
  staffId: string
  name: string
  loginAccount: string
  phone: string | null
  email: string | null
  jobNumber: string | null
  department: string | null
  /** What they have instead of the exam's times. */
  own: StoredTimes | null
}

export async function findCandidate(
  db: Db,
  { examId, staffId, scope }: { examId: string; staffId: string; scope: DataScope },
): Promise<CandidateFacts | undefined> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  const { rows } = await sql<CandidateFacts>`
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
  `.execute(db)
  return rows[0]
}
