/** Figures of a project's people, within the data scope of whoever asks. */
import { id } from '@kaopei/contract'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { type DataScope, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participation, taskProgress } from '../../contract/codes.ts'
import { overdue, participantsIn } from '../people/list.sql.ts'

export interface Seen {
  readonly projectId: string
  readonly isArchived: boolean
  readonly scope: DataScope
  readonly departmentId?: string | undefined
  readonly now: Date
}

const participants = (db: Db, { projectId, isArchived, scope, departmentId }: Seen): RawBuilder<unknown> => sql`
    from ${participantsIn(isArchived)}
    where c.company_id = ${db.companyId} and c.project_id = ${projectId} and c.state = ${lit(participation.takesPart)}
      and ${scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`}
      and ${departmentId ? sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})` : sql`true`}`

const totalsRow = z.object({
  staffCount: z.int(),
  notBegunCount: z.int(),
  underWayCount: z.int(),
  completeCount: z.int(),
  halfCount: z.int(),
  overdueCount: z.int(),
  averagePercent: z.int().nullable(),
  /** Whose state is not of this outline yet. */
  waitingCount: z.int(),
  /** By the place of the task that was asked for: whose it is, who has begun it, who has done it. */
  theirs: z.array(z.int()),
  begun: z.array(z.int()),
  complete: z.array(z.int()),
})

interface CountedSlot {
  readonly slot: number
  readonly isForChosen: boolean
}

/**
 * Totals and every task's figures in one reading, counted task by task over each row: nothing is taken apart, so no five million parts are grouped.
 */
export function selectTotals(db: Db, seen: Seen, outlineVersion: number, slots: readonly CountedSlot[]) {
  const counts = (of: (slot: CountedSlot) => RawBuilder<unknown>) =>
    slots.length === 0 ? sql`'{}'::int[]` : sql`array[${sql.join(slots.map(of))}]`
  const state = ({ slot }: CountedSlot) => sql`c.states[${sql.lit(slot)}]`
  return oneOf(db, totalsRow)`
    select count(*)::int as "staffCount",
      (count(*) filter (where c.begun_at is null and c.completed_at is null))::int as "notBegunCount",
      (count(*) filter (where c.begun_at is not null and c.completed_at is null))::int as "underWayCount",
      (count(*) filter (where c.completed_at is not null))::int as "completeCount",
      (count(*) filter (where c.percent >= 50))::int as "halfCount",
      (count(*) filter (where ${overdue(seen.now)}))::int as "overdueCount",
      floor(avg(c.percent))::int as "averagePercent",
      (count(*) filter (where c.outline_version is distinct from ${outlineVersion}))::int as "waitingCount",
      ${counts((slot) => (slot.isForChosen ? sql`(count(*) filter (where ${state(slot)} >= ${lit(taskProgress.notBegun)}))::int` : sql`count(*)::int`))} as theirs,
      ${counts((slot) => sql`(count(*) filter (where ${state(slot)} > ${lit(taskProgress.notBegun)}))::int`)} as begun,
      ${counts((slot) => sql`(count(*) filter (where ${state(slot)} = ${lit(taskProgress.complete)}))::int`)} as complete
    ${participants(db, seen)}`
}

const exemptedRow = z.object({
  /** Null: of the project. */
  slot: z.int().nullable(),
  staffCount: z.int(),
})

const exemptedNow = (db: Db, seen: Seen) => sql`
      select c.staff_id, c.completed_at, t.slot::int as slot
      from (
        select distinct on (v.task_id, v.staff_id) v.task_id, v.staff_id, v.kind
        from training.task_event v
        where v.company_id = ${db.companyId} and v.project_id = ${seen.projectId} and v.kind in ('exempted', 'unexempted')
        order by v.task_id, v.staff_id, v.at desc, v.id desc
      ) v
      join training.task t on t.company_id = ${db.companyId} and t.id = v.task_id and t.removed_at is null
      join lateral (select c.staff_id, c.completed_at ${participants(db, seen)} and c.staff_id = v.staff_id) c on true
      where v.kind = 'exempted'`

const exemptedThen = (db: Db, seen: Seen) => sql`
      select c.staff_id, c.completed_at, s.slot
      from (select c.staff_id, c.completed_at, c.exempted ${participants(db, seen)}) c
      cross join lateral unnest(c.exempted) as s (slot)`

/** Who counts as complete by an exemption: of each task by its slot, and of the project by one of its required tasks. */
export async function selectExempted(db: Db, seen: Seen, requiredSlots: readonly number[]) {
  const rows = await rowsOf(db, exemptedRow)`
    with exempted as (${seen.isArchived ? exemptedThen(db, seen) : exemptedNow(db, seen)}
    )
    select e.slot, count(*)::int as "staffCount"
    from exempted e
    group by e.slot
    union all
    select null, (count(distinct e.staff_id) filter (where e.completed_at is not null and e.slot = any (${requiredSlots}::int[])))::int
    from exempted e`
  return new Map(rows.map(({ slot, staffCount }) => [slot, staffCount]))
}

const stageCountsRow = z.object({ complete: z.array(z.int()) })

/** How many have done everything that each stage requires; of tasks for chosen people, whoever was not chosen owes nothing. */
export async function selectStageCounts(db: Db, seen: Seen, stages: readonly (readonly CountedSlot[])[]): Promise<number[]> {
  if (stages.length === 0) return []
  const isDone = ({ slot, isForChosen }: CountedSlot) =>
    isForChosen
      ? sql`coalesce(c.states[${sql.lit(slot)}], ${lit(taskProgress.unassigned)}) in ${lit(taskProgress.unassigned, taskProgress.complete)}`
      : sql`c.states[${sql.lit(slot)}] = ${lit(taskProgress.complete)}`
  const done = stages.map((slots) =>
    slots.length === 0 ? sql`0` : sql`(count(*) filter (where ${sql.join(slots.map(isDone), sql` and `)}))::int`,
  )
  const { complete } = await oneOf(
    db,
    stageCountsRow,
  )`select array[${sql.join(done)}]::int[] as complete ${participants(db, seen)}`
  return complete
}

const stuckRow = z.object({
  taskId: id,
  staffCount: z.int(),
  longCount: z.int(),
  overdueCount: z.int(),
  oldestSince: z.date().nullable(),
})

/** The most people first. */
export function selectStuck(db: Db, seen: Seen, longBefore: Date) {
  return rowsOf(db, stuckRow)`
    select c.next_task_id as "taskId", count(*)::int as "staffCount",
      (count(*) filter (where c.next_since < ${longBefore}))::int as "longCount",
      (count(*) filter (where c.next_due_at < ${seen.now}))::int as "overdueCount", min(c.next_since) as "oldestSince"
    ${participants(db, seen)} and c.next_task_id is not null and c.next_since <= ${seen.now}
    group by c.next_task_id
    order by count(*) desc, c.next_task_id`
}
