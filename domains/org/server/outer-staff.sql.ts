import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface KnownPerson {
  readonly id: string
  readonly name: string
  readonly phone: string | null
  readonly emailKey: string | null
  readonly loginKey: string
  readonly isOutside: boolean
  readonly isEnabled: boolean
}

/** Living people who have one of these phones or addresses already, or a phone as their login account. */
export async function selectPeopleLike(
  db: Db,
  companyId: string,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): Promise<KnownPerson[]> {
  const columns = sql`id, name, phone, email_key as "emailKey", login_key as "loginKey", staff_source = 2 as "isOutside", is_enabled as "isEnabled"`
  const living = sql`company_id = ${companyId} and removed_at is null`
  const { rows } = await sql<KnownPerson>`
    select ${columns} from org.staff where ${living} and phone = any (${phones}::text[])
    union
    select ${columns} from org.staff where ${living} and email_key = any (${emails}::text[])
    union
    select ${columns} from org.staff where ${living} and login_key = any (${phones}::text[])`.execute(db)
  return rows
}
