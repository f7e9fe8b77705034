import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const contactRow = z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })

/** Where a candidate is written to. */
export function findContact(db: Db, staffId: string): Promise<z.output<typeof contactRow> | undefined> {
  return findOne(db, contactRow)`
    select name, nullif(email, '') as email, nullif(phone, '') as phone
    from org.person
    where company_id = ${db.companyId}
      and id = ${staffId}`
}
