/** Candidates who come and go with the groups of an exam. */
import { id } from '@kaopei/contract'
import { changesOf, type DataScope, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { membersOfGroups, membersOfSnapshot } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AttachedGroup, forMany, isIn } from './groups.sql.ts'

const live = lit(attachMode.live)

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
