/** Who is asked to answer. */
import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import type { StaffSelection } from '@kaopei/org/contract/selection'
import { accountHolds, type ContactSight, scopedStaff, selectedStaff, staffOfDepartments } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, dataScopeShape, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { membersOfGroups } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answerState, audienceMode } from '../../contract/codes.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'

const targetRow = z.object({ id, kind: z.enum(['department', 'group']) })
export type Target = z.output<typeof targetRow>

/** Nobody outside the scope of whoever attached it comes by it; null: everybody. */
const audienceRow = targetRow.extend({ scope: dataScopeShape.nullable() })
type Audience = z.input<typeof audienceRow>

export function selectAudience(db: Db, questionnaireId: string): Promise<Audience[]> {
  return rowsOf(db, audienceRow)`
    select target_id as id, kind, scope from questionnaire.audience
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId}
    order by kind, target_id`
}

const namedRow = z.object({ id, name: z.string() })

export function departmentsNamed(db: Db, ids: readonly string[]): Promise<z.input<typeof namedRow>[]> {
  return rowsOf(db, namedRow)`
    select d.id, d.name from org.department_tree d
    where d.company_id = ${db.companyId} and d.id = any (${ids}::uuid[]) and d.removed_at is null`
}

/** A subquery of the ids of whoever may answer now. */
export async function invitedPeople(
  db: Db,
  { id: questionnaireId, audienceMode: mode }: Questionnaire,
): Promise<RawBuilder<unknown>> {
  const living = sql`
    select s.id from org.person s
    where s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled`
  const listed = (isOnIt: RawBuilder<unknown>) => sql`
    select p.staff_id from questionnaire.participant p
    where p.company_id = ${db.companyId} and p.questionnaire_id = ${questionnaireId} and ${isOnIt}`
  if (mode === audienceMode.link) return sql`${living} and false`
  if (mode === audienceMode.chosen) return sql`${living} and s.id in (${listed(sql`true`)})`
  const byTask = listed(sql`p.is_by_task`)
  if (mode === audienceMode.everyone)
    return sql`${living} and (s.staff_source = ${lit(staffSource.employee)} or s.id in (${byTask}))`
  const held = peopleOfAudience(db, await selectAudience(db, questionnaireId))
  return sql`${living} and s.id in (select a.id from (${held}) a union all ${byTask})`
}

/** Of these people of the scope those who have not answered. */
export function countUnanswered(
  db: Db,
  { questionnaireId, people, scope }: { questionnaireId: string; people: RawBuilder<unknown>; scope: DataScope },
): Promise<number> {
  const seen = scope.kind === 'all' ? sql`` : sql`and invited.id in (${scopedStaff(db, scope)})`
  return countOf(db)`
    select count(*)::int as count
    from (${people}) invited
    where not exists (
      select from questionnaire.participation p
      where p.company_id = ${db.companyId} and p.questionnaire_id = ${questionnaireId} and p.staff_id = invited.id) ${seen}`
}

const nameRow = z.object({ name: z.string() })

const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: answerState.schema,
  answeredOn: z.string().nullable(),
  isByTask: z.boolean(),
})

export interface PeopleFilter {
  readonly questionnaireId: string
  readonly isAnonymous: boolean
  readonly people: RawBuilder<unknown>
  readonly scope: DataScope
  readonly keyWords?: string | undefined
  readonly isSearched: boolean
  readonly departmentId?: string | undefined
  readonly state?: number | undefined
}

