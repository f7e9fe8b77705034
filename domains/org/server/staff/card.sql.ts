import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

/** What other rooms show of a person. Phone and e-mail are whole: `shownContacts` masks them for people. */
const staffCardRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  departmentId: id.nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isRemoved: z.boolean(),
})
export type StaffCard = z.output<typeof staffCardRow>

/** These people, removed ones too; ids of nobody in the company are left out. */
export async function staffByIds(db: Db, ids: readonly string[]): Promise<StaffCard[]> {
  return rowsOf(db, staffCardRow)`
    select s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", s.department_id as "departmentId",
      d.name as department, s.phone, s.email, s.removed_at is not null as "isRemoved"
    from org.staff s
    left join org.department d on d.company_id = s.company_id and d.id = s.department_id
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])`
}
