/** The people of a project, a page at a time, with what is derived of them. */

import { id } from '@kaopei/contract'
import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participation, projectStatus, taskProgress } from '../../contract/codes.ts'
import { projectStaffRow } from '../../contract/staff.ts'
import type { Outline } from '../outline/outline.sql.ts'

const participantRow = projectStaffRow.extend({
  enrolledAt: z.date(),
  completedAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  states: z.array(z.int()),
  /** Slots of the tasks that they are exempted from. */
  exempted: z.array(z.int()),
  nextTaskId: id.nullable(),
  nextSince: z.date().nullable(),
  nextDueAt: z.date().nullable(),
})
export type ParticipantRow = z.input<typeof participantRow>

interface ParticipantWish {
  readonly projectId: string
  readonly scope: DataScope
  readonly search?: PeopleSearch | undefined
  readonly departmentId?: string | undefined
  /** Only of these. */
  readonly staffIds?: readonly string[] | undefined
  readonly state?: number | undefined
  readonly progress?: number | undefined
  readonly isOverdue?: boolean | undefined
  readonly taskId?: string | undefined
  readonly taskState?: number | undefined
  readonly stuckTaskId?: string | undefined
  readonly owesTaskId?: string | undefined
  readonly now: Date
}

/** Of a task, where its state stands, and what stands for it until it was derived. */
interface Slot {
  readonly place: number
  readonly usual: number
}

interface ParticipantFilter extends ParticipantWish {
  /** Then people are as they were frozen, with nothing owed. */
  readonly isArchived: boolean
  /** Of the task whose state is asked for; without a state it is theirs. */
  readonly slot?: Slot | undefined
  readonly owed?: Slot | undefined
}

/** A task that is not in the project has nobody. */
type Named = Pick<Outline, 'status'> & {
  readonly stages: readonly {
    readonly tasks: readonly { readonly id: string; readonly slot: number; readonly isForChosen: boolean }[]
  }[]
}

export function filterOf(outline: Named, wish: ParticipantWish): ParticipantFilter {
  const isArchived = outline.status === projectStatus.archived
  return { ...wish, isArchived, slot: slotOf(outline, wish.taskId), owed: slotOf(outline, wish.owesTaskId) }
}

function slotOf(outline: Named, wanted: string | undefined): Slot | undefined {
  if (wanted === undefined) return undefined
  const task = outline.stages.flatMap(({ tasks }) => tasks).find(({ id: taskId }) => taskId === wanted)
  const usual = task?.isForChosen ? taskProgress.unassigned : taskProgress.notBegun
  return { place: task?.slot ?? 0, usual: task ? usual : taskProgress.unassigned }
}

const frozen = sql`(
      select a.company_id, a.project_id, a.staff_id, ${lit(participation.takesPart)}::smallint as state, true as is_by_hand, false as is_by_audience, a.enrolled_at, a.states,
        a.percent, case when ${lit(taskProgress.underWay)} = any(a.states) or ${lit(taskProgress.complete)} = any(a.states) then a.enrolled_at end as begun_at, a.completed_at,
        a.completed_at as last_at, null::uuid as next_task_id, null::timestamptz as next_since, null::timestamptz as next_due_at,
        null::timestamptz as owed_due_at, null::integer as outline_version, a.name, a.account, a.department, a.exempted
      from training.archive_person a
    ) c`

/** Who takes part, or took part in an archived project: `c`. */
export const participantsIn = (isArchived: boolean): RawBuilder<unknown> => (isArchived ? frozen : sql`training.enrolment c`)

/** The date of a task that is owed has passed. Of `c`, an enrolment. */
export const overdue = (now: Date) =>
  sql`(c.state = ${lit(participation.takesPart)} and c.completed_at is null and c.owed_due_at is not null and c.owed_due_at < ${now})`

const progressOf = new Map<number | undefined, RawBuilder<unknown>>([
  [taskProgress.notBegun, sql`c.begun_at is null and c.completed_at is null`],
  [taskProgress.underWay, sql`c.begun_at is not null and c.completed_at is null`],
  [taskProgress.complete, sql`c.completed_at is not null`],
])

