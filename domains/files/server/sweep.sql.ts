import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** Uploads that nobody finished and objects past their time, of every company, as (company, id) only. */
export async function dueForRemoval(
  db: Db,
  limits: { unfinishedBefore: Date; expiredBefore: Date; howMany: number },
): Promise<{ company_id: string; id: string }[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id
    from files.due_for_removal(${limits.unfinishedBefore}, ${limits.expiredBefore}, ${limits.howMany})`.execute(db)
  return rows
}

/** Of keys in the store those that no row of any company knows. */
export async function keysWithoutObject(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from files.keys_without_object(${[...keys]}::text[]) as key`.execute(db)
  return rows.map((row) => row.key)
}
