import type { Db } from '@kaopei/server'
import { lit } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { projectStatus } from '../contract/codes.ts'

/** `id`, `name` and `is_on_shelf` of every project of the company that was not removed, for a join. */
export function projectsByName(db: Db): RawBuilder<unknown> {
  return sql`
    select p.id, p.name, p.status = ${lit(projectStatus.shelved)} as is_on_shelf
    from training.project p
    where p.company_id = ${db.companyId} and p.removed_at is null`
}
