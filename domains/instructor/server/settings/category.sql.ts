import { id } from '@kaopei/contract'
import { categoriesIn, countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const categoryRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  sort: z.int(),
  teacherCount: z.int(),
  version: z.int(),
})
export type CategoryRow = z.output<typeof categoryRow>

export const categoryTable = categoriesIn('instructor.category')

/** All of the company, siblings in their order. */
export function selectCategories(db: Db): Promise<CategoryRow[]> {
  return rowsOf(db, categoryRow)`
    select c.id, c.parent_id as "parentId", c.name, c.sort, c.version, coalesce(n.count, 0)::int as "teacherCount"
    from instructor.category c
    left join (
      select category_id, count(*) as count
      from instructor.instructor
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

/** Subcategories go behind those of the target, instructors into it. */
export async function deleteCategory(db: Db, categoryId: string, targetId: string | null): Promise<void> {
  await categoryTable.moveBranches(db, categoryId, targetId)
  await sql`
    update instructor.instructor set category_id = ${targetId}::uuid
    where company_id = ${db.companyId} and category_id = ${categoryId}`.execute(db)
  await categoryTable.delete(db, categoryId)
}

const tagRow = z.object({ id, name: z.string(), version: z.int(), teacherCount: z.int() })
export type TagRow = z.output<typeof tagRow>

const tagColumns = sql`t.id, t.name, t.version, (
      select count(*)::int
      from instructor.instructor_tag x
      join instructor.instructor i on i.company_id = x.company_id and i.id = x.instructor_id and i.removed_at is null
      where x.company_id = t.company_id and x.tag_id = t.id
    ) as "teacherCount"
  from instructor.tag t`

export function selectTags(db: Db, name: string | undefined): Promise<TagRow[]> {
  return rowsOf(db, tagRow)`
    select ${tagColumns}
    where t.company_id = ${db.companyId}
      ${name ? sql`and strpos(lower(t.name), lower(${name})) > 0` : sql``}
    order by t.name, t.id`
}

export function findTagLocked(db: Db, tagId: string): Promise<TagRow | undefined> {
  return findOne(db, tagRow)`select ${tagColumns} where t.company_id = ${db.companyId} and t.id = ${tagId} for update of t`
}

export const countTags = (db: Db): Promise<number> =>
  countOf(db)`select count(*)::int as count from instructor.tag where company_id = ${db.companyId}`

export const insertTag = (db: Db, name: string): Promise<string> =>
  idOf(db)`insert into instructor.tag (company_id, name) values (${db.companyId}, ${name}) returning id`

export async function renameTag(db: Db, tagId: string, name: string): Promise<void> {
  await sql`
    update instructor.tag set name = ${name}, version = version + 1
    where company_id = ${db.companyId} and id = ${tagId}`.execute(db)
}

/** How many others than this one have it. */
export const countOthers = (db: Db, tagId: string, teacherId: string): Promise<number> =>
  countOf(db)`
    select count(*)::int as count
    from instructor.instructor_tag x
    join instructor.instructor i on i.company_id = x.company_id and i.id = x.instructor_id and i.removed_at is null
    where x.company_id = ${db.companyId} and x.tag_id = ${tagId} and x.instructor_id <> ${teacherId}`

export async function deleteTag(db: Db, tagId: string): Promise<void> {
  await sql`delete from instructor.tag where company_id = ${db.companyId} and id = ${tagId}`.execute(db)
}
