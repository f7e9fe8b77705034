import { id } from '@kaopei/contract'
import { categoriesIn, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const categoryRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  sort: z.int(),
  courseCount: z.int(),
  version: z.int(),
})
export type CategoryRow = z.output<typeof categoryRow>

export const categoryTable = categoriesIn('course.category')

/** The ids of these categories and everything below them, as a subquery. */
export function withinCategory(companyId: string, categoryId: string): RawBuilder<unknown> {
  return sql`
    with recursive below as (
      select c.id from course.category c where c.company_id = ${companyId} and c.id = ${categoryId}
      union
      select c.id
      from course.category c
      join below on c.parent_id = below.id
      where c.company_id = ${companyId}
    )
    select id from below`
}

/** All categories of the company, siblings in their order. */
export function selectCategories(db: Db): Promise<CategoryRow[]> {
  return rowsOf(db, categoryRow)`
    select c.id, c.parent_id as "parentId", c.name, c.sort, c.version, coalesce(n.count, 0)::int as "courseCount"
    from course.category c
    left join (
      select category_id, count(*) as count
      from course.course
      where company_id = ${db.companyId} and removed_at is null
      group by category_id
    ) n on n.category_id = c.id
    where c.company_id = ${db.companyId}
    order by c.sort, c.id`
}

/** Nobody else changes the tree until the transaction ends. */
export async function lockCategories(db: Db): Promise<CategoryRow[]> {
  await categoryTable.lock(db)
  return selectCategories(db)
}

/** Subcategories go behind those of the target, courses into it. */
export async function moveContents(db: Db, id: string, targetId: string | null): Promise<void> {
  await categoryTable.moveBranches(db, id, targetId)
  await sql`
    update course.course set category_id = ${targetId}::uuid
    where company_id = ${db.companyId} and category_id = ${id}`.execute(db)
}

export async function deleteCategory(db: Db, id: string): Promise<void> {
  // Courses that were removed still point here.
  await sql`
    update course.course set category_id = null
    where company_id = ${db.companyId} and category_id = ${id} and removed_at is not null`.execute(db)
  await categoryTable.delete(db, id)
}
