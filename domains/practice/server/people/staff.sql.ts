import { id } from '@kaopei/contract'
import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, idsOf, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { People } from './audience.sql.ts'

const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  addedTime: z.date(),
  isByTask: z.boolean(),
  hasPractised: z.boolean(),
})

export interface StaffFilter {
  readonly practiceId: string
  readonly scope: DataScope
  readonly search: PeopleSearch | undefined
  readonly departmentId: string | undefined
}

const seenBy = (db: Db, scope: DataScope) => (scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`)

function matching(db: Db, { practiceId, scope, search, departmentId }: StaffFilter): RawBuilder<unknown> {
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.practice_id = ${practiceId}`, seenBy(db, scope)]
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (search) conditions.push(sql`${isFound(search)}`)
  return sql`from practice.participant c where ${sql.join(conditions, sql` and `)}`
}

export function selectStaff(db: Db, filter: StaffFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, staffRow)`
    select c.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department, s.phone,
      s.email, c.added_at as "addedTime", c.is_by_task as "isByTask",
      exists (
        select from practice.run r
        where r.company_id = c.company_id and r.practice_id = c.practice_id and r.staff_id = c.staff_id
      ) as "hasPractised"
    from (
      select c.* ${matching(db, filter)} order by c.added_at desc, c.staff_id limit ${limit} offset ${offset}
    ) c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by c.added_at desc, c.staff_id`
}

export function countStaff(db: Db, filter: StaffFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const addedRow = z.object({ eligible: z.int(), repeated: z.int() })

interface Adding {
  readonly practiceId: string
  readonly people: People
  readonly actorId: string
  readonly now: Date
}

/** Of these people those who are enabled come on the list. */
export function addStaff(db: Db, { practiceId, people, actorId, now }: Adding) {
  return oneOf(db, addedRow)`
    with wanted as materialized (
      select s.id
      from org.person s
      where s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled and s.id in (${people})
    ),
    before as (
      select count(*)::int as count
      from practice.participant t
      where t.company_id = ${db.companyId} and t.practice_id = ${practiceId} and t.is_chosen and t.staff_id in (select w.id from wanted w)
    ),
    written as (
      insert into practice.participant (company_id, practice_id, staff_id, is_chosen, added_by, added_at)
      select ${db.companyId}, ${practiceId}, w.id, true, ${actorId}, ${now}
      from wanted w
      order by w.id
      on conflict (company_id, practice_id, staff_id) do update set is_chosen = true where not participant.is_chosen
    )
    select (select count(*)::int from wanted) as eligible, (select b.count from before b) as repeated`
}

/** Whoever a task leads here stays for the task. Answers whom it took off the list. */
export async function removeStaff(db: Db, practiceId: string, people: RawBuilder<unknown>): Promise<string[]> {
  const chosen = sql`
    t.company_id = ${db.companyId} and t.practice_id = ${practiceId} and t.is_chosen and t.staff_id in (${people})`
  const gone = await idsOf(db)`delete from practice.participant t where ${chosen} and not t.is_by_task returning t.staff_id as id`
  const held = await idsOf(db)`update practice.participant t set is_chosen = false where ${chosen} returning t.staff_id as id`
  return [...gone, ...held]
}

/** By a task of a course or project: whatever the way to take part is. */
export async function admitToPractice(
  db: Db,
  { practiceId, staffId, now }: { practiceId: string; staffId: string; now: Date },
): Promise<void> {
  await changesOf(db)`
    insert into practice.participant (company_id, practice_id, staff_id, is_chosen, is_by_task, added_at)
    values (${db.companyId}, ${practiceId}, ${staffId}, false, true, ${now})
    on conflict (company_id, practice_id, staff_id) do update set is_by_task = true where not participant.is_by_task`
}

const copiedRow = z.object({ staffCount: z.int(), skippedCount: z.int() })

/** The chosen people of the scope who are enabled. */
export function copyStaff(
  db: Db,
  { from, to, scope, now }: { from: string; to: string; scope: DataScope; now: Date },
): Promise<z.input<typeof copiedRow>> {
  return oneOf(db, copiedRow)`
    with chosen as materialized (
      select c.staff_id, c.added_by, s.removed_at is null and s.is_enabled and ${seenBy(db, scope)} as comes
      from practice.participant c
      join org.person s on s.company_id = c.company_id and s.id = c.staff_id
      where c.company_id = ${db.companyId} and c.practice_id = ${from} and c.is_chosen
    ),
    written as (
      insert into practice.participant (company_id, practice_id, staff_id, is_chosen, added_by, added_at)
      select ${db.companyId}, ${to}, c.staff_id, true, c.added_by, ${now}
      from chosen c
      where c.comes
    )
    select count(*) filter (where c.comes)::int as "staffCount", count(*) filter (where not c.comes)::int as "skippedCount"
    from chosen c`
}

/** How many of these people may be added within the scope. */
export function countChosen(db: Db, staffIds: readonly string[], scope: DataScope): Promise<number> {
  const seen = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  return countOf(db)`
    select count(*)::int as count
    from org.person s
    where s.company_id = ${db.companyId} and s.id = any(${staffIds}::uuid[]) and s.removed_at is null and s.is_enabled and ${seen}`
}

/** The chosen of the scope who are not among these. */
export const othersOf = (
  db: Db,
  { practiceId, scope }: { practiceId: string; scope: DataScope },
  staffIds: readonly string[],
) => sql`
  select c.staff_id
  from practice.participant c
  where c.company_id = ${db.companyId} and c.practice_id = ${practiceId} and c.staff_id <> all(${staffIds}::uuid[]) and ${seenBy(db, scope)}`
export const thoseOf = (db: Db, scope: DataScope, staffIds: readonly string[]) => sql`
  select n.id from unnest(${staffIds}::uuid[]) as n (id) ${scope.kind === 'all' ? sql`` : sql`where n.id in (${scopedStaff(db, scope)})`}`
