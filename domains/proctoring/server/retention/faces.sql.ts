import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const faceRow = z.object({ companyId: id, name: z.string(), peopleCount: z.int() })

/** Of every company, for the platform alone. */
export function selectFaces(db: Db): Promise<z.output<typeof faceRow>[]> {
  return rowsOf(db, faceRow)`
    select f.company_id as "companyId", c.name, f.people as "peopleCount"
    from proctoring.filmed_people() f
    join platform.company c on c.id = f.company_id
    order by f.people desc, c.name`
}
