import type { DB } from '@kaopei/db/types'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RawServices } from '../calls/implement.ts'
import { type Db, inTransaction } from './db.ts'
import { rowsOf } from './rows.ts'

/**
 * Tells the planner how large these tables have become, if they have grown by a fifth since it was last told. For the end of an import, in a
 * transaction of its own: the next query must not wait for autovacuum to come round. Small changes cost a look at pg_class.
 */
export async function refreshStatistics(db: Db, tables: readonly (keyof DB)[]): Promise<void> {
  await refresh(db, tables)
}

const tableRow = z.object({ name: z.string() })

/** The same of whatever has grown: with what is believed of an empty table the first candidates of an installation are looked through one by one. */
export async function refreshGrown({ pool, log }: Pick<RawServices, 'pool' | 'log'>): Promise<void> {
  const grown = await inTransaction(pool, undefined, (db) => rowsOf(db, tableRow)`select name from kit.grown_tables()`)
  for (const { name } of grown) {
    // Each by itself: what is analysed is locked against others of its kind until the end.
    await inTransaction(pool, undefined, (db) => refresh(db, [name])).catch((error: unknown) =>
      log.warn({ err: error, table: name }, 'the statistics of a table could not be refreshed'),
    )
  }
}

async function refresh(db: Db, tables: readonly string[]): Promise<void> {
  await sql`select kit.refresh_statistics(${tables}::text[])`.execute(db)
}
