import { id } from '@kaopei/contract'
import { type Db, dataScopeShape, findOne, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'
import { groupRule } from '../contract/rule.ts'
import { holds, type RuleOfGroup } from './rule.sql.ts'

/** In `changed_staff`: everybody. */
export const everybody = '00000000-0000-0000-0000-000000000000'

export interface DynamicGroup extends RuleOfGroup {
  readonly id: string
}

const storedRuleRow = z.object({ id, rule: z.unknown(), scope: dataScopeShape.nullable() })
type StoredRule = z.output<typeof storedRuleRow>

export function ruleOf({ rule, scope }: Pick<StoredRule, 'rule' | 'scope'>): RuleOfGroup {
  return { rule: groupRule.parse(rule), scope: scope ?? { kind: 'all' } }
}

/** Dynamic groups, locked against other computations until the end of the transaction. Without `ids` all. */
export async function lockDynamicGroups(db: Db, ids?: readonly string[]): Promise<DynamicGroup[]> {
  const rows = await rowsOf(db, storedRuleRow)`
    select g.id, g.rule, g.rule_scope as scope
    from usergroup.staff_group g
    where g.company_id = ${db.companyId}
      and g.kind = ${lit(groupKind.ruled)}
      and g.removed_at is null
      and (${ids ?? null}::uuid[] is null or g.id = any (${ids ?? null}::uuid[]))
    order by g.id
    for update`
  return rows.map((row) => ({ id: row.id, ...ruleOf(row) }))
}

export async function dynamicGroupIds(db: Db): Promise<string[]> {
  return groupIdsOf(db, sql`company_id = ${db.companyId} and kind = ${lit(groupKind.ruled)} and removed_at is null`)
}

/** Groups that depend on the calendar and were last computed on an earlier day. */
export async function staleTimeBoundIds(db: Db, today: string): Promise<string[]> {
  return groupIdsOf(
    db,
    sql`company_id = ${db.companyId} and is_time_bound and removed_at is null
      and coalesce(
        (computed_at at time zone (select time_zone from identity.company_card where id = ${db.companyId}))::date < ${today}::date,
        true
      )`,
  )
}

async function groupIdsOf(db: Db, which: RawBuilder<unknown>): Promise<string[]> {
  return idsOf(db)`select id from usergroup.staff_group where ${which} order by id`
}

const computedRow = z.object({ addedCount: z.int(), removedCount: z.int(), staffCount: z.int() })
export type Computed = z.output<typeof computedRow>

/** Makes a group's members those whom its rule finds; only who comes and who goes is written. */
export async function computeGroup(
  db: Db,
  { id, ...rule }: DynamicGroup,
  { today, now }: { today: string; now: Date },
): Promise<Computed> {
  const row = await findOne(db, computedRow)`
    with wanted as materialized (
      select s.id from org.person s where ${holds(db.companyId, rule, today)}
    ),
    gone as (
      delete from identity.group_member m
      where m.company_id = ${db.companyId} and m.group_id = ${id}
        and not exists (select from wanted w where w.id = m.staff_id)
      returning 1
    ),
    come as (
      insert into identity.group_member (company_id, group_id, staff_id, since)
      select ${db.companyId}, ${id}, w.id, ${now} from wanted w
      where not exists (
        select from identity.group_member m where m.company_id = ${db.companyId} and m.group_id = ${id} and m.staff_id = w.id
      )
      on conflict do nothing
      returning 1
    )
    update usergroup.staff_group g
    set staff_count = (select count(*) from wanted), computed_at = ${now}
    where g.company_id = ${db.companyId} and g.id = ${id}
    returning g.staff_count as "staffCount", (select count(*)::int from come) as "addedCount", (select count(*)::int from gone) as "removedCount"`
  if (!row) throw new Error('the group was locked in this transaction')
  return row
}

/** Puts these people into the groups that they fit now and out of those they do not; one statement for all the groups. */
export async function followStaff(
  db: Db,
  groups: readonly DynamicGroup[],
  staffIds: readonly string[],
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const wanted = groups.map(
    ({ id, ...rule }) => sql`
      select ${id}::uuid as group_id, s.id as staff_id
      from org.person s
      where s.id = any (${staffIds}::uuid[]) and ${holds(db.companyId, rule, today)}`,
  )
  await sql`
    with wanted as materialized (${sql.join(wanted, sql` union all `)}),
    gone as (
      delete from identity.group_member m
      where m.company_id = ${db.companyId}
        and m.group_id = any (${groups.map(({ id }) => id)}::uuid[])
        and m.staff_id = any (${staffIds}::uuid[])
        and not exists (select from wanted w where w.group_id = m.group_id and w.staff_id = m.staff_id)
      returning m.group_id
    ),
    come as (
      insert into identity.group_member (company_id, group_id, staff_id, since)
      select ${db.companyId}, w.group_id, w.staff_id, ${now} from wanted w
      on conflict do nothing
      returning group_id
    ),
    change as (
      select group_id, sum(n)::int as n
      from (select group_id, 1 as n from come union all select group_id, -1 from gone) changes
      group by group_id
    )
    update usergroup.staff_group g
    set staff_count = g.staff_count + change.n
    from change
    where g.company_id = ${db.companyId} and g.id = change.group_id`.execute(db)
}

/** Counts the living members of static groups again: those with some of these people, or all. */
export async function recountStatic(db: Db, staffIds: readonly string[] | null): Promise<void> {
  const concerned =
    staffIds === null
      ? sql`true`
      : sql`g.id in (
          select m.group_id from identity.group_member m where m.company_id = ${db.companyId} and m.staff_id = any (${staffIds}::uuid[])
        )`
  await sql`
    update usergroup.staff_group g
    set staff_count = c.n
    from usergroup.staff_group old
    cross join lateral (${livingCount(db.companyId, sql`old.id`)}) c (n)
    where g.company_id = ${db.companyId} and g.kind = ${lit(groupKind.chosen)} and g.removed_at is null and ${concerned}
      and old.company_id = g.company_id and old.id = g.id
      and g.staff_count <> c.n`.execute(db)
}

export function livingCount(companyId: string, groupId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select count(*)::int
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where m.company_id = ${companyId} and m.group_id = ${groupId} and s.removed_at is null`
}

export async function markChanged(db: Db, staffIds: readonly string[] | null): Promise<void> {
  await sql`
    insert into usergroup.changed_staff (company_id, staff_id)
    select ${db.companyId}, unnest(${staffIds ?? [everybody]}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Takes the marks: whoever changes from here on leaves a new one. */
export async function takeChanged(db: Db): Promise<string[]> {
  return idsOf(db)`
    delete from usergroup.changed_staff where company_id = ${db.companyId} returning staff_id as id`
}

/** Across companies, so by a function that tells nothing but companies. */
export async function companiesWithTimeBoundGroups(db: Db): Promise<string[]> {
  return idsOf(db)`select c as id from usergroup.companies_with_time_bound_groups() c`
}
