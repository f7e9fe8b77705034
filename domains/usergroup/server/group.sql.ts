import { id } from '@kaopei/contract'
import { changesOf, countOf, type DataScope, type Db, dataScopeShape, findOne, hasRows, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'
import type { GroupRule } from '../contract/rule.ts'
import { livingCount } from './compute.sql.ts'
import { isSeen } from './scope.sql.ts'

const groupRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  /** All living members. */
  staffCount: z.int(),
  computedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
  rule: z.unknown(),
  ruleScope: dataScopeShape.nullable(),
})
export type Group = z.output<typeof groupRow>

const columns =
  sql.raw(`g.id, g.name, g.descript, g.kind, g.category_id as "categoryId", c.name as "categoryName", g.staff_count as "staffCount",
  g.computed_at as "computedAt", g.created_at as "createdAt", g.updated_at as "updatedAt", g.version, g.rule, g.rule_scope as "ruleScope"`)

export interface GroupSearch {
  readonly name?: string | undefined
  /** Any of these categories; null: groups without one. */
  readonly categoryIds?: readonly string[] | null | undefined
  readonly kind?: number | undefined
}

function found(companyId: string, { name, categoryIds, kind }: GroupSearch): RawBuilder<unknown> {
  const parts = [sql`g.company_id = ${companyId}`, sql`g.removed_at is null`]
  if (name) parts.push(sql`strpos(lower(g.name), ${name.toLowerCase()}) > 0`)
  if (categoryIds === null) parts.push(sql`g.category_id is null`)
  if (categoryIds) parts.push(sql`g.category_id = any (${categoryIds}::uuid[])`)
  if (kind !== undefined) parts.push(sql`g.kind = ${kind}`)
  return sql.join(parts, sql` and `)
}

/** Newest first. */
export async function selectGroups(
  db: Db,
  search: GroupSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<Group[]> {
  return rowsOf(db, groupRow)`
    select ${columns}
    from usergroup.staff_group g
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where ${found(db.companyId, search)}
    order by g.id desc
    offset ${offset} limit ${limit}`
}

export async function countGroups(db: Db, search: GroupSearch): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from usergroup.staff_group g where ${found(db.companyId, search)}`
}

export async function findGroup(db: Db, id: string): Promise<Group | undefined> {
  return findOne(db, groupRow)`
    select ${columns}
    from usergroup.staff_group g
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where g.company_id = ${db.companyId} and g.id = ${id} and g.removed_at is null`
}

/** As `findGroup`, and nobody else changes the group or its members until the end of the transaction. */
export async function lockGroup(db: Db, id: string): Promise<Group | undefined> {
  await sql`
    select from usergroup.staff_group g
    where g.company_id = ${db.companyId} and g.id = ${id} and g.removed_at is null
    for update`.execute(db)
  return findGroup(db, id)
}

const inScopeRow = z.object({ id, n: z.int() })

/** How many members of each group a data scope shows. */
export async function countInScope(db: Db, scope: DataScope, groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(db, inScopeRow)`
    select m.group_id as id, count(*)::int as n
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where m.company_id = ${db.companyId}
      and m.group_id = any (${groupIds}::uuid[])
      and s.removed_at is null
      and ${isSeen(db.companyId, scope)}
    group by m.group_id`
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function categoryExists(db: Db, id: string): Promise<boolean> {
  return hasRows(db)`select from usergroup.category where company_id = ${db.companyId} and id = ${id} for key share`
}

export interface NewGroup {
  readonly name: string
  readonly descript: string
  readonly categoryId: string | null
  readonly kind: number
  readonly rule: GroupRule | null
  readonly ruleScope: DataScope | null
  readonly isTimeBound: boolean
  readonly createdBy: string
}

export async function insertGroup(db: Db, group: NewGroup): Promise<string> {
  const { name, descript, categoryId, kind, rule, ruleScope, isTimeBound, createdBy } = group
  return idOf(db)`
    insert into usergroup.staff_group (company_id, name, descript, category_id, kind, rule, rule_scope, is_time_bound, created_by)
    values (${db.companyId}, ${name}, ${descript}, ${categoryId}, ${kind}, ${jsonOf(rule)}::jsonb, ${jsonOf(ruleScope)}::jsonb,
      ${isTimeBound}, ${createdBy})
    returning id`
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** False when the row has another version by now. */
export async function updateGroup(
  db: Db,
  { id, version }: { id: string; version: number },
  change: { name: string; descript: string; categoryId: string | null },
  now: Date,
): Promise<boolean> {
  const done = await changesOf(db)`
    update usergroup.staff_group
    set name = ${change.name}, descript = ${change.descript}, category_id = ${change.categoryId}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version} and removed_at is null`
  return done === 1
}

export async function setRule(
  db: Db,
  id: string,
  { rule, ruleScope, isTimeBound }: { rule: GroupRule; ruleScope: DataScope | null; isTimeBound: boolean },
): Promise<void> {
  await sql`
    update usergroup.staff_group
    set rule = ${JSON.stringify(rule)}::jsonb, rule_scope = ${jsonOf(ruleScope)}::jsonb, is_time_bound = ${isTimeBound}
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
}

/** The row stays for whoever attached the group; its name is free again, its members are none. */
export async function removeGroup(db: Db, id: string, now: Date): Promise<void> {
  await sql`delete from identity.group_member where company_id = ${db.companyId} and group_id = ${id}`.execute(db)
  await sql`
    update usergroup.staff_group
    set removed_at = ${now}, staff_count = 0, is_time_bound = false, version = version + 1
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
}

/** Counts the living members and answers how many they are. */
export async function recountGroup(db: Db, id: string): Promise<number> {
  return countOf(db)`
    update usergroup.staff_group set staff_count = (${livingCount(db.companyId, sql`${id}::uuid`)})
    where company_id = ${db.companyId} and id = ${id}
    returning staff_count as count`
}