/** `from … where …` over `c`, enrolments. */
export function matching(db: Db, filter: ParticipantFilter): RawBuilder<unknown> {
  const { projectId, scope, search, departmentId, staffIds, state, isOverdue, slot, owed, taskState, stuckTaskId, now } = filter
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.project_id = ${projectId}`]
  conditions.push(state === undefined ? sql`c.state = ${lit(participation.takesPart)}` : sql`c.state = ${state}`)
  if (scope.kind !== 'all') conditions.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (staffIds) conditions.push(sql`c.staff_id = any(${[...staffIds]}::uuid[])`)
  if (search) conditions.push(filter.isArchived ? nameHolds(search) : isFound(search))
  const progress = progressOf.get(filter.progress)
  if (progress) conditions.push(sql`${progress}`)
  if (isOverdue !== undefined) conditions.push(isOverdue ? sql`${overdue(now)}` : sql`not ${overdue(now)}`)
  const stateAt = ({ place, usual }: Slot) => sql`coalesce(c.states[${place}::int], ${usual}::int)`
  if (slot && taskState === undefined) conditions.push(sql`${stateAt(slot)} <> ${lit(taskProgress.unassigned)}`)
  if (slot && taskState !== undefined) conditions.push(sql`${stateAt(slot)} = ${taskState}::int`)
  if (owed) conditions.push(sql`${stateAt(owed)} in (${lit(taskProgress.notBegun)}, ${lit(taskProgress.underWay)})`)
  if (stuckTaskId) conditions.push(sql`c.next_task_id = ${stuckTaskId} and c.next_since <= ${now}`)
  return sql`from ${participantsIn(filter.isArchived)} where ${sql.join(conditions, sql` and `)}`
}

const nameHolds = ({ keyWords }: PeopleSearch) => sql`c.name ilike ${`%${keyWords.replace(/[\\%_]/g, '\\$&')}%`}`

interface ParticipantOrder {
  readonly sort: 'staff' | 'enrolledAt' | 'percent' | 'lastAt' | 'stuckSince'
  readonly isAscending: boolean
}

interface ParticipantPage extends ParticipantOrder {
  readonly filter: ParticipantFilter
  readonly limit: number
  readonly offset: number
}

/** As the indexes have them. */
function orderOf({ sort, isAscending }: ParticipantOrder): RawBuilder<unknown> {
  switch (sort) {
    case 'percent':
      return isAscending ? sql`c.percent, c.staff_id` : sql`c.percent desc, c.staff_id desc`
    case 'lastAt':
      return isAscending ? sql`c.last_at nulls first, c.staff_id desc` : sql`c.last_at desc nulls last, c.staff_id`
    case 'enrolledAt':
      return isAscending ? sql`c.enrolled_at, c.staff_id desc` : sql`c.enrolled_at desc, c.staff_id`
    case 'stuckSince':
      return isAscending ? sql`c.next_since, c.staff_id` : sql`c.next_since desc, c.staff_id desc`
    case 'staff':
      return isAscending ? sql`c.staff_id` : sql`c.staff_id desc`
  }
}

/** Those who take part, unless another state is asked for. */
export function selectParticipants(db: Db, page: ParticipantPage): Promise<ParticipantRow[]> {
  const { filter, limit, offset } = page
  const order = orderOf(page)
  const { who, joined, exempted } = filter.isArchived ? asFrozen : asTheyAre
  return rowsOf(db, participantRow)`
    select c.staff_id as "staffId", ${who}, c.state, c.is_by_hand as "isByHand", c.is_by_audience as "isByAudience",
      c.enrolled_at as "enrolledAt", ${overdue(filter.now)} as "isOverdue",
      case when c.completed_at is not null then ${lit(taskProgress.complete)} when c.begun_at is not null then ${lit(taskProgress.underWay)}
        else ${lit(taskProgress.notBegun)} end as progress,
      c.percent::int as percent, c.completed_at as "completedAt", c.last_at as "lastAt", c.states, ${exempted} as exempted, c.next_task_id as "nextTaskId",
      c.next_since as "nextSince", c.next_due_at as "nextDueAt"
    from (
      select c.*
      ${matching(db, filter)}
      order by ${order}
      limit ${limit} offset ${offset}
    ) c
    ${joined}
    order by ${order}`
}

/** For exports: all that the list finds, in its order. */
export function selectParticipantIds(db: Db, filter: ParticipantFilter, order: ParticipantOrder): Promise<string[]> {
  return idsOf(db)`select c.staff_id as id ${matching(db, filter)} order by ${orderOf(order)}`
}

/** By what was said last of each task. */
const exemptedNow = sql`array(
      select t.slot::int
      from (
        select distinct on (v.task_id) v.task_id, v.kind
        from training.task_event v
        where v.company_id = c.company_id and v.project_id = c.project_id and v.staff_id = c.staff_id and v.kind in ('exempted', 'unexempted')
        order by v.task_id, v.at desc, v.id desc
      ) v
      join training.task t on t.company_id = c.company_id and t.id = v.task_id
      where v.kind = 'exempted'
    )`

const asTheyAre = {
  who: sql`s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department, s.phone, s.email`,
  joined: sql`
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id`,
  exempted: exemptedNow,
}
const asFrozen = {
  who: sql`c.name, c.account as "loginAccount", null::text as "jobNumber", nullif(c.department, '') as department, null::text as phone,
      null::text as email`,
  joined: sql``,
  exempted: sql`c.exempted`,
}

export function countParticipants(db: Db, filter: ParticipantFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const totals = new TotalCache()

/** Turning pages does not count a hundred thousand people again. */
export function countForPages(db: Db, filter: ParticipantFilter): Promise<number> {
  const { now: _now, ...conditions } = filter
  return totals.of(db.companyId, JSON.stringify(conditions), () => countParticipants(db, filter))
}

/** As it is until it was derived: a task for chosen people is nobody's, any other not begun. */
export const shownState = (
  states: readonly number[],
  { slot, isForChosen }: { readonly slot: number; readonly isForChosen: boolean },
) => {
  const state = states[slot - 1] ?? (isForChosen ? taskProgress.unassigned : taskProgress.notBegun)
  if (state === taskProgress.complete || state === taskProgress.underWay || state === taskProgress.unassigned) return state
  return taskProgress.notBegun
}
