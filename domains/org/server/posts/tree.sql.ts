import { id } from '@kaopei/contract'
import { categoriesIn, changesOf, countOf, type Db, idRow, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const postGroupRow = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  sort: z.int(),
  /** Posts right in it. */
  postCount: z.int(),
  version: z.int(),
})
export type PostGroup = z.output<typeof postGroupRow>

/** Every group of the company: there are hundreds at most. */
export async function selectPostGroups(db: Db): Promise<PostGroup[]> {
  return rowsOf(db, postGroupRow)`
    select g.id, g.name, g.parent_id as "parentId", g.sort, g.version,
      (select count(*)::int from org.post p where p.company_id = g.company_id and p.group_id = g.id) as "postCount"
    from org.post_group g
    where g.company_id = ${db.companyId}
    order by g.sort, g.id`
}

export const postGroupTable = categoriesIn('org.post_group')

const postRow = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  descript: z.string(),
  sort: z.int(),
  staffCount: z.int(),
  version: z.int(),
})
export type Post = z.output<typeof postRow>

const postColumns = sql.raw(`
  p.id, p.name, p.code, p.group_id as "groupId", g.name as "groupName", p.descript, p.sort, p.version,
  (
    select count(*)::int from org.staff s
    where s.company_id = p.company_id and s.post_id = p.id and s.removed_at is null
  ) as "staffCount"`)

interface PostSearch {
  readonly groupIds?: readonly string[] | undefined
  readonly keyWords?: string | undefined
  readonly ids?: readonly string[] | undefined
}

function postsWhere(companyId: string, { groupIds, keyWords, ids }: PostSearch): RawBuilder<unknown> {
  return sql`p.company_id = ${companyId}
    ${groupIds ? sql`and p.group_id = any (${groupIds}::uuid[])` : sql``}
    ${keyWords ? sql`and strpos(lower(p.name || ' ' || coalesce(p.code, '')), ${keyWords.toLowerCase()}) > 0` : sql``}
    ${ids ? sql`and p.id = any (${ids}::uuid[])` : sql``}`
}

export async function pageOfPosts(
  db: Db,
  search: PostSearch,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: Post[]; totalCount: number }> {
  const which = postsWhere(db.companyId, search)
  const count = await countOf(db)`select count(*)::int as count from org.post p where ${which}`
  const rows = await rowsOf(db, postRow)`
    select ${postColumns}
    from (select p.* from org.post p where ${which} order by p.sort, p.id offset ${(pageIndex - 1) * pageSize} limit ${pageSize}) p
    left join org.post_group g on g.company_id = p.company_id and g.id = p.group_id
    order by p.sort, p.id`
  return { dataList: rows, totalCount: count }
}

export async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const { dataList } = await pageOfPosts(db, { ids: [id] }, { pageIndex: 1, pageSize: 1 })
  return dataList[0]
}

export interface PostFields {
  readonly name: string
  readonly code: string | null
  readonly groupId: string | null
  readonly descript: string
  readonly sort: number
}

export async function insertPost(
  db: Db,
  { name, code, groupId, descript, sort }: Omit<PostFields, 'sort'> & { sort?: number | undefined },
): Promise<string> {
  const rows = await rowsOf(db, idRow)`
    insert into org.post (company_id, group_id, name, code, descript, sort)
    select ${db.companyId}, ${groupId}::uuid, ${name}, ${code}, ${descript}, coalesce(${sort ?? null}::int, max(p.sort) + 10, 0)
    from org.post p
    where p.company_id = ${db.companyId}
    returning id`
  return idOf(rows)
}

export async function updatePost(db: Db, { id, version }: { id: string; version: number }, change: PostFields): Promise<boolean> {
  const changed = await changesOf(db)`
    update org.post
    set name = ${change.name}, code = ${change.code}, group_id = ${change.groupId}::uuid, descript = ${change.descript},
      sort = ${change.sort}, version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version}`
  return changed === 1
}

/** People of the post go to another, removed people to none; answers how many living ones went. */
export async function deletePost(db: Db, id: string, targetId: string | null, now: Date): Promise<number> {
  return removeFromStaff(db, { column: 'post_id', table: 'org.post', id, targetId, now })
}

const namedRow = z.object({ id, name: z.string() })

/** The ids of posts by their names; those that do not exist are made. */
export async function reachPosts(db: Db, names: ReadonlySet<string>): Promise<Map<string, string>> {
  if (names.size === 0) return new Map()
  await sql`
    insert into org.post (company_id, name)
    select ${db.companyId}::uuid, x.name from unnest(${[...names]}::text[]) as x (name)
    on conflict do nothing`.execute(db)
  const rows = await rowsOf(db, namedRow)`
    select p.id, p.name from org.post p
    where p.company_id = ${db.companyId} and p.name = any (${[...names]}::text[])`
  return new Map(rows.map(({ id, name }) => [name, id]))
}

interface Removal {
  readonly column: 'post_id' | 'rank_id'
  readonly table: 'org.post' | 'org.rank'
  readonly id: string
  readonly targetId: string | null
  readonly now: Date
}

/** Deletes a post or rank; those who have it get the target, removed people nothing. */
export async function removeFromStaff(db: Db, { column, table, id, targetId, now }: Removal): Promise<number> {
  const moved = await changesOf(db)`
    update org.staff
    set ${sql.ref(column)} = ${targetId}::uuid, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and ${sql.ref(column)} = ${id} and removed_at is null`
  await sql`
    update org.staff
    set ${sql.ref(column)} = null
    where company_id = ${db.companyId} and ${sql.ref(column)} = ${id} and removed_at is not null`.execute(db)
  await sql`delete from ${sql.table(table)} where company_id = ${db.companyId} and id = ${id}`.execute(db)
  return moved
}

export function idOf(rows: readonly { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('an insert answers its row')
  return row.id
}
