import { id } from '@kaopei/contract'
import { categoriesIn, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const categoryRow = z.object({ id, parentId: id.nullable(), name: z.string(), bankCount: z.int() })
export type CategoryRow = z.output<typeof categoryRow>

/** Ids of these categories and everything below them, as a subquery. */
export function withinCategories(companyId: string, categoryIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    with recursive below as (
      select c.id from question.category c where c.company_id = ${companyId} and c.id = any(${categoryIds}::uuid[])
      union
      select c.id
      from question.category c
      join below on c.parent_id = below.id
      where c.company_id = ${companyId}
    )
    select id from below`
}

/** All categories of the company, siblings in their order. */
export async function selectCategories(db: Db): Promise<CategoryRow[]> {
  return rowsOf(db, categoryRow)`
    select c.id, c.parent_id as "parentId", c.name, coalesce(b.count, 0)::integer as "bankCount"
    from question.category c
    left join (
      select category_id, count(*) as count
      from question.bank
      where company_id = ${db.companyId} and removed_at is null
      group by category_id
    ) b on b.category_id = c.id
    where c.company_id = ${db.companyId}
    order by c.sort, c.id
  `
}

export const categoryTable = categoriesIn('question.category')

/** Nobody else changes the tree until the transaction ends. */
export async function lockCategories(db: Db): Promise<CategoryRow[]> {
  await categoryTable.lock(db)
  return selectCategories(db)
}

/** Subcategories go behind those of the target, banks into it. */
export async function moveContents(db: Db, id: string, targetId: string | null): Promise<void> {
  await categoryTable.moveBranches(db, id, targetId)
  await sql`
    update question.bank set category_id = ${targetId}::uuid, version = version + 1
    where company_id = ${db.companyId} and category_id = ${id}
  `.execute(db)
}

export async function deleteCategory(db: Db, id: string): Promise<void> {
  // Banks that were removed still point here; they lose their place with it.
  await db
    .updateTable('question.bank')
    .set({ category_id: null })
    .where('company_id', '=', db.companyId)
    .where('category_id', '=', id)
    .where('removed_at', 'is not', null)
    .execute()
  await categoryTable.delete(db, id)
}
