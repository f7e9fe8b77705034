import { categoriesIn, changesOf, countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { projectCategoryRow } from '../../contract/category.ts'

const columns = (db: Db) => sql`
    c.id, c.name, c.sort, c.version,
    (
      select count(*)::int
      from training.project p
      where p.company_id = c.company_id and p.category_id = c.id and p.removed_at is null
    ) as "projectCount"
  from training.category c
  where c.company_id = ${db.companyId}`

const named = (name: string | undefined) => (name ? sql`and strpos(lower(c.name), lower(${name})) > 0` : sql``)

export function selectCategories(db: Db, { name, limit, offset }: { name: string | undefined; limit: number; offset: number }) {
  return rowsOf(
    db,
    projectCategoryRow,
  )`select ${columns(db)} ${named(name)} order by c.sort, c.id limit ${limit} offset ${offset}`
}

/** One at a time: two at once would both find room for the last one. */
export const lockCategories = categoriesIn('training.category').lock

export const countCategories = (db: Db, name?: string): Promise<number> =>
  countOf(db)`select count(*)::int as count from training.category c where c.company_id = ${db.companyId} ${named(name)}`

export function findCategory(db: Db, categoryId: string) {
  return findOne(db, projectCategoryRow)`select ${columns(db)} and c.id = ${categoryId}`
}

/** Without `sort` behind the others. */
export function insertCategory(db: Db, name: string, sort: number | undefined): Promise<string> {
  return idOf(db)`
    insert into training.category (company_id, name, sort)
    select ${db.companyId}::uuid, ${name}, coalesce(${sort ?? null}::int, max(c.sort) + 10, 0)
    from training.category c
    where c.company_id = ${db.companyId}
    returning id`
}

/** False when the row has another version by now. */
export async function updateCategory(
  db: Db,
  { id: categoryId, version, name, sort }: { id: string; version: number; name: string; sort: number },
): Promise<boolean> {
  const changed = await changesOf(db)`
    update training.category set name = ${name}, sort = ${sort}, version = version + 1
    where company_id = ${db.companyId} and id = ${categoryId} and version = ${version}`
  return changed === 1
}

/** Its projects go to `targetId`, null: into none. */
export async function deleteCategory(db: Db, categoryId: string, targetId: string | null): Promise<void> {
  await sql`
    update training.project set category_id = ${targetId}::uuid
    where company_id = ${db.companyId} and category_id = ${categoryId}`.execute(db)
  await sql`delete from training.category where company_id = ${db.companyId} and id = ${categoryId}`.execute(db)
}
