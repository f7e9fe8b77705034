import { id } from '@kaopei/contract'
/** What candidates and user groups have instead of an exam's times. Who reads what comes out of it asks `exam.own_times`. */
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { overrideTarget } from '../../contract/exam-overrides.ts'
import { noClose, storedTimesShape, type TimeOverride } from '../rules/override.ts'
import { closeFor } from './change.sql.ts'

const group = lit(overrideTarget.group)

const stored = (alias: string) => {
  const columns = ['opens_at', 'closes_at', 'limit_minutes', 'attempts_allowed', 'extra_percent', 'extra_minutes']
  return sql`exam.stored_times(${sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))})`
}

const overrideRow = z.object({
  kind: overrideTarget.schema,
  targetId: id,
  name: z.string(),
  department: z.string().nullable(),
  candidateCount: z.int().nullable(),
  stored: storedTimesShape,
  reason: z.string(),
  changedByName: z.string().nullable(),
  changedAt: z.date(),
})
export type OverrideRow = z.output<typeof overrideRow>

type Page = { examId: string; scope: DataScope; limit: number; offset: number }

/** Groups first; of the people those whom the scope shows. */
export async function selectOverridePage(db: Db, { examId, scope, limit, offset }: Page): Promise<OverrideRow[]> {
  return rowsOf(db, overrideRow)`
    select p.kind,
      p.target_id as "targetId",
      coalesce(s.name, u.name) as name,
      d.name as department,
      case when p.kind = ${group} then (
        select count(*)::int
        from usergroup.member m
        join exam.candidate c on c.company_id = m.company_id and c.exam_id = ${examId} and c.staff_id = m.staff_id
        where m.company_id = ${db.companyId} and m.group_id = p.target_id and ${isIn(db, scope, sql`m.staff_id`)}
      ) end as "candidateCount",
      p.stored,
      p.reason,
      by.name as "changedByName",
      p.changed_at as "changedAt"
    from (${overridesOf(db, { examId, scope })} order by kind desc, changed_at desc, target_id limit ${limit} offset ${offset}) p
    left join org.person s on p.kind = ${lit(overrideTarget.person)} and s.company_id = ${db.companyId} and s.id = p.target_id
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = s.department_id
    left join usergroup.group_card u on p.kind = ${group} and u.company_id = ${db.companyId} and u.id = p.target_id
    left join org.person by on by.company_id = ${db.companyId} and by.id = p.changed_by
    order by p.kind desc, p.changed_at desc, p.target_id
  `
}

