import { id } from '@kaopei/contract'
import { type Db, findOne, hasRows, lit, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { gender, staffSource } from '../contract/person-codes.ts'

const staffCardRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  gender: gender.schema.nullable(),
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  post: z.string().nullable(),
  entryDate: z.string().nullable(),
  staffSource: staffSource.schema,
  phone: z.string().nullable(),
  email: z.string().nullable(),
  lastLoginAt: z.date().nullable(),
  mustChangePassword: z.boolean(),
  passwordStrength: z.int(),
})
export type StaffCard = z.output<typeof staffCardRow>

export async function selectStaffCard(db: Db, accountId: string): Promise<StaffCard> {
  return oneOf(db, staffCardRow)`
    select a.id, coalesce(s.name, a.login_account) as name, a.login_account as "loginAccount", s.job_number as "jobNumber", s.gender,
      s.department_id as "departmentId", d.name as "departmentName", p.name as post, s.entry_date as "entryDate",
      coalesce(s.staff_source, ${lit(staffSource.employee)}) as "staffSource", s.phone, s.email, a.last_login_at as "lastLoginAt",
      a.must_change_password as "mustChangePassword", a.password_strength as "passwordStrength"
    from identity.account a
    left join org.person s on s.company_id = a.company_id and s.id = a.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.post_name p on p.company_id = s.company_id and p.id = s.post_id
    where a.company_id = ${db.companyId}
      and a.id = ${accountId}`
}

const contactsRow = z.object({ phone: z.string().nullable(), email: z.string().nullable() })
export type Contacts = z.output<typeof contactsRow>

export async function findContacts(db: Db, accountId: string): Promise<Contacts> {
  const row = await findOne(db, contactsRow)`
    select phone, email from org.person where company_id = ${db.companyId} and id = ${accountId} and removed_at is null`
  return row ?? { phone: null, email: null }
}

/** Has somebody else of the company this phone or e-mail address? */
export async function isContactTaken(db: Db, accountId: string, address: string): Promise<boolean> {
  return hasRows(db)`
    select from org.person
    where company_id = ${db.companyId}
      and id <> ${accountId}
      and removed_at is null
      and (phone = ${address} or lower(email) = lower(${address}))
    limit 1`
}

/** Contact data is written by its own room's functions (org.set_phone, org.set_email). */
export async function setPhone(db: Db, accountId: string, phone: string | null): Promise<void> {
  await sql`select org.set_phone(${db.companyId}, ${accountId}, ${phone})`.execute(db)
}

export async function setEmail(db: Db, accountId: string, email: string | null): Promise<void> {
  await sql`select org.set_email(${db.companyId}, ${accountId}, ${email})`.execute(db)
}
