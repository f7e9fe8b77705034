import { id } from '@kaopei/contract'
import { audiencesIn } from '@kaopei/learning/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseStatus } from '../../contract/codes.ts'

export const courseAudiences = audiencesIn({ audience: 'course.audience', mark: 'course.audience_mark', owner: 'course_id' })

/** Something changed about people: every course that follows somebody is looked at again. */
export async function markFollowing(db: Db): Promise<void> {
  await sql`
    insert into course.audience_mark (company_id, course_id)
    select distinct a.company_id, a.course_id
    from course.audience a
    join course.course c on c.company_id = a.company_id and c.id = a.course_id and c.removed_at is null and c.status = ${lit(courseStatus.shelved)}
    where a.company_id = ${db.companyId} and a.mode = ${lit(attachMode.live)}`.execute(db)
}

const markedRow = z.object({ companyId: id, ownerId: id })

/** Of every company. */
export function findMarkedCourses(db: Db, most: number): Promise<z.input<typeof markedRow>[]> {
  return rowsOf(db, markedRow)`
    select company_id as "companyId", course_id as "ownerId" from course.marked_courses(${most})`
}
