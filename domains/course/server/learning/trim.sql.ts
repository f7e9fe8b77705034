import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LearnerPlace } from './audit.sql.ts'

const oldRow = z.object({ companyId: id, courseId: id, staffId: id })

/** `db` is in no company. */
export const learnersWithOldPings = (db: Db, before: Date, most: number) =>
  rowsOf(db, oldRow)`
    select o.company_id as "companyId", o.course_id as "courseId", o.staff_id as "staffId"
    from course.learners_with_old_pings(${before}, ${most}) o`

/** Their sum takes their place. */
export async function sumUpPings(db: Db, { courseId, staffId }: LearnerPlace, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from course.ping g
      where g.company_id = ${db.companyId} and g.course_id = ${courseId} and g.staff_id = ${staffId} and g.at < ${before}
      returning g.task_id, g.credited, g.new_seconds, g.repeated_seconds, g.wall_seconds, g.at
    )
    insert into course.ping_sum as s (company_id, staff_id, course_id, task_id, credited, new_seconds, repeated_seconds, wall_seconds, ping_count,
      first_at, last_at)
    select ${db.companyId}, ${staffId}, ${courseId}, g.task_id, range_agg(g.credited), sum(g.new_seconds), sum(g.repeated_seconds),
      sum(g.wall_seconds), count(*), min(g.at), max(g.at)
    from gone g
    group by g.task_id
    on conflict (company_id, staff_id, course_id, task_id) do update
    set credited = s.credited + excluded.credited,
      new_seconds = s.new_seconds + excluded.new_seconds,
      repeated_seconds = s.repeated_seconds + excluded.repeated_seconds,
      wall_seconds = s.wall_seconds + excluded.wall_seconds,
      ping_count = s.ping_count + excluded.ping_count,
      first_at = least(s.first_at, excluded.first_at),
      last_at = greatest(s.last_at, excluded.last_at)`.execute(db)
}
