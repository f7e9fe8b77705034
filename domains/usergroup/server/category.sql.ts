import { id } from '@kaopei/contract'
import { changesOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
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

/** Takes the company's turn at changing the shape of the tree, so that two moves make no circle together. */
export async function lockCategories(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('usergroup.category' || ${db.companyId}::text, 0))`.execute(db)
}

interface Wish {
  readonly name: string
  readonly parentId: string | null
  readonly sort: number | undefined
}

/** Without `sort` it goes behind its siblings. */
export async function insertCategory(db: Db, { name, parentId, sort }: Wish): Promise<string> {
  return idOf(db)`
    insert into usergroup.category (company_id, name, parent_id, sort)
    select ${db.companyId}, ${name}, ${parentId}, coalesce(${sort ?? null}::int, (
      select max(c.sort) + 10
      from usergroup.category c
      where c.company_id = ${db.companyId} and c.parent_id is not distinct from ${parentId}::uuid
    ), 0)
    returning id`
}

const category2Row = categoryRow.omit({ groupCount: true })

/** Undefined when the row has another version by now. */
export async function updateCategory(
  db: Db,
  { id, version }: { id: string; version: number },
  { name, parentId, sort }: { name: string; parentId: string | null; sort: number },
): Promise<Omit<Category, 'groupCount'> | undefined> {
  return findOne(db, category2Row)`
    update usergroup.category c
    set name = ${name}, parent_id = ${parentId}, sort = ${sort}, version = c.version + 1
    where c.company_id = ${db.companyId} and c.id = ${id} and c.version = ${version}
    returning c.id, c.name, c.parent_id as "parentId", c.sort, c.version`
}

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
  const below = await changesOf(db)`
    update usergroup.category set parent_id = ${categoriesTo}, version = version + 1
    where company_id = ${db.companyId} and parent_id = ${id}`
  await sql`delete from usergroup.category where company_id = ${db.companyId} and id = ${id}`.execute(db)
  return {
    movedGroupCount: groups,
    movedCategoryCount: below,
  }
}