/** Asked now, or answered before. */
function matching(db: Db, filter: PeopleFilter): RawBuilder<unknown> {
  const { questionnaireId, people, scope, keyWords, isSearched, departmentId, state } = filter
  const conditions = [sql`s.company_id = ${db.companyId}`, sql`(p.staff_id is not null or s.id in (${people}))`]
  if (scope.kind !== 'all') conditions.push(sql`s.id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`s.id in (${staffOfDepartments(db, [departmentId])})`)
  if (keyWords) {
    const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      sql`(s.name ilike ${like} or s.job_number ilike ${like} or ${accountHolds(keyWords.toLowerCase(), isSearched)})`,
    )
  }
  if (state === answerState.answered) conditions.push(sql`p.staff_id is not null`)
  if (state === answerState.begun) conditions.push(sql`p.staff_id is null and u.staff_id is not null`)
  if (state === answerState.open) conditions.push(sql`p.staff_id is null and u.staff_id is null`)
  return sql`
    from org.person s
    left join questionnaire.participation p on p.company_id = s.company_id and p.questionnaire_id = ${questionnaireId} and p.staff_id = s.id
    left join questionnaire.partial u on u.company_id = s.company_id and u.questionnaire_id = ${questionnaireId} and u.staff_id = s.id
    where ${sql.join(conditions, sql` and `)}`
}

/** In the order of people, never of answers. */
export function selectPeople(
  db: Db,
  filter: PeopleFilter,
  page: { limit: number; offset: number },
): Promise<z.input<typeof staffRow>[]> {
  return rowsOf(db, staffRow)`
    select s.id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department, s.phone, s.email,
      (case when p.staff_id is not null then ${lit(answerState.answered)} when u.staff_id is not null then ${lit(answerState.begun)}
        else ${lit(answerState.open)} end)::int as state,
      case when ${filter.isAnonymous} then null else to_char(p.answered_on, 'YYYY-MM-DD') end as "answeredOn",
      coalesce(t.is_by_task, false) as "isByTask"
    from (select s.id ${matching(db, filter)} order by s.id desc limit ${page.limit} offset ${page.offset}) found
    join org.person s on s.company_id = ${db.companyId} and s.id = found.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join questionnaire.participation p
      on p.company_id = s.company_id and p.questionnaire_id = ${filter.questionnaireId} and p.staff_id = s.id
    left join questionnaire.partial u on u.company_id = s.company_id and u.questionnaire_id = ${filter.questionnaireId} and u.staff_id = s.id
    left join questionnaire.participant t
      on t.company_id = s.company_id and t.questionnaire_id = ${filter.questionnaireId} and t.staff_id = s.id
    order by s.id desc`
}

export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

interface Adding {
  readonly questionnaireId: string
  readonly selection: StaffSelection
  readonly scope: DataScope
  readonly sight: ContactSight
  readonly actorId: string
}

const addedRow = z.object({ added: z.int(), eligible: z.int() })

export function addParticipants(db: Db, { questionnaireId, selection, scope, sight, actorId }: Adding) {
  return oneOf(db, addedRow)`
    with wanted as materialized (
      select s.id
      from org.person s
      where s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled
        and s.id in (select p.id from ${selectedStaff(db, scope, selection, { sight })} p)
    ),
    written as (
      insert into questionnaire.participant (company_id, questionnaire_id, staff_id, added_by)
      select ${db.companyId}, ${questionnaireId}, w.id, ${actorId}
      from wanted w
      order by w.id
      on conflict (company_id, questionnaire_id, staff_id) do update set is_chosen = true where not participant.is_chosen
      returning staff_id
    )
    select (select count(*)::int from written) as added, (select count(*)::int from wanted) as eligible`
}

/** By a task of a course or project, whoever else is asked; a questionnaire that only links reach stays as it is. */
export async function admitToQuestionnaire(
  db: Db,
  { questionnaireId, staffId }: { questionnaireId: string; staffId: string },
): Promise<void> {
  await changesOf(db)`
    insert into questionnaire.participant (company_id, questionnaire_id, staff_id, is_chosen, is_by_task)
    values (${db.companyId}, ${questionnaireId}, ${staffId}, false, true)
    on conflict (company_id, questionnaire_id, staff_id) do update set is_by_task = true where not participant.is_by_task`
}

/** Of these people of the scope those whom nobody has chosen: a task leads them here. */
export function namesLedByTask(
  db: Db,
  questionnaireId: string,
  staffIds: readonly string[],
  scope: DataScope,
): Promise<{ name: string }[]> {
  return rowsOf(db, nameRow)`
    select s.name
    from questionnaire.participant t
    join org.person s on s.company_id = t.company_id and s.id = t.staff_id
    where t.company_id = ${db.companyId} and t.questionnaire_id = ${questionnaireId} and t.staff_id = any (${staffIds}::uuid[])
      and t.is_by_task and not t.is_chosen and t.staff_id in (${scopedStaff(db, scope)})
    order by s.id
    limit 4`
}

/** Whoever a task leads here stays for the task. Answers how many it took off the list. */
export async function removeParticipants(
  db: Db,
  questionnaireId: string,
  staffIds: readonly string[],
  scope: DataScope,
): Promise<string[]> {
  const chosen = sql`
    company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and staff_id = any (${staffIds}::uuid[]) and is_chosen
      and staff_id in (${scopedStaff(db, scope)})`
  const gone = await idsOf(db)`
    delete from questionnaire.participant where ${chosen} and not is_by_task returning staff_id as id`
  const held = await idsOf(db)`
    update questionnaire.participant set is_chosen = false where ${chosen} returning staff_id as id`
  return [...gone, ...held]
}

/** Those that are attached already stay as they are, unless only part of their people was asked and now everybody is. */
export function addTargets(
  db: Db,
  questionnaireId: string,
  targets: readonly Target[],
  { actorId, scope }: { actorId: string; scope: DataScope },
): Promise<number> {
  const kept = scope.kind === 'all' ? null : JSON.stringify(scope)
  return changesOf(db)`
    insert into questionnaire.audience (company_id, questionnaire_id, kind, target_id, scope, added_by)
    select distinct ${db.companyId}::uuid, ${questionnaireId}::uuid, t.kind, t.id, ${kept}::jsonb, ${actorId}::uuid
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (kind text, id uuid)
    order by t.kind, t.id
    on conflict (company_id, questionnaire_id, kind, target_id) do update set scope = null, added_by = excluded.added_by
    where audience.scope is not null and excluded.scope is null`
}

export function removeTargets(db: Db, questionnaireId: string, targetIds: readonly string[]): Promise<number> {
  return changesOf(db)`
    delete from questionnaire.audience
    where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and target_id = any (${targetIds}::uuid[])`
}

/** Whether the scope shows everybody whom these departments and groups hold. */
export async function areTheirs(db: Db, audience: readonly Audience[], scope: DataScope): Promise<boolean> {
  if (scope.kind === 'all' || audience.length === 0) return true
  const people = peopleOfAudience(db, audience)
  const strangers = await idsOf(db)`select a.id from (${people}) a where a.id not in (${scopedStaff(db, scope)}) limit 1`
  return strangers.length === 0
}

function peopleOfAudience(db: Db, audience: readonly Audience[]): RawBuilder<unknown> {
  const byScope = Map.groupBy(audience, ({ scope }) => JSON.stringify(scope))
  const branches = [...byScope.values()].map((group) => {
    const ofKind = (kind: Target['kind']) => group.flatMap((target) => (target.kind === kind ? [target.id] : []))
    const held = sql`
      select d.id from (${staffOfDepartments(db, ofKind('department'))}) d
      union all
      select g.id from (${membersOfGroups(db, ofKind('group'))}) g`
    const scope = group[0]?.scope ?? null
    return scope === null ? held : sql`select h.id from (${held}) h where h.id in (${scopedStaff(db, scope)})`
  })
  return branches.length === 0 ? sql`select null::uuid as id where false` : sql.join(branches, sql` union all `)
}
