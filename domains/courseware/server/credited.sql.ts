import { id } from '@kaopei/contract'
import type { InstructorUse } from '@kaopei/instructor/server'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const creditedRow = z.object({ instructorId: id, kind: z.string(), id, name: z.string() })

/** Coursewares that name these instructors, each once whatever they did for it. */
export function coursewaresCrediting(db: Db, instructorIds: readonly string[]): Promise<InstructorUse[]> {
  return rowsOf(db, creditedRow)`
    select distinct k.instructor_id as "instructorId", '课件' as kind, c.id, c.title as name
    from courseware.credit k
    join courseware.courseware c on c.company_id = k.company_id and c.id = k.courseware_id and c.removed_at is null
    where k.company_id = ${db.companyId} and k.instructor_id = any (${instructorIds}::uuid[])
    order by c.id`
}
