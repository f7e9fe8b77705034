import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface OwnPerson {
  readonly id: string
  readonly name: string
  readonly staffSource: number
  readonly phone: string | null
  readonly email: string | null
  readonly gender: number | null
}

/** The signed-in person, unless they were removed. */
export async function findOwnPerson(db: Db, staffId: string): Promise<OwnPerson | undefined> {
  const { rows } = await sql<OwnPerson>`
    select s.id, s.name, s.staff_source as "staffSource", s.phone, s.email, s.gender
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null`.execute(db)
  return rows[0]
}
