import { id } from '@kaopei/contract'
import type { DB } from '@kaopei/db/types'
import { type Db, findOne, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'

// What other rooms ask of groups.

type StaffIds = SelectQueryBuilder<DB, 'identity.group_member' | 'org.person', { id: string }>

/** The ids of whoever is in these groups now, without removed people, for `staff_id in (…)`: live membership. Somebody in two groups is there twice. */
export function membersOfGroups(db: Db, groupIds: readonly string[]): StaffIds {
  return db
    .selectFrom('identity.group_member')
    .innerJoin('org.person', (join) =>
      join
        .onRef('org.person.company_id', '=', 'identity.group_member.company_id')
        .onRef('org.person.id', '=', 'identity.group_member.staff_id'),
    )
    .select(sql<string>`org.person.id`.as('id'))
    .where('identity.group_member.company_id', '=', db.companyId)
    .where('org.person.removed_at', 'is', null)
    .where(sql<boolean>`identity.group_member.group_id = any (${groupIds}::uuid[])`)
}

/** Of these groups those in which somebody is now. */
export function groupsHolding(db: Db, staffId: string, groupIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select m.group_id as id
    from identity.group_member m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.group_id = any (${groupIds}::uuid[])`
}

const groupCardRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  staffCount: z.int(),
  isRemoved: z.boolean(),
})
export type GroupCard = z.output<typeof groupCardRow>

/** These groups, removed ones too; ids of none in the company are left out. */
export async function groupsByIds(db: Db, ids: readonly string[]): Promise<GroupCard[]> {
  return rowsOf(db, groupCardRow)`
    select g.id, g.name, g.descript, g.kind, g.staff_count as "staffCount", g.removed_at is not null as "isRemoved"
    from usergroup.staff_group g
    where g.company_id = ${db.companyId} and g.id = any (${ids}::uuid[])
    order by g.id desc`
}

const heldGroupRow = z.object({ id, name: z.string(), kind: groupKind.schema })
export type HeldGroup = z.output<typeof heldGroupRow>

/** Of these groups those that are there, held: their kind and rule stay until the transaction ends. */
export async function holdGroups(db: Db, ids: readonly string[]): Promise<HeldGroup[]> {
  return rowsOf(db, heldGroupRow)`
    select g.id, g.name, g.kind from usergroup.staff_group g
    where g.company_id = ${db.companyId}
      and g.removed_at is null
      and g.id = any (${ids}::uuid[])
    for share`
}

/** The ids of the groups that somebody is in now, for `group_id in (…)`. */
export function groupsWith(db: Db, staffId: string): RawBuilder<unknown> {
  return sql`
    select m.group_id as id
    from identity.group_member m
    join usergroup.staff_group g on g.company_id = m.company_id and g.id = m.group_id
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and g.removed_at is null`
}

const snapshotOfGroupsRow = z.object({ snapshotId: id, staffCount: z.int() })

/** Keeps who is in these groups at this moment; whatever becomes of the groups, `membersOfSnapshot` goes on answering these people. */
export async function snapshotOfGroups(
  db: Db,
  groupIds: readonly string[],
  now: Date,
): Promise<{ snapshotId: string; staffCount: number }> {
  const row = await findOne(db, snapshotOfGroupsRow)`
    with made as (select kit.new_id() as id),
    kept as (
      insert into usergroup.snapshot_member (company_id, snapshot_id, staff_id)
      select distinct ${db.companyId}::uuid, made.id, members.id
      from made
      cross join (${membersOfGroups(db, groupIds)}) members
      returning 1
    )
    insert into usergroup.snapshot (company_id, id, group_ids, staff_count, taken_at)
    select ${db.companyId}, made.id, ${groupIds}::uuid[], (select count(*) from kept), ${now}
    from made
    returning id as "snapshotId", staff_count as "staffCount"`
  if (!row) throw new Error('an insert answers its row')
  return row
}

type SnapshotIds = SelectQueryBuilder<DB, 'usergroup.snapshot_member' | 'org.person', { id: string }>

/** The ids of the people of a snapshot who have not been removed since. */
export function membersOfSnapshot(db: Db, snapshotId: string): SnapshotIds {
  return db
    .selectFrom('usergroup.snapshot_member')
    .innerJoin('org.person', (join) =>
      join
        .onRef('org.person.company_id', '=', 'usergroup.snapshot_member.company_id')
        .onRef('org.person.id', '=', 'usergroup.snapshot_member.staff_id'),
    )
    .select(sql<string>`org.person.id`.as('id'))
    .where('usergroup.snapshot_member.company_id', '=', db.companyId)
    .where('usergroup.snapshot_member.snapshot_id', '=', snapshotId)
    .where('org.person.removed_at', 'is', null)
}

/** Who was in the groups of each snapshot, removed since or not: rows of `snapshot_id` and `staff_id`, to be joined. */
export const peopleOfSnapshots = (db: Db): RawBuilder<unknown> => sql`(
  select n.snapshot_id, n.staff_id from usergroup.snapshot_member n where n.company_id = ${db.companyId})`
