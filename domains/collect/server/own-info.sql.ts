import { id } from '@kaopei/contract'
import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const ownPersonRow = z.object({
  id,
  name: z.string(),
  staffSource: z.int(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gender: z.int().nullable(),
})
export type OwnPerson = z.output<typeof ownPersonRow>

/** The signed-in person, unless they were removed. */
export async function findOwnPerson(db: Db, staffId: string): Promise<OwnPerson | undefined> {
  return findOne(db, ownPersonRow)`
    select s.id, s.name, s.staff_source as "staffSource", s.phone, s.email, s.gender
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null`
}
