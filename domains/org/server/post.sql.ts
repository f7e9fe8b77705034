import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** The ids of posts by their names; those that do not exist are made. */
export async function reachPosts(db: Db, companyId: string, names: ReadonlySet<string>): Promise<Map<string, string>> {
  if (names.size === 0) return new Map()
  await sql`
    insert into org.post (company_id, name)
    select ${companyId}::uuid, x.name from unnest(${[...names]}::text[]) as x (name)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from org.post p
    where p.company_id = ${companyId} and p.name = any (${[...names]}::text[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
