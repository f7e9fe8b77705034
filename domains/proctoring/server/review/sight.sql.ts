import { databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import { sql } from 'kysely'
import type { OpenedLink } from './evidence-link.ts'

/** Puts on record that somebody fetches these bytes; parts after the beginning are no further look. `key` is `<company>/<month>/<attempt>/<name>`. */
export async function noteSight(
  { pool }: Pick<RawServices, 'pool'>,
  { key, viewerId }: OpenedLink,
  isBeginning: boolean,
): Promise<void> {
  const [companyId = '', , attemptId = '', name = ''] = key.split('/')
  const now = databaseNow()
  await inTransaction(pool, companyId, async (db) => {
    await sql`
      insert into proctoring.sight (company_id, attempt_id, staff_id, name, first_at, last_at)
      values (${companyId}, ${attemptId}, ${viewerId}, ${name}, ${now}, ${now})
      on conflict (company_id, attempt_id, staff_id, name) do update
      set last_at = excluded.last_at, count = sight.count + ${isBeginning ? 1 : 0}`.execute(db)
  })
}
