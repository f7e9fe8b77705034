import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface StaffCard {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly jobNumber: string | null
  readonly gender: number | null
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly post: string | null
  readonly entryDate: string | null
  readonly staffSource: number
  readonly phone: string | null
  readonly email: string | null
  readonly lastLoginAt: Date | null
  readonly mustChangePassword: boolean
  readonly passwordStrength: number
}

export async function selectStaffCard(db: Db, accountId: string): Promise<StaffCard> {
  const { rows } = await sql<StaffCard>`
    select a.id, coalesce(s.name, a.login_account) as name, a.login_account as "loginAccount", s.job_number as "jobNumber", s.gender,
      s.department_id as "departmentId", d.name as "departmentName", p.name as post, s.entry_date as "entryDate",
      coalesce(s.staff_source, 1) as "staffSource", s.phone, s.email, a.last_login_at as "lastLoginAt",
      a.must_change_password as "mustChangePassword", a.password_strength as "passwordStrength"
    from identity.account a
    left join org.person s on s.company_id = a.company_id and s.id = a.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.post_name p on p.company_id = s.company_id and p.id = s.post_id
    where a.company_id = ${db.companyId}
      and a.id = ${accountId}`.execute(db)
  if (!rows[0]) throw new Error('the account of a session exists')
  return rows[0]
}

export interface Contacts {
  readonly phone: string | null
  readonly email: string | null
}

export async function findContacts(db: Db, accountId: string): Promise<Contacts> {
  const { rows } = await sql<Contacts>`
    select phone, email from org.person where company_id = ${db.companyId} and id = ${accountId} and removed_at is null`.execute(
    db,
  )
  return rows[0] ?? { phone: null, email: null }
}

/** Has somebody else of the company this phone or e-mail address? */
export async function isContactTaken(db: Db, accountId: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from org.person
    where company_id = ${db.companyId}
      and id <> ${accountId}
      and removed_at is null
      and (phone = ${address} or lower(email) = lower(${address}))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Contact data is written by its own room's functions (org.set_phone, org.set_email). */
export async function setPhone(db: Db, accountId: string, phone: string | null): Promise<void> {
  await sql`select org.set_phone(${db.companyId}, ${accountId}, ${phone})`.execute(db)
}

export async function setEmail(db: Db, accountId: string, email: string | null): Promise<void> {
  await sql`select org.set_email(${db.companyId}, ${accountId}, ${email})`.execute(db)
}
