import { id } from '@kaopei/contract'
import { categoriesIn, countOf, type Db, type FiledCategory, filedIn, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export const categoryTable = categoriesIn('instructor.category')

const filed = filedIn('instructor.category', 'instructor.instructor')
const named = ({ count, ...row }: FiledCategory) => ({ ...row, teacherCount: count })

/** All of the company, siblings in their order. */
export const selectCategories = async (db: Db) => (await filed.select(db)).map(named)

/** Nobody else changes the tree until the transaction ends. */
export const lockCategories = async (db: Db) => (await filed.lock(db)).map(named)

/** Subcategories go behind those of the target, instructors into it. */
export const deleteCategory = filed.delete

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
