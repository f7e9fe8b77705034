import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
/** User groups of an exam, and the candidates who come and go with them. */
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, dataScopeShape, findOne, hasRows, idRow, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { membersOfGroups, membersOfSnapshot, peopleOfSnapshots } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'

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

const joinedRow = z.object({
  added: z.int(),
  /** All who belong on the list by these groups, `added` among them. */
  eligible: z.int(),
})
export type Joined = z.output<typeof joinedRow>

/** Puts everybody of followed groups on the list who is not there. Only who comes is written. */
export async function insertFollowed(
  db: Db,
  { examId, groups, now }: { examId: string; groups: readonly AttachedGroup[]; now: Date },
): Promise<Joined> {
  return forMany(db, async () => {
    const row = await findOne(db, joinedRow)`
      with wanted as materialized (${peopleOf(db, groups)}),
      added as (
        insert into exam.candidate (company_id, exam_id, staff_id, added_at, department_id, is_chosen)
        select ${db.companyId}, ${examId}, w.id, ${now}, w.department_id, false
        from wanted w
        where not exists (
          select from exam.candidate c where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = w.id
        )
        -- In the order of the keys that are written and looked up.
        order by w.id
        on conflict do nothing
        returning 1
      )
      select (select count(*)::int from added) as added, (select count(*)::int from wanted) as eligible
    `
    return row ?? { added: 0, eligible: 0 }
  })
}

/** Puts the people of a snapshot on the list, to stay: whoever was there by a group is chosen from now on. */
export async function insertSnapshot(
  db: Db,
  { examId, snapshotId, scope, now }: { examId: string; snapshotId: string; scope: DataScope; now: Date },
): Promise<Joined> {
  return forMany(db, async () => {
    const row = await findOne(db, joinedRow)`
      with wanted as materialized (
        select s.id, s.department_id
        from (${membersOfSnapshot(db, snapshotId)}) m
        join org.person s on s.company_id = ${db.companyId} and s.id = m.id
        where s.is_enabled and ${isIn(db, scope, sql`s.id`)}
      ),
      written as (
        insert into exam.candidate (company_id, exam_id, staff_id, added_at, department_id)
        select ${db.companyId}, ${examId}, w.id, ${now}, w.department_id from wanted w order by w.id
        on conflict (company_id, exam_id, staff_id) do update set is_chosen = true where not candidate.is_chosen
        returning (xmax = 0) as is_new
      )
      select (select count(*)::int from written where is_new) as added, (select count(*)::int from wanted) as eligible
    `
    return row ?? { added: 0, eligible: 0 }
  })
}

/** Somebody is on the list whom no followed group has any more, and who has not begun. */
export async function hasFormer(
  db: Db,
  { examId, groups }: { examId: string; groups: readonly AttachedGroup[] },
): Promise<boolean> {
  return forMany(db, async () => {
    return hasRows(db)`
      with wanted as materialized (${peopleOf(db, groups)})
      select from exam.candidate c where ${isFormer(db.companyId, examId)} limit 1
    `
  })
}

/** Takes them off. Nobody may be starting meanwhile (`lockTimes`): an attempt is never taken away. */
export async function deleteFormer(
  db: Db,
  { examId, groups }: { examId: string; groups: readonly AttachedGroup[] },
): Promise<number> {
  return forMany(db, async () => {
    return changesOf(db)`
      with wanted as materialized (${peopleOf(db, groups)})
      delete from exam.candidate c where ${isFormer(db.companyId, examId)}
    `
  })
}

const isFormer = (companyId: string, examId: string) => sql`
  c.company_id = ${companyId}
  and c.exam_id = ${examId}
  and not c.is_chosen
  and not exists (select from wanted w where w.id = c.staff_id)
  and not exists (
    select from sitting.standing a where a.company_id = c.company_id and a.owner_id = c.exam_id and a.staff_id = c.staff_id
  )`

/** Somebody who came by one of these groups is outside the scope. */
export async function hasStrangers(
  db: Db,
  { examId, groupIds, scope }: { examId: string; groupIds: readonly string[]; scope: DataScope },
): Promise<boolean> {
  if (scope.kind === 'all') return false
  return hasRows(db)`
    select
    from exam.candidate c
    where c.company_id = ${db.companyId}
      and c.exam_id = ${examId}
      and not c.is_chosen
      and c.staff_id in (${membersOfGroups(db, groupIds)})
      and not ${isIn(db, scope, sql`c.staff_id`)}
    limit 1
  `
}

const namedRow = z.object({ id, name: z.string() })

