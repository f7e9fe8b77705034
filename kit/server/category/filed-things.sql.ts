import { id } from '@kaopei/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { rowsOf } from '../database/rows.ts'
import { type CategoryTable, categoriesIn } from './category-table.sql.ts'

const filedRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  sort: z.int(),
  version: z.int(),
  count: z.int(),
})
export type FiledCategory = z.output<typeof filedRow>

/** Categories and what stands in them: a table of the same room with `company_id`, `category_id`, `removed_at`. */
export function filedIn(categories: CategoryTable, things: CategoryTable) {
  const [table, of] = [sql.table(categories), sql.table(things)]
  const tree = categoriesIn(categories)
  const select = (db: Db): Promise<FiledCategory[]> =>
    rowsOf(db, filedRow)`
      select c.id, c.parent_id as "parentId", c.name, c.sort, c.version, coalesce(n.count, 0)::int as count
      from ${table} c
      left join (
        select category_id, count(*) as count
        from ${of}
        where company_id = ${db.companyId} and removed_at is null
        group by category_id
      ) n on n.category_id = c.id
      where c.company_id = ${db.companyId}
      order by c.sort, c.id`
  return {
    /** All of the company with how much stands in each, siblings in their order. */
    select,

    /** The same; nobody else changes the tree until the transaction ends. */
    lock: async (db: Db): Promise<FiledCategory[]> => {
      await tree.lock(db)
      return select(db)
    },

    /** What is below goes behind the branches of the target, what is in it goes there too; what was removed as well, for it still points here. */
    delete: async (db: Db, categoryId: string, targetId: string | null): Promise<void> => {
      await tree.moveBranches(db, categoryId, targetId)
      await sql`
        update ${of} set category_id = ${targetId}::uuid
        where company_id = ${db.companyId} and category_id = ${categoryId}`.execute(db)
      await tree.delete(db, categoryId)
    },
  }
}
