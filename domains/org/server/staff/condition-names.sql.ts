import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const namedRow = z.object({ id, name: z.string() })
const tables = {
  department: sql`org.department_tree`,
  post: sql`org.post`,
  rank: sql`org.rank_name`,
  label: sql`org.label_name`,
} as const

/** In the order that was asked; those that are gone are left out. */
export async function namesOf(db: Db, kind: keyof typeof tables, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, namedRow)`
    select t.id, t.name from ${tables[kind]} t where t.company_id = ${db.companyId} and t.id = any (${[...ids]}::uuid[])`
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return ids.flatMap((one) => names.get(one) ?? [])
}
