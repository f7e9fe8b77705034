import { id } from '@kaopei/contract'
import { categoriesIn, changesOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const categoryRow = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  sort: z.int(),
  groupCount: z.int(),
  version: z.int(),
})
export type Category = z.output<typeof categoryRow>

/** All of them, in the order of the tree's levels. */
export async function selectCategories(db: Db): Promise<Category[]> {
  return rowsOf(db, categoryRow)`
    select c.id, c.name, c.parent_id as "parentId", c.sort, c.version,
      (
        select count(*)::int
        from usergroup.staff_group g
        where g.company_id = c.company_id and g.category_id = c.id and g.removed_at is null
      ) as "groupCount"
    from usergroup.category c
    where c.company_id = ${db.companyId}
    order by c.sort, c.id`
}

export const categoryTable = categoriesIn('usergroup.category')

/** Its groups and the categories below it have another place first. */
export async function deleteCategory(
  db: Db,
  id: string,
  { groupsTo, categoriesTo }: { groupsTo: string | null; categoriesTo: string | null },
): Promise<{ movedGroupCount: number; movedCategoryCount: number }> {
  const groups = await changesOf(db)`
    update usergroup.staff_group set category_id = ${groupsTo}
    where company_id = ${db.companyId} and category_id = ${id} and removed_at is null`
  await sql`
    update usergroup.staff_group set category_id = null
    where company_id = ${db.companyId} and category_id = ${id}`.execute(db)
  const movedCategoryCount = await categoryTable.moveBranches(db, id, categoriesTo)
  await categoryTable.delete(db, id)
  return {
    movedGroupCount: groups,
    movedCategoryCount,
  }
}
