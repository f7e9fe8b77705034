import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What other rooms show of a person. Phone and e-mail are whole: `shownContacts` masks them for people. */
export interface StaffCard {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly jobNumber: string | null
  readonly departmentId: string | null
  readonly department: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly isRemoved: boolean
}

/** These people, removed ones too; ids of nobody in the company are left out. */
export async function staffByIds(db: Db, ids: readonly string[]): Promise<StaffCard[]> {
  const { rows } = await sql<StaffCard>`
    select s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", s.department_id as "departmentId",
      d.name as department, s.phone, s.email, s.removed_at is not null as "isRemoved"
    from org.staff s
    left join org.department d on d.company_id = s.company_id and d.id = s.department_id
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])`.execute(db)
  return rows
}
