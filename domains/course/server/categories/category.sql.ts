import { categoriesIn, type Db, type FiledCategory, filedIn } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

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

/** The ids of the categories in whose name these words stand, as a subquery. */
export function categoriesNamed(companyId: string, words: string): RawBuilder<unknown> {
  return sql`
    select c.id
    from course.category c
    where c.company_id = ${companyId}
      and strpos(lower(c.name), lower(${words})) > 0`
}

const filed = filedIn('course.category', 'course.course')
const named = ({ count, ...row }: FiledCategory) => ({ ...row, courseCount: count })

/** All categories of the company, siblings in their order. */
export const selectCategories = async (db: Db) => (await filed.select(db)).map(named)

/** Nobody else changes the tree until the transaction ends. */
export const lockCategories = async (db: Db) => (await filed.lock(db)).map(named)

/** Subcategories go behind those of the target, courses into it. */
export const deleteCategory = filed.delete
