import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'

/** `db` is in no company. */
export const companiesLearning = (db: Db, since: Date): Promise<string[]> =>
  idsOf(db)`select c.id from course.companies_learning(${since}) as c (id)`

const learnerRow = z.object({ courseId: id, staffId: id })
export type LearnerPlace = z.output<typeof learnerRow>

/** Enrolments that were touched since then, in one order. */
export function selectTouched(db: Db, since: Date, after: LearnerPlace | undefined, most: number): Promise<LearnerPlace[]> {
  return rowsOf(db, learnerRow)`
    select e.course_id as "courseId", e.staff_id as "staffId"
    from course.enrolment e
    where e.company_id = ${db.companyId}
      and e.last_at >= ${since}
      and (
        ${after?.courseId ?? null}::uuid is null
        or (e.course_id, e.staff_id) > (${after?.courseId ?? null}::uuid, ${after?.staffId ?? null}::uuid)
      )
    order by e.course_id, e.staff_id
    limit ${most}`
}

const differenceRow = z.object({ taskId: id.nullable(), what: z.string() })
export type Difference = z.output<typeof differenceRow>

/** What of somebody's seconds is not the sum of their reports. */
export function selectDifferences(db: Db, { courseId, staffId }: LearnerPlace): Promise<Difference[]> {
  return rowsOf(db, differenceRow)`
    with told as (
      select g.task_id, range_agg(g.credited) as credited, sum(g.new_seconds) as new, sum(g.repeated_seconds) as again, sum(g.wall_seconds) as wall
      from (
        select p.task_id, p.credited, p.new_seconds, p.repeated_seconds, p.wall_seconds
        from course.ping p
        where p.company_id = ${db.companyId} and p.course_id = ${courseId} and p.staff_id = ${staffId}
        union all
        select s.task_id, s.credited, s.new_seconds, s.repeated_seconds, s.wall_seconds
        from course.ping_sum s
        where s.company_id = ${db.companyId} and s.course_id = ${courseId} and s.staff_id = ${staffId}
      ) g
      group by g.task_id
    )
    select m.task_id as "taskId", 'seconds of a task' as what
    from course.media_progress m
    left join told t on t.task_id = m.task_id
    where m.company_id = ${db.companyId}
      and m.staff_id = ${staffId}
      and m.course_id = ${courseId}
      and (
        m.watched <> coalesce(t.credited, '{}') * int4multirange(int4range(0, m.length_seconds))
        or m.new_seconds <> coalesce(t.new, 0)
        or m.repeated_seconds <> coalesce(t.again, 0)
        or m.wall_seconds <> coalesce(t.wall, 0)
      )
    union all
    select null, 'seconds of the course'
    from course.enrolment e
    where e.company_id = ${db.companyId}
      and e.course_id = ${courseId}
      and e.staff_id = ${staffId}
      and (
        e.learned_seconds <> (select coalesce(sum(t.new + t.again), 0) from told t)
        or e.wall_seconds <> (select coalesce(sum(t.wall), 0) from told t)
      )
    union all
    select null, 'seconds by day'
    where (select coalesce(sum(t.new + t.again), 0) from told t) <> (
      select coalesce(sum(d.seconds), 0)
      from course.learn_day d
      where d.company_id = ${db.companyId} and d.staff_id = ${staffId} and d.course_id = ${courseId}
    )`
}
