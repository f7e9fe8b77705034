import type { DataScope, Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { GroupRule } from '../contract/rule.ts'
import { livingCount } from './compute.sql.ts'
import { isSeen } from './scope.sql.ts'

export interface Group {
  readonly id: string
  readonly name: string
  readonly descript: string
  readonly kind: number
  readonly categoryId: string | null
  readonly categoryName: string | null
  /** All living members. */
  readonly staffCount: number
  readonly computedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly version: number
  readonly rule: unknown
  readonly ruleScope: DataScope | null
}

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
  const { rows } = await sql<Group>`
    select ${columns}
    from usergroup.staff_group g
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where ${found(db.companyId, search)}
    order by g.id desc
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countGroups(db: Db, search: GroupSearch): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from usergroup.staff_group g where ${found(db.companyId, search)}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function findGroup(db: Db, id: string): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select ${columns}
    from usergroup.staff_group g
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where g.company_id = ${db.companyId} and g.id = ${id} and g.removed_at is null`.execute(db)
  return rows[0]
}

/** As `findGroup`, and nobody else changes the group or its members until the end of the transaction. */
export async function lockGroup(db: Db, id: string): Promise<Group | undefined> {
  await sql`
    select from usergroup.staff_group g
    where g.company_id = ${db.companyId} and g.id = ${id} and g.removed_at is null
    for update`.execute(db)
  return findGroup(db, id)
}

/** How many members of each group a data scope shows. */
export async function countInScope(db: Db, scope: DataScope, groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select m.group_id as id, count(*)::int as n
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where m.company_id = ${db.companyId}
      and m.group_id = any (${groupIds}::uuid[])
      and s.removed_at is null
      and ${isSeen(db.companyId, scope)}
    group by m.group_id`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function categoryExists(db: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from usergroup.category where company_id = ${db.companyId} and id = ${id} for key share`.execute(db)
  return rows.length > 0
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
  const { rows } = await sql<{ id: string }>`
    insert into usergroup.staff_group (company_id, name, descript, category_id, kind, rule, rule_scope, is_time_bound, created_by)
    values (${db.companyId}, ${name}, ${descript}, ${categoryId}, ${kind}, ${jsonOf(rule)}::jsonb, ${jsonOf(ruleScope)}::jsonb,
      ${isTimeBound}, ${createdBy})
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an insert answers its row')
  return row.id
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** False when the row has another version by now. */
export async function updateGroup(
  db: Db,
  { id, version }: { id: string; version: number },
  change: { name: string; descript: string; categoryId: string | null },
  now: Date,
): Promise<boolean> {
  const done = await sql`
    update usergroup.staff_group
    set name = ${change.name}, descript = ${change.descript}, category_id = ${change.categoryId}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version} and removed_at is null`.execute(db)
  return Number(done.numAffectedRows ?? 0n) === 1
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
  await sql`delete from usergroup.member where company_id = ${db.companyId} and group_id = ${id}`.execute(db)
  await sql`
    update usergroup.staff_group
    set removed_at = ${now}, staff_count = 0, is_time_bound = false, version = version + 1
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
}

/** Counts the living members and answers how many they are. */
export async function recountGroup(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    update usergroup.staff_group set staff_count = (${livingCount(db.companyId, sql`${id}::uuid`)})
    where company_id = ${db.companyId} and id = ${id}
    returning staff_count as n`.execute(db)
  return rows[0]?.n ?? 0
}
