import { id } from '@kaopei/contract'
import { changesOf, type DataScope, type Db, findOne, idRow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

type SomeScope = Extract<DataScope, { kind: 'some' }>

const departmentRow = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  parentId: id.nullable(),
  path: z.string(),
  sort: z.int(),
  headStaffId: id.nullable(),
  staffCount: z.int(),
  version: z.int(),
})
export type Department = z.output<typeof departmentRow>

const columns = sql.raw(
  'd.id, d.name, d.code, d.parent_id as "parentId", d.path, d.sort, d.head_staff_id as "headStaffId", d.staff_count as "staffCount", d.version',
)

const treeRow = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  path: z.string(),
  sort: z.int(),
  staffCount: z.int(),
})
export type TreeRow = z.output<typeof treeRow>

/** Every department in the order of the tree's levels. */
export async function selectTree(db: Db): Promise<TreeRow[]> {
  return rowsOf(db, treeRow)`
    select d.id, d.name, d.parent_id as "parentId", d.path, d.sort, d.staff_count as "staffCount"
    from org.department d
    where d.company_id = ${db.companyId}
      and d.removed_at is null
    order by d.sort, d.id`
}

const levelRow = treeRow.extend({ totalCount: z.int(), hasChildren: z.boolean() })
export type LevelRow = z.output<typeof levelRow>

/** One level of the tree, with what lies below it summed up. */
export async function selectLevel(db: Db, parentId: string | null): Promise<LevelRow[]> {
  return rowsOf(db, levelRow)`
    select d.id, d.name, d.parent_id as "parentId", d.path, d.sort, d.staff_count as "staffCount",
      (
        select sum(b.staff_count)::int
        from org.department b
        where b.company_id = d.company_id and b.path >= d.path and b.path < d.path_end
      ) as "totalCount",
      exists (select from org.department c where c.company_id = d.company_id and c.parent_id = d.id and c.removed_at is null) as "hasChildren"
    from org.department d
    where d.company_id = ${db.companyId}
      and d.removed_at is null
      and ${parentId === null ? sql`d.parent_id is null` : sql`d.parent_id = ${parentId}`}
    order by d.sort, d.id`
}

/** Departments by a part of their name, every one of them, and all that lead to them. */
export async function searchDepartments(db: Db, keyWords: string): Promise<LevelRow[]> {
  return rowsOf(db, levelRow)`
    with hit as (
      select d.id, d.path
      from org.department d
      where d.company_id = ${db.companyId} and d.removed_at is null and strpos(d.name_key, ${keyWords.toLowerCase()}) > 0
    )
    select d.id, d.name, d.parent_id as "parentId", d.path, d.sort, d.staff_count as "staffCount",
      (
        select sum(b.staff_count)::int
        from org.department b
        where b.company_id = d.company_id and b.path >= d.path and b.path < d.path_end
      ) as "totalCount",
      exists (select from org.department c where c.company_id = d.company_id and c.parent_id = d.id and c.removed_at is null) as "hasChildren"
    from org.department d
    where d.company_id = ${db.companyId}
      and d.id in (select unnest(string_to_array(trim(both '/' from hit.path), '/'))::uuid from hit)
    order by d.sort, d.id`
}

export async function findDepartment(db: Db, id: string): Promise<Department | undefined> {
  return findOne(db, departmentRow)`
    select ${columns} from org.department d
    where d.company_id = ${db.companyId} and d.id = ${id} and d.removed_at is null`
}

