import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const categoryRow = z.object({ id, parentId: id.nullable(), name: z.string(), bankCount: z.int() })
export type CategoryRow = z.output<typeof categoryRow>

/** Ids of these categories and everything below them, as a subquery. */
export function withinCategories(companyId: string, categoryIds: readonly string[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
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

/** Changes of the tree wait for one another: two moves at once could make a ring. */
export async function lockCategories(db: Db): Promise<CategoryRow[]> {
  await sql`select id from question.category where company_id = ${db.companyId} order by id for update`.execute(db)
  return selectCategories(db)
}

export async function insertCategory(db: Db, { name, parentId }: { name: string; parentId: string | null }): Promise<string> {
  const { id } = await db
    .insertInto('question.category')
    .values({
      company_id: db.companyId,
      name,
      parent_id: parentId,
      sort: sql<number>`(
        select coalesce(max(sort), 0) + 1 from question.category
        where company_id = ${db.companyId} and parent_id is not distinct from ${parentId}::uuid
      )`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function renameCategory(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('question.category')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Puts the category under its parent and numbers all siblings in the given order. */
export async function placeCategory(
  db: Db,
  { id, parentId, siblings }: { id: string; parentId: string | null; siblings: readonly string[] },
): Promise<void> {
  await sql`
    update question.category c
    set sort = s.place, parent_id = case when c.id = ${id} then ${parentId}::uuid else c.parent_id end, version = c.version + 1
    from unnest(${siblings}::uuid[]) with ordinality as s (id, place)
    where c.company_id = ${db.companyId} and c.id = s.id
  `.execute(db)
}

/** Subcategories go behind those of the target, banks into it. */
export async function moveContents(db: Db, id: string, targetId: string | null): Promise<void> {
  await sql`
    update question.category c
    set parent_id = ${targetId}::uuid, version = c.version + 1,
      sort = c.sort + (
        select coalesce(max(s.sort), 0)
        from question.category s
        where s.company_id = ${db.companyId} and s.parent_id is not distinct from ${targetId}::uuid
      )
    where c.company_id = ${db.companyId} and c.parent_id = ${id}
  `.execute(db)
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
  await db.deleteFrom('question.category').where('company_id', '=', db.companyId).where('id', '=', id).execute()
}