/** Names of those among them whom a followed group would bring back at once. */
export async function selectHeld(db: Db, examId: string, staffIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return rowsOf(db, namedRow)`
    select s.id, s.name
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id and s.is_enabled and s.removed_at is null
    where c.company_id = ${db.companyId}
      and c.exam_id = ${examId}
      and c.staff_id = any(${staffIds}::uuid[])
      and exists (
        select from exam.exam_group g
        join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = c.staff_id
        where g.company_id = c.company_id and g.exam_id = c.exam_id and g.mode = ${live} and (g.scope is null or not c.is_chosen)
      )
    order by s.name
  `
}

/** From now on only their groups keep them on the list. */
export async function updateUnchosen(db: Db, examId: string, staffIds: readonly string[]): Promise<void> {
  await sql`
    update exam.candidate set is_chosen = false
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = any(${staffIds}::uuid[])
  `.execute(db)
}

/** Somebody of a followed group who comes before the list has been brought up to date. */
export async function insertOneFollowed(
  db: Db,
  { examId, staffId, now }: { examId: string; staffId: string; now: Date },
): Promise<void> {
  await sql`
    insert into exam.candidate (company_id, exam_id, staff_id, added_at, department_id, is_chosen)
    select s.company_id, ${examId}, s.id, ${now}, s.department_id, false
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId}
    on conflict do nothing
  `.execute(db)
}

export interface Marks {
  readonly ids: readonly string[]
  readonly earliest: Date | null
}

const marksRow = z.object({ id, at: z.date() })

/** What changed about the groups of this exam since it was last brought up to date. */
export async function selectMarks(db: Db, examId: string): Promise<Marks> {
  const rows = await rowsOf(db, marksRow)`
    select m.id, m.marked_at as at
    from exam.group_mark m
    where m.company_id = ${db.companyId} and m.exam_id = ${examId}
    order by m.marked_at
    limit 10000
  `
  return { ids: rows.map(({ id }) => id), earliest: rows[0]?.at ?? null }
}

export async function deleteMarks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from exam.group_mark where company_id = ${db.companyId} and id = any(${ids}::uuid[])`.execute(db)
}

/** Marks an exam that follows a group. */
export async function markExam(db: Db, examId: string): Promise<void> {
  await sql`
    insert into exam.group_mark (company_id, exam_id)
    select distinct g.company_id, g.exam_id
    from exam.exam_group g
    where g.company_id = ${db.companyId} and g.exam_id = ${examId} and g.mode = ${live}
  `.execute(db)
}

/** Marks the exams that follow a group with one of these people; null: with anybody. */
export async function markExamsOf(db: Db, staffIds: readonly string[] | null): Promise<void> {
  const concerned =
    staffIds === null
      ? sql`true`
      : sql`exists (
          select from usergroup.member m
          where m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = any(${staffIds}::uuid[])
        )`
  await sql`
    insert into exam.group_mark (company_id, exam_id)
    select distinct g.company_id, g.exam_id
    from exam.exam_group g
    join exam.exam e on e.company_id = g.company_id and e.id = g.exam_id and e.removed_at is null
    where g.company_id = ${db.companyId}
      and g.mode = ${live}
      and (e.status = ${lit(examStatus.draft)} or (e.status = ${lit(examStatus.published)} and (e.admission_end_at is null or e.admission_end_at > now())))
      and ${concerned}
  `.execute(db)
}

const markedExamRow = z.object({ companyId: id, examId: id })
export type MarkedExam = z.output<typeof markedExamRow>

/** Of every company. */
export async function findMarkedExams(db: Db, most: number): Promise<MarkedExam[]> {
  return rowsOf(db, markedExamRow)`
    select company_id as "companyId", exam_id as "examId" from exam.marked_exams(${most})`
}

/** Enabled people of these groups, each once, within the scope of whoever attached the group. */
function peopleOf(db: Db, groups: readonly AttachedGroup[]): RawBuilder<unknown> {
  const byScope = new Map<string, { scope: DataScope; ids: string[] }>()
  for (const { id, scope } of groups) {
    const key = JSON.stringify(scope)
    const held = byScope.get(key) ?? { scope: scope ?? { kind: 'all' as const }, ids: [] }
    byScope.set(key, { ...held, ids: [...held.ids, id] })
  }
  const branches = [...byScope.values()].map(
    ({ scope, ids }) => sql`
      select distinct s.id, s.department_id
      from (${membersOfGroups(db, ids)}) m
      join org.person s on s.company_id = ${db.companyId} and s.id = m.id
      where s.is_enabled and ${isIn(db, scope, sql`s.id`)}`,
  )
  if (branches.length === 0) return sql`select s.id, s.department_id from org.person s where false`
  return sql.join(branches, sql` union `)
}

function isIn(db: Db, scope: DataScope, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return scope.kind === 'all' ? sql`true` : sql`(${staffId} in (${scopedStaff(db, scope)}))`
}

/** The planner takes tables for small until they are analysed, in the minute after an import: joined one by one, many people take for ever. */
async function forMany<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(db)
  return result
}