/**
 * Takes the company's turn at changing the shape of the tree: of two moves that would make a circle together, the second sees the first.
 * The lock ends with the transaction.
 */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('org.department' || ${db.companyId}::text, 0))`.execute(db)
}

const departmentFactsRow = z.object({
  totalCount: z.int(),
  childCount: z.int(),
  pathName: z.string(),
  headName: z.string().nullable(),
})
export type DepartmentFacts = z.output<typeof departmentFactsRow>

export async function selectFacts(db: Db, id: string): Promise<DepartmentFacts> {
  const row = await findOne(db, departmentFactsRow)`
    select
      (
        select sum(b.staff_count)::int from org.department b
        where b.company_id = d.company_id and b.path >= d.path and b.path < d.path_end
      ) as "totalCount",
      (select count(*)::int from org.department c 
        where c.company_id = d.company_id and c.parent_id = d.id and c.removed_at is null) as "childCount",
      ${pathNameOf(sql`d`)} as "pathName",
      (select s.name from org.staff s where s.company_id = d.company_id and s.id = d.head_staff_id) as "headName"
    from org.department d
    where d.company_id = ${db.companyId} and d.id = ${id}`
  if (!row) throw new Error('the department was read in this transaction')
  return row
}

/** The names from the top, joined by /, of the department under an alias. */
export function pathNameOf(alias: ReturnType<typeof sql>) {
  return sql<string>`(
    select string_agg(up.name, '/' order by length(up.path))
    from org.department up
    where up.company_id = ${alias}.company_id
      and up.id = any (string_to_array(trim(both '/' from ${alias}.path), '/')::uuid[])
  )`
}

export interface NewDepartment {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly path: string
  readonly code?: string | null | undefined
  readonly sort?: number | undefined
  readonly headStaffId?: string | null | undefined
}

/** Parents before children. Without `sort` a department goes behind its siblings. */
export async function insertDepartments(db: Db, departments: readonly NewDepartment[]): Promise<void> {
  if (departments.length === 0) return
  await sql`
    insert into org.department (company_id, id, parent_id, name, path, code, head_staff_id, sort)
    select ${db.companyId}, x.id, x."parentId", x.name, x.path, x.code, x."headStaffId",
      coalesce(x.sort, (
        select max(d.sort) + 10 from org.department d
        where d.company_id = ${db.companyId} and d.parent_id is not distinct from x."parentId"
      ), 0)
    from jsonb_to_recordset(${JSON.stringify(departments)}::jsonb)
      as x(id uuid, name text, "parentId" uuid, path text, code text, sort integer, "headStaffId" uuid)`.execute(db)
}

export interface DepartmentChange {
  readonly name: string
  readonly parentId: string | null
  readonly code: string | null
  readonly sort: number
  readonly headStaffId: string | null
}

/** Undefined when the row has another version by now. */
export async function updateDepartment(
  db: Db,
  { id, version }: { id: string; version: number },
  change: DepartmentChange,
): Promise<Department | undefined> {
  return findOne(db, departmentRow)`
    update org.department d
    set name = ${change.name}, parent_id = ${change.parentId}, code = ${change.code}, sort = ${change.sort},
      head_staff_id = ${change.headStaffId}, version = d.version + 1
    where d.company_id = ${db.companyId} and d.id = ${id} and d.version = ${version} and d.removed_at is null
    returning ${columns}`
}

/** Writes a department's parent and its place among the siblings, whose numbers are made anew. Their versions stay: their content has not changed. */
export async function placeDepartment(
  db: Db,
  { id, parentId, beforeId }: { id: string; parentId: string | null; beforeId: string | null },
): Promise<void> {
  await sql`
    update org.department
    set parent_id = ${parentId}::uuid, version = version + 1
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
  await sql`
    with sibling as (
      select d.id, row_number() over (order by d.sort, d.id) * 2 as place
      from org.department d
      where d.company_id = ${db.companyId}
        and d.parent_id is not distinct from ${parentId}::uuid
        and d.removed_at is null
        and d.id <> ${id}
    ),
    place as (
      select sibling.id, sibling.place from sibling
      union all
      select ${id}::uuid, coalesce((select sibling.place - 1 from sibling where sibling.id = ${beforeId}::uuid), 2147483647)
    ),
    numbered as (select place.id, row_number() over (order by place.place) * 10 as sort from place)
    update org.department d
    set sort = numbered.sort
    from numbered
    where d.company_id = ${db.companyId}
      and d.id = numbered.id
      and d.sort <> numbered.sort`.execute(db)
}

