import { sql } from 'kysely'
import type { Db } from './db.ts'
import { idsOf } from './rows.ts'

/**
 * Which of these ids name no row of the company: for references that no foreign key guards, because they stand in rules, filters and lists. An id of
 * another company is one that is not there. `table` has the columns company_id and id.
 */
export async function missingIds(db: Db, table: string, ids: readonly string[]): Promise<string[]> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return []
  return idsOf(db)`
    select asked.id
    from unnest(${asked}::uuid[]) as asked (id)
    where not exists (
      select from ${sql.table(table)} kept where kept.company_id = ${db.companyId} and kept.id = asked.id
    )`
}
