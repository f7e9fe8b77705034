import type { Db } from '@kaopei/server'
import { lit } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { courseStatus } from '../contract/codes.ts'

/** `id`, `name` and `is_on_shelf` of every course of the company that was not removed, for a join. */
export function coursesByName(db: Db): RawBuilder<unknown> {
  return sql`
    select c.id, c.name, c.status = ${lit(courseStatus.shelved)} as is_on_shelf
    from course.course c
    where c.company_id = ${db.companyId} and c.removed_at is null`
}