/** Everything below a department, but not itself, goes below another: new paths in one statement. */
export async function movePathsBelow(db: Db, from: string, to: string): Promise<void> {
  await sql`
    update org.department d
    set path = ${to}::text || substr(d.path, ${from.length + 1}::int)
    where d.company_id = ${db.companyId}
      and d.path > ${from}
      and d.path < ${`${from.slice(0, -1)}0`}`.execute(db)
}

/** Every department from `from` down gets its new path, in one statement. */
export async function movePaths(db: Db, from: string, to: string): Promise<void> {
  await sql`
    update org.department d
    set path = ${to}::text || substr(d.path, ${from.length + 1}::int)
    where d.company_id = ${db.companyId}
      and d.path >= ${from}
      and d.path < ${`${from.slice(0, -1)}0`}`.execute(db)
}

const heightRow = z.object({ height: z.int() })

/** Levels from the highest to the deepest of a subtree, both counted. */
export async function heightOf(db: Db, path: string): Promise<number> {
  const row = await findOne(db, heightRow)`
    select coalesce(max(length(d.path) - length(replace(d.path, '/', ''))), 0)::int
      - (length(${path}::text) - length(replace(${path}::text, '/', ''))) + 1 as height
    from org.department d
    where d.company_id = ${db.companyId} and d.path >= ${path} and d.path < ${`${path.slice(0, -1)}0`}`
  return row?.height ?? 1
}

/** Puts the departments right below one under another; answers how many. Their paths must follow by `movePathsBelow`. */
export async function moveChildren(db: Db, from: string, to: string): Promise<number> {
  const moved = await changesOf(db)`
    update org.department set parent_id = ${to}, version = version + 1
    where company_id = ${db.companyId} and parent_id = ${from} and removed_at is null`
  return moved
}

/** The row stays for the dated memberships that name it; its name is free again. */
export async function removeDepartment(db: Db, id: string): Promise<void> {
  await sql`
    update org.department set removed_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
}

const scopedTreeRow = treeRow.extend({ isSelectable: z.boolean() })

/** The departments that a data scope covers, and those that lead to them. */
export async function selectScopedTree(db: Db, scope: SomeScope): Promise<(TreeRow & { isSelectable: boolean })[]> {
  return rowsOf(db, scopedTreeRow)`
    with covered as (
      select d.id, d.path
      from org.department d
      where d.company_id = ${db.companyId}
        and d.removed_at is null
        and d.id = any (org.departments_under(${db.companyId}, ${scope.subtreeIds}::uuid[]) || ${scope.departmentIds}::uuid[])
    ),
    shown as (
      select distinct unnest(string_to_array(trim(both '/' from covered.path), '/'))::uuid as id from covered
    )
    select d.id, d.name, d.parent_id as "parentId", d.path, d.sort, d.staff_count as "staffCount",
      d.id in (select covered.id from covered) as "isSelectable"
    from org.department d
    where d.company_id = ${db.companyId}
      and d.id in (select shown.id from shown)
    order by d.sort, d.id`
}

/** Which of these departments a data scope covers. */
export async function coveredDepartments(db: Db, scope: DataScope, ids: readonly string[]): Promise<Set<string>> {
  const covers =
    scope.kind === 'all'
      ? sql`true`
      : sql`(d.id = any (${scope.departmentIds}::uuid[]) or exists (
          select from org.department root
          where root.company_id = d.company_id and root.id = any (${scope.subtreeIds}::uuid[])
            and d.path >= root.path and d.path < root.path_end
        ))`
  const rows = await rowsOf(db, idRow)`
    select d.id
    from org.department d
    where d.company_id = ${db.companyId} and d.removed_at is null and d.id = any (${ids}::uuid[]) and ${covers}`
  return new Set(rows.map(({ id }) => id))
}
