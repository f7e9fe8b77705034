import { type Db, idsOf } from '@kaopei/server'
import type { Compilable, RawBuilder } from 'kysely'

/** The living people of a selection, in a fixed order. */
export function chosenPeople(db: Db, chosen: RawBuilder<unknown> | Compilable, most: number): Promise<string[]> {
  return idsOf(db)`
    select p.id from org.person p
    where p.company_id = ${db.companyId} and p.is_enabled and p.removed_at is null and p.id in (${chosen})
    order by p.id
    limit ${most}`
}
