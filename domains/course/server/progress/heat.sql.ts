/** What people saw of a courseware, counted by second or page and summed up in buckets. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState } from '../../contract/codes.ts'
import { heatBucket, mostBuckets } from '../../contract/heat.ts'
import { isStillThere } from '../people/removed.sql.ts'

interface Which {
  readonly courseId: string
  readonly taskId: string
  readonly scope: DataScope
}

/** `m`: of whoever learns the course and has seen something. */
const seenBy = (db: Db, { courseId, taskId, scope }: Which) => sql`
      from course.media_progress m
      join course.enrolment e on e.company_id = m.company_id and e.course_id = m.course_id and e.staff_id = m.staff_id and e.state = ${lit(enrolmentState.learns)} and ${isStillThere('e')}
      where m.company_id = ${db.companyId} and m.course_id = ${courseId} and m.task_id = ${taskId}
        and (m.watched <> '{}' or m.page_seconds <> '{}')
        and ${scope.kind === 'all' ? sql`true` : sql`m.staff_id in (${scopedStaff(db, scope)})`}`

const versionRow = z.object({
  versionId: id,
  lengthSeconds: z.int(),
  pageCount: z.int(),
  peopleCount: z.int(),
  otherCount: z.int(),
})
export type HeatVersion = z.output<typeof versionRow>

/** The version that most people have; of a film whose length became known later, with it. */
export function findHeatVersion(db: Db, which: Which): Promise<HeatVersion | undefined> {
  return findOne(db, versionRow)`
    select m.courseware_version_id as "versionId", max(m.length_seconds) as "lengthSeconds", max(m.page_count) as "pageCount",
      count(*)::int as "peopleCount", (sum(count(*)) over () - count(*))::int as "otherCount"
    ${seenBy(db, which)}
    group by m.courseware_version_id
    order by count(*) desc, m.courseware_version_id desc
    limit 1`
}

const bucketOf = (length: number) => sql`floor(t.at::bigint * ${Math.min(mostBuckets, length)} / ${length})`

/** From second to second only what changes is counted: work is by ranges and seconds, never one by the other. */
export function selectFilmHeat(db: Db, which: Which, { versionId, lengthSeconds }: HeatVersion) {
  return rowsOf(db, heatBucket)`
    with people as materialized (
      select m.watched, m.again, m.is_complete, m.last_position
      ${seenBy(db, which)} and m.courseware_version_id = ${versionId}
    ),
    changes as (
      select x.at, sum(x.seen) as seen, sum(x.again) as again, sum(x.beyond) as beyond, sum(x.stopped) as stopped
      from (
        select lower(r) as at, 1 as seen, 0 as again, 0 as beyond, 0 as stopped from people p cross join unnest(p.watched) r
        union all
        select upper(r), -1, 0, 0, 0 from people p cross join unnest(p.watched) r
        union all
        select lower(r), 0, 1, 0, 0 from people p cross join unnest(p.again) r
        union all
        select upper(r), 0, -1, 0, 0 from people p cross join unnest(p.again) r
        union all
        select 0, 0, 0, 1, 0 from people p where p.watched <> '{}'
        union all
        select upper(p.watched), 0, 0, -1, 0 from people p where p.watched <> '{}'
        union all
        select least(greatest(p.last_position, 0), ${lengthSeconds}::int - 1), 0, 0, 0, 1 from people p where not p.is_complete
      ) x
      group by x.at
    ),
    seconds as (
      select s.at, sum(coalesce(c.seen, 0)) over so_far as seen, sum(coalesce(c.again, 0)) over so_far as again,
        sum(coalesce(c.beyond, 0)) over so_far as beyond, coalesce(c.stopped, 0) as stopped
      from generate_series(0, ${lengthSeconds}::int - 1) as s (at)
      left join changes c on c.at = s.at
      window so_far as (order by s.at)
    )
    select min(t.at)::int as "from", (max(t.at) + 1)::int as until, round(avg(t.seen))::int as "seenCount",
      round(avg(t.again))::int as "againCount", round(avg(greatest(t.beyond - t.seen, 0)))::int as "skippedCount",
      sum(t.stopped)::int as "leftCount", null::int as "averageSeconds"
    from seconds t
    group by ${bucketOf(lengthSeconds)}
    order by 1`
}

/** Pages from 0, places from 1. A page was seen when it was in view for a second; again when it was for twice as long as those who saw it mostly stayed. */
export function selectPageHeat(db: Db, which: Which, { versionId, pageCount }: HeatVersion) {
  return rowsOf(db, heatBucket)`
    with people as materialized (
      select m.page_seconds, m.is_complete, m.last_position,
        (select max(g.page) from unnest(m.page_seconds) with ordinality as g (stay, page) where g.stay > 0) as furthest
      ${seenBy(db, which)} and m.courseware_version_id = ${versionId}
    ),
    stays as (
      select g.page::int - 1 as at, g.stay
      from people p
      cross join unnest(p.page_seconds) with ordinality as g (stay, page)
      where g.stay > 0
    ),
    usual as (
      select y.at, percentile_cont(0.5) within group (order by y.stay) as stay from stays y group by y.at
    ),
    seen as (
      select y.at, count(*) as seen, count(*) filter (where y.stay >= 2 * u.stay) as again, sum(y.stay) as stay
      from stays y
      join usual u on u.at = y.at
      group by y.at
    ),
    reach as (
      select p.furthest::int - 1 as at, count(*) as people from people p where p.furthest is not null group by 1
    ),
    stops as (
      select least(greatest(p.last_position, 1), ${pageCount}::int) - 1 as at, count(*) as people from people p where not p.is_complete group by 1
    ),
    pages as (
      select g.at, coalesce(s.seen, 0) as seen, coalesce(s.again, 0) as again, coalesce(s.stay, 0) as stay, coalesce(z.people, 0) as stopped,
        sum(coalesce(r.people, 0)) over (order by g.at desc) as beyond
      from generate_series(0, ${pageCount}::int - 1) as g (at)
      left join seen s on s.at = g.at
      left join reach r on r.at = g.at
      left join stops z on z.at = g.at
    )
    select min(t.at)::int as "from", (max(t.at) + 1)::int as until, round(avg(t.seen))::int as "seenCount",
      round(avg(t.again))::int as "againCount", round(avg(greatest(t.beyond - t.seen, 0)))::int as "skippedCount",
      sum(t.stopped)::int as "leftCount", round(sum(t.stay)::numeric / nullif(sum(t.seen), 0))::int as "averageSeconds"
    from pages t
    group by ${bucketOf(pageCount)}
    order by 1`
}
