/** User groups of an exam. */
import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, dataScopeShape, hasRows, idRow, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { membersOfGroups, peopleOfSnapshots } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const live = lit(attachMode.live)

const attachedGroupRow = z.object({
  id,
  mode: attachMode.schema,
  /** Null: everybody. */
  scope: dataScopeShape.nullable(),
})
export type AttachedGroup = z.output<typeof attachedGroupRow>

export async function selectAttached(db: Db, examId: string): Promise<AttachedGroup[]> {
  return rowsOf(db, attachedGroupRow)`
    select g.group_id as id, g.mode, g.scope
    from exam.exam_group g
    where g.company_id = ${db.companyId} and g.exam_id = ${examId}
    order by g.group_id
  `
}

const groupRow = z.object({
  id,
  name: z.string(),
  mode: attachMode.schema,
  staffCount: z.int(),
  isRemoved: z.boolean(),
  attachedByName: z.string().nullable(),
  attachedAt: z.date(),
})
export type GroupRow = z.output<typeof groupRow>

const groupPageRow = groupRow.omit({ staffCount: true })

export async function selectGroupPage(
  db: Db,
  { examId, scope, limit, offset }: { examId: string; scope: DataScope; limit: number; offset: number },
): Promise<GroupRow[]> {
  const rows = await rowsOf(db, groupPageRow)`
    select g.group_id as id, u.name, g.mode, u.removed_at is not null as "isRemoved", by.name as "attachedByName",
      g.attached_at as "attachedAt"
    from exam.exam_group g
    join usergroup.group_card u on u.company_id = g.company_id and u.id = g.group_id
    left join org.person by on by.company_id = g.company_id and by.id = g.attached_by
    where g.company_id = ${db.companyId} and g.exam_id = ${examId}
    order by g.attached_at desc, g.group_id
    limit ${limit} offset ${offset}
  `
  const counts = await countPeople(db, { examId, groupIds: rows.map(({ id }) => id), scope })
  return rows.map((row) => ({ ...row, staffCount: counts.get(row.id) ?? 0 }))
}

const peopleRow = z.object({ id, count: z.int() })

/** Living people by group: its members now, or those of the snapshot, as far as the scope reaches. */
async function countPeople(
  db: Db,
  { examId, groupIds, scope }: { examId: string; groupIds: readonly string[]; scope: DataScope },
): Promise<Map<string, number>> {
  const attached = sql`
    select g.group_id, g.snapshot_id from exam.exam_group g
    where g.company_id = ${db.companyId} and g.exam_id = ${examId} and g.group_id = any(${groupIds}::uuid[])`
  const rows = await forMany(db, async () => {
    return rowsOf(db, peopleRow)`
      select p.group_id as id, count(*)::int as count
      from (
        select g.group_id, m.staff_id
        from (${attached} and g.mode = ${live}) g
        join usergroup.member m on m.company_id = ${db.companyId} and m.group_id = g.group_id
        union all
        select g.group_id, n.staff_id
        from (${attached} and g.mode = ${lit(attachMode.snapshot)}) g
        join ${peopleOfSnapshots(db)} n on n.snapshot_id = g.snapshot_id
      ) p
      join org.person s on s.company_id = ${db.companyId} and s.id = p.staff_id and s.removed_at is null
      where ${isIn(db, scope, sql`s.id`)}
      group by p.group_id
    `
  })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function countGroups(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from exam.exam_group g where g.company_id = ${db.companyId} and g.exam_id = ${examId}
  `
}

/** Of these groups those with people, none of whom the scope shows: they are not the caller's to attach. */
export async function selectUnseen(db: Db, groupIds: readonly string[], scope: DataScope): Promise<{ id: string }[]> {
  if (scope.kind === 'all') return []
  return rowsOf(db, idRow)`
    select m.group_id as id
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id and s.removed_at is null
    where m.company_id = ${db.companyId} and m.group_id = any(${groupIds}::uuid[])
    group by m.group_id
    having bool_and(not ${isIn(db, scope, sql`s.id`)})
  `
}

/** People of these groups, each once, whether they may sit or not. */
export async function countMembers(db: Db, groupIds: readonly string[]): Promise<number> {
  return countOf(db)`
    select count(distinct m.id)::int as count from (${membersOfGroups(db, groupIds)}) m
  `
}

/** Whether somebody from outside the company is in one of these groups. */
export async function hasOutsideMembers(db: Db, groupIds: readonly string[]): Promise<boolean> {
  return hasRows(db)`
    select
    from (${membersOfGroups(db, groupIds)}) m
    join org.person s on s.company_id = ${db.companyId} and s.id = m.id
    where s.staff_source = ${lit(staffSource.outside)}
    limit 1
  `
}

export async function upsertAttached(
  db: Db,
  given: {
    examId: string
    groupIds: readonly string[]
    mode: number
    scope: DataScope
    snapshotId: string | null
    actorId: string
    now: Date
  },
): Promise<void> {
  const { examId, groupIds, mode, snapshotId, actorId, now } = given
  const scope = given.scope.kind === 'all' ? null : JSON.stringify(given.scope)
  await sql`
    insert into exam.exam_group (company_id, exam_id, group_id, mode, scope, snapshot_id, attached_by, attached_at)
    select ${db.companyId}, ${examId}, n.id, ${mode}, ${scope}::jsonb, ${snapshotId}, ${actorId}, ${now}
    from unnest(${groupIds}::uuid[]) as n (id)
    on conflict (company_id, exam_id, group_id) do update
    set mode = excluded.mode, scope = excluded.scope, snapshot_id = excluded.snapshot_id, attached_by = excluded.attached_by,
      attached_at = excluded.attached_at
  `.execute(db)
}

export async function deleteAttached(db: Db, examId: string, groupIds: readonly string[]): Promise<void> {
  await sql`
    delete from exam.exam_group
    where company_id = ${db.companyId} and exam_id = ${examId} and group_id = any(${groupIds}::uuid[])
  `.execute(db)
}

/** Followed groups of one exam for another. Who copies reaches no further than their own scope; of two scopes neither can say where both end. */
export async function copyFollowed(
  db: Db,
  { from, to, scope, actorId, now }: { from: string; to: string; scope: DataScope; actorId: string; now: Date },
): Promise<void> {
  const own = scope.kind === 'all' ? null : JSON.stringify(scope)
  await sql`
    insert into exam.exam_group (company_id, exam_id, group_id, mode, scope, attached_by, attached_at)
    select g.company_id, ${to}, g.group_id, ${live}, coalesce(g.scope, ${own}::jsonb), ${actorId}, ${now}
    from exam.exam_group g
    join usergroup.group_card u on u.company_id = g.company_id and u.id = g.group_id and u.removed_at is null
    where g.company_id = ${db.companyId}
      and g.exam_id = ${from}
      and g.mode = ${live}
      and (g.scope is null or ${own}::jsonb is null or g.scope = ${own}::jsonb)
  `.execute(db)
}

export function isIn(db: Db, scope: DataScope, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return scope.kind === 'all' ? sql`true` : sql`(${staffId} in (${scopedStaff(db, scope)}))`
}

/** The planner takes tables for small until they are analysed, in the minute after an import: joined one by one, many people take for ever. */
export async function forMany<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(db)
  return result
}
