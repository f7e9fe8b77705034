import { id } from '@kaopei/contract'
import { type DataScope, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { evidenceClass } from '../../contract/codes.ts'
import { coverOf, type DepartmentRow } from './departments.sql.ts'
import { type Period, within } from './period.sql.ts'

const fitRow = z.object({
  id,
  judgedCount: z.int(),
  enoughCount: z.int(),
  belowCount: z.int(),
  untestedCount: z.int(),
  shortCount: z.int(),
  cautious: z.number().nullable(),
  share: z.number().nullable(),
})

interface OfRows {
  readonly rows: readonly DepartmentRow[]
  readonly postId?: string | undefined
}

/** Each person against the present model of their own post, as `rules/fit.ts` has it. */
export function fitOfRows(db: Db, scope: DataScope, { rows, postId }: OfRows) {
  return rowsOf(db, fitRow)`
    with cover as materialized (${coverOf(db, scope, rows)}),
    people as materialized (
      select p.id, c.row_id, m.version_id
      from cover c
      join org.person p on p.company_id = ${db.companyId} and p.department_id = c.department_id and p.removed_at is null
      join skill.post_model m on m.company_id = ${db.companyId} and m.post_id = p.post_id
      where ${postId ? sql`p.post_id = ${postId}` : sql`true`}
    ),
    fits as (
      select p.id, p.row_id, sum(d.weight)::float8 as total, coalesce(sum(d.weight) filter (where s.level is not null), 0)::float8 as measured,
        coalesce(sum(d.weight * least(s.level::float8 / d.required_level, 1)) filter (where s.level is not null), 0) as earned,
        coalesce(bool_or(d.is_key and (s.level < d.required_level or (s.level is null and s.class = ${lit(evidenceClass.measured)}))), false) as is_below,
        coalesce(bool_or(d.is_key and s.level is null and s.class is distinct from ${lit(evidenceClass.measured)}), false) as is_untested
      from people p
      join skill.post_model_skill d on d.company_id = ${db.companyId} and d.version_id = p.version_id
      left join skill.staff_skill s on s.company_id = ${db.companyId} and s.staff_id = p.id and s.skill_id = d.skill_id
      group by p.id, p.row_id
    )
    select f.row_id as id, count(*)::int as "judgedCount",
      (count(*) filter (where not f.is_below and not f.is_untested and f.measured / f.total >= 0.6 - 1e-9))::int as "enoughCount",
      (count(*) filter (where not f.is_below and f.is_untested and f.measured / f.total >= 0.6 - 1e-9))::int as "untestedCount",
      (count(*) filter (where f.is_below))::int as "belowCount",
      (count(*) filter (where not f.is_below and f.measured / f.total < 0.6 - 1e-9))::int as "shortCount",
      avg(f.earned / f.total) as cautious, avg(f.measured / f.total) as share
    from fits f
    group by f.row_id`
}

const judgedRow = z.object({ rowId: id, postId: id, count: z.int() })

/** How many of each row are judged by the model of which post. */
export function judgedByPost(db: Db, scope: DataScope, rows: readonly DepartmentRow[]) {
  return rowsOf(db, judgedRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as "rowId", p.post_id as "postId", count(*)::int as count
    from cover c
    join org.person p on p.company_id = ${db.companyId} and p.department_id = c.department_id and p.removed_at is null
    join skill.post_model m on m.company_id = ${db.companyId} and m.post_id = p.post_id
    group by c.row_id, p.post_id
    order by c.row_id, p.post_id`
}

const newRow = z.object({ id, count: z.int() })

/** Evidence that came in a period. */
export function newEvidenceOfRows(db: Db, scope: DataScope, { rows }: OfRows, period: Period) {
  return rowsOf(db, newRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as id, count(*)::int as count
    from skill.evidence e
    join org.person p on p.company_id = e.company_id and p.id = e.staff_id and p.removed_at is null
    join cover c on c.department_id = p.department_id
    where e.company_id = ${db.companyId} and ${within(period)}
    group by c.row_id`
}

const memberRow = z.object({ rowId: id, staffId: id, postId: id })

/** Everybody of these rows whose post has a model, at most so many; all of them with null. */
export function peopleOfPosts(db: Db, scope: DataScope, { rows, postId }: OfRows, most: number | null) {
  return rowsOf(db, memberRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as "rowId", p.id as "staffId", p.post_id as "postId"
    from cover c
    join org.person p on p.company_id = ${db.companyId} and p.department_id = c.department_id and p.removed_at is null
    join skill.post_model m on m.company_id = ${db.companyId} and m.post_id = p.post_id
    where ${postId ? sql`p.post_id = ${postId}` : sql`true`}
    limit ${most}`
}