export async function countOverrides(db: Db, given: { examId: string; scope: DataScope }): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from (${overridesOf(db, given)}) p
  `
}

function overridesOf(db: Db, { examId, scope }: { examId: string; scope: DataScope }): RawBuilder<unknown> {
  return sql`
    select ${lit(overrideTarget.person)} as kind, o.staff_id as target_id, ${stored('o')} as stored, o.reason, o.changed_by, o.changed_at
    from exam.candidate_override o
    where o.company_id = ${db.companyId} and o.exam_id = ${examId} and ${isIn(db, scope, sql`o.staff_id`)}
    union all
    select ${group}, g.group_id, ${stored('g')}, g.reason, g.changed_by, g.changed_at
    from exam.group_override g
    where g.company_id = ${db.companyId} and g.exam_id = ${examId}`
}

const targetRow = z.object({
  id,
  name: z.string(),
  /** Null: nothing of its own yet. */
  stored: storedTimesShape.nullable(),
})
export type Target = z.output<typeof targetRow>

/** Of these people those who are candidates and within the scope. */
export async function selectPeople(
  db: Db,
  { examId, staffIds, scope }: { examId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<Target[]> {
  return rowsOf(db, targetRow)`
    select c.staff_id as id, s.name, case when o.staff_id is not null then ${stored('o')} end as stored
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join exam.candidate_override o on o.company_id = c.company_id and o.exam_id = c.exam_id and o.staff_id = c.staff_id
    where c.company_id = ${db.companyId}
      and c.exam_id = ${examId}
      and c.staff_id = any(${staffIds}::uuid[])
      and ${isIn(db, scope, sql`c.staff_id`)}
    order by c.staff_id
  `
}

/** These groups, removed ones only as long as they have times of their own. */
export async function selectGroups(
  db: Db,
  { examId, groupIds }: { examId: string; groupIds: readonly string[] },
): Promise<Target[]> {
  return rowsOf(db, targetRow)`
    select u.id, u.name, case when o.group_id is not null then ${stored('o')} end as stored
    from usergroup.group_card u
    left join exam.group_override o on o.company_id = u.company_id and o.exam_id = ${examId} and o.group_id = u.id
    where u.company_id = ${db.companyId}
      and u.id = any(${groupIds}::uuid[])
      and (u.removed_at is null or o.group_id is not null)
    order by u.id
  `
}

/** The groups of one candidate that have times of their own, with their names. */
export async function selectGroupsOf(db: Db, examId: string, staffId: string): Promise<Target[]> {
  return rowsOf(db, targetRow)`
    select u.id, u.name, ${stored('o')} as stored
    from exam.group_override o
    join usergroup.member m on m.company_id = o.company_id and m.group_id = o.group_id and m.staff_id = ${staffId}
    join usergroup.group_card u on u.company_id = o.company_id and u.id = o.group_id
    where o.company_id = ${db.companyId} and o.exam_id = ${examId}
    order by u.name, u.id
  `
}

const dueRow = z.object({ due: z.date().nullable() })

/** The deadline of the candidate's attempt under way. */
export async function findOpenDue(db: Db, examId: string, staffId: string): Promise<Date | null> {
  const row = await findOne(db, dueRow)`
    select a.due_at as due
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = ${staffId}
      and a.state in ('in_progress', 'paused', 'submitting')
  `
  return row?.due ?? null
}

const reachRow = z.object({ hasStrangers: z.boolean(), hasSelf: z.boolean() })

/** Somebody of these groups is outside the scope, or they are the person's own. */
export async function selectReach(
  db: Db,
  { groupIds, scope, staffId }: { groupIds: readonly string[]; scope: DataScope; staffId: string },
): Promise<{ hasStrangers: boolean; hasSelf: boolean }> {
  const row = await findOne(db, reachRow)`
    select coalesce(bool_or(not ${isIn(db, scope, sql`m.staff_id`)}), false) as "hasStrangers",
      coalesce(bool_or(m.staff_id = ${staffId}), false) as "hasSelf"
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id and s.removed_at is null
    where m.company_id = ${db.companyId} and m.group_id = any(${groupIds}::uuid[])
  `
  return row ?? { hasStrangers: false, hasSelf: false }
}

const nameRow = z.object({ name: z.string() })

/** Names of those among these people and groups' members whose opening would not lie before their close. */
export async function selectInverted(
  db: Db,
  { examId, staffIds, groupIds }: { examId: string; staffIds: readonly string[]; groupIds: readonly string[] },
): Promise<string[]> {
  const rows = await rowsOf(db, nameRow)`
    select s.name
    from exam.own_times(${db.companyId}, ${examId}) o
    join exam.exam e on e.company_id = ${db.companyId} and e.id = ${examId}
    join exam.candidate c on c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = o.staff_id
    join org.person s on s.company_id = ${db.companyId} and s.id = o.staff_id
    where coalesce(o.opens_at, e.admission_start_at) >= ${closeFor}
      and (
        o.staff_id = any(${staffIds}::uuid[])
        or o.staff_id in (
          select m.staff_id from usergroup.member m where m.company_id = ${db.companyId} and m.group_id = any(${groupIds}::uuid[])
        )
      )
    order by s.name
    limit 4
  `
  return rows.map(({ name }) => name)
}

export type NewOverride = { readonly id: string; readonly times: TimeOverride }
type Change = { examId: string; reason: string; actorId: string; now: Date }

export function upsertForPeople(db: Db, change: Change, rows: readonly NewOverride[]): Promise<void> {
  return upsert(db, { ...change, rows, table: 'exam.candidate_override', column: 'staff_id' })
}

export function upsertForGroups(db: Db, change: Change, rows: readonly NewOverride[]): Promise<void> {
  return upsert(db, { ...change, rows, table: 'exam.group_override', column: 'group_id' })
}

async function upsert(
  db: Db,
  { examId, reason, actorId, now, rows, table, column }: Change & { rows: readonly NewOverride[]; table: string; column: string },
): Promise<void> {
  const list = rows.map(({ id, times: { closeAt, ...times } }) => ({
    ...{ id, ...times },
    closeAt: closeAt === noClose ? 'infinity' : closeAt,
  }))
  await sql`
    insert into ${sql.table(table)} as o (company_id, exam_id, ${sql.ref(column)}, opens_at, closes_at, limit_minutes, attempts_allowed,
      extra_percent, extra_minutes, reason, changed_by, changed_at)
    select ${db.companyId}, ${examId}, n.id, n."openAt", n."closeAt", n."limitMinutes", n."attemptsAllowed", n."extraPercent",
      n."extraMinutes", ${reason}, ${actorId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as n (id uuid, "openAt" timestamptz, "closeAt" timestamptz,
      "limitMinutes" integer, "attemptsAllowed" integer, "extraPercent" integer, "extraMinutes" integer)
    order by n.id
    on conflict (company_id, exam_id, ${sql.ref(column)}) do update
    set opens_at = excluded.opens_at, closes_at = excluded.closes_at, limit_minutes = excluded.limit_minutes,
      attempts_allowed = excluded.attempts_allowed, extra_percent = excluded.extra_percent, extra_minutes = excluded.extra_minutes,
      reason = excluded.reason, changed_by = excluded.changed_by, changed_at = excluded.changed_at
  `.execute(db)
}

export async function deleteOverrides(
  db: Db,
  { examId, staffIds, groupIds }: { examId: string; staffIds: readonly string[]; groupIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from exam.candidate_override
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = any(${staffIds}::uuid[])
  `.execute(db)
  await sql`
    delete from exam.group_override
    where company_id = ${db.companyId} and exam_id = ${examId} and group_id = any(${groupIds}::uuid[])
  `.execute(db)
}

/** Whether groups have times of their own in this exam. */
export async function hasGroupOverrides(db: Db, examId: string): Promise<boolean> {
  return hasRows(db)`
    select from exam.group_override where company_id = ${db.companyId} and exam_id = ${examId} limit 1
  `
}

function isIn(db: Db, scope: DataScope, staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return scope.kind === 'all' ? sql`true` : sql`(${staffId} in (${scopedStaff(db, scope)}))`
}
