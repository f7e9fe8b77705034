import type { DB } from '@kaopei/db/types'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Tells the planner how large these tables have become, if they have grown by a fifth since it was last told. For the end of an import, in a
 * transaction of its own: the next query must not wait for autovacuum to come round. Small changes cost a look at pg_class.
 */
export async function refreshStatistics(db: Db, tables: readonly (keyof DB)[]): Promise<void> {
  await sql`select kit.refresh_statistics(${tables}::text[])`.execute(db)
}
