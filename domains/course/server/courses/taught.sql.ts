import { id } from '@kaopei/contract'
import type { InstructorUse } from '@kaopei/instructor/server'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const taughtRow = z.object({ instructorId: id, kind: z.string(), id, name: z.string() })

/** Courses in which these instructors are named. */
export function coursesTaughtBy(db: Db, instructorIds: readonly string[]): Promise<InstructorUse[]> {
  return rowsOf(db, taughtRow)`
    select c.teacher_id as "instructorId", '课程' as kind, c.id, c.name
    from course.course c
    where c.company_id = ${db.companyId} and c.teacher_id = any (${instructorIds}::uuid[]) and c.removed_at is null
    order by c.id`
}
