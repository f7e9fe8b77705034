import { randomUUID } from 'node:crypto'
import type { World } from '@kaopei/server/testing'

/** What is not given is made up, or absent. */
export interface PersonRow {
  readonly id?: string
  readonly name?: string
  readonly loginAccount?: string
  readonly phone?: string | null
  readonly email?: string | null
  readonly departmentId?: string | null
  readonly entryDate?: string | null
  readonly staffSource?: 1 | 2
  readonly isEnabled?: boolean
}

/** People of a company as rows, for the tests of other rooms: no account, no checks, no news. Their ids, in the same order. */
export async function arrangePeople(world: World, companyId: string, people: readonly PersonRow[]): Promise<string[]> {
  const rows = people.map((person) => {
    const id = person.id ?? randomUUID()
    return {
      name: '王小明',
      loginAccount: `p${id.replaceAll('-', '').slice(-12)}`,
      staffSource: 1,
      isEnabled: true,
      ...person,
      id,
    }
  })
  await world.rows(
    `insert into org.staff (company_id, id, name, login_account, phone, email, department_id, entry_date, staff_source, is_enabled)
     select $1, p.id, p.name, p."loginAccount", p.phone, p.email, p."departmentId", p."entryDate", p."staffSource", p."isEnabled"
     from json_to_recordset($2) as p (id uuid, name text, "loginAccount" text, phone text, email text, "departmentId" uuid, "entryDate" date,
       "staffSource" smallint, "isEnabled" boolean)`,
    [companyId, JSON.stringify(rows)],
  )
  return rows.map(({ id }) => id)
}

export async function arrangePerson(world: World, companyId: string, person: PersonRow = {}): Promise<string> {
  const [id = ''] = await arrangePeople(world, companyId, [person])
  return id
}
