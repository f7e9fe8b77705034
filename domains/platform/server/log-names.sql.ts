import { id } from '@kaopei/contract'
import { type Db, type Module, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const mostIds = 500

const namedRow = z.object({ id, name: z.string() })

/** What ids in a logged change are called today, as far as the rooms have names for them. What is gone has none. */
export async function namesOfIds(db: Db, rooms: readonly Module[], ids: readonly string[]): Promise<Record<string, string>> {
  const wanted = [...new Set(ids)].slice(0, mostIds)
  const named = rooms.flatMap(({ logNames }) => (logNames ? [logNames(db, wanted)] : []))
  if (wanted.length === 0 || named.length === 0) return {}
  const rows = await rowsOf(db, namedRow)`${sql.join(named, sql` union all `)}`
  return Object.fromEntries(rows.map((row) => [row.id, row.name]))
}
