/** Whom a task is for that is for chosen people. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { participation } from '../../contract/codes.ts'

const chosenRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  reason: z.string(),
  addedByName: z.string().nullable(),
  addedAt: z.date(),
})

const ofTask = (db: Db, taskId: string, scope: DataScope) => sql`
    from training.task_person t
    where t.company_id = ${db.companyId} and t.task_id = ${taskId}
      and ${scope.kind === 'all' ? sql`true` : sql`t.staff_id in (${scopedStaff(db, scope)})`}`

interface Place {
  readonly taskId: string
  readonly scope: DataScope
}

/** The newest first. */
export function selectChosenPage(db: Db, { taskId, scope }: Place, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, chosenRow)`
    select t.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.phone, s.email, d.name as department, t.reason,
      by.name as "addedByName", t.added_at as "addedAt"
    from (
      select t.*
      ${ofTask(db, taskId, scope)}
      order by t.added_at desc, t.staff_id
      limit ${limit} offset ${offset}
    ) t
    join org.person s on s.company_id = t.company_id and s.id = t.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.person by on by.company_id = t.company_id and by.id = t.added_by
    order by t.added_at desc, t.staff_id`
}

export const countChosenOf = (db: Db, { taskId, scope }: Place): Promise<number> =>
  countOf(db)`select count(*)::int as count ${ofTask(db, taskId, scope)}`

interface Choosing {
  readonly taskId: string
  readonly staffIds: readonly string[]
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

/** Answers those who were not chosen before. */
export function insertChosen(db: Db, { taskId, staffIds, reason, actorId, now }: Choosing): Promise<string[]> {
  return idsOf(db)`
    insert into training.task_person (company_id, task_id, staff_id, reason, added_by, added_at)
    select ${db.companyId}, ${taskId}, n.id, ${reason}, ${actorId}, ${now}
    from unnest(${staffIds}::uuid[]) as n (id)
    order by n.id
    on conflict do nothing
    returning staff_id as id`
}

export function deleteChosen(db: Db, taskId: string, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    delete from training.task_person
    where company_id = ${db.companyId} and task_id = ${taskId} and staff_id = any(${staffIds}::uuid[])
    returning staff_id as id`
}

/** Of these people those who take part. */
export function participantsAmong(db: Db, projectId: string, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = any(${staffIds}::uuid[]) and e.state = ${lit(participation.takesPart)}
    order by e.staff_id`
}
