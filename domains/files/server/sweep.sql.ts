import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const dueForRemovalRow = z.object({ company_id: id, id })

/** Uploads that nobody finished and objects past their time, of every company, as (company, id) only. */
export async function dueForRemoval(
  db: Db,
  limits: { unfinishedBefore: Date; expiredBefore: Date; howMany: number },
): Promise<{ company_id: string; id: string }[]> {
  return rowsOf(db, dueForRemovalRow)`
    select company_id, id
    from files.due_for_removal(${limits.unfinishedBefore}, ${limits.expiredBefore}, ${limits.howMany})`
}

const keyRow = z.object({ key: z.string() })

/** Of keys in the store those that no row of any company knows. */
export async function keysWithoutObject(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db, keyRow)`select key from files.keys_without_object(${[...keys]}::text[]) as key`
  return rows.map((row) => row.key)
}
