import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type AssessedFilter, assessedOf, ofPostAssessment } from '../people/assessed.sql.ts'

export interface PeopleFilter extends AssessedFilter {
  readonly assessmentId: string
}
const matching = (db: Db, { assessmentId, ...filter }: PeopleFilter) => assessedOf(db, ofPostAssessment(assessmentId), filter)

/** A post is for employees alone. */
export const employees = sql`s.staff_source = ${lit(staffSource.employee)}`

const personRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  postResultId: id.nullable(),
})

export function selectPeople(db: Db, filter: PeopleFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, personRow)`
    select s.id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department, r.id as "postResultId"
    from (select s.id ${matching(db, filter)} order by s.id desc limit ${page.limit} offset ${page.offset}) found
    join org.person s on s.company_id = ${db.companyId} and s.id = found.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join evaluation.post_result r
      on r.company_id = s.company_id and r.assessment_id = ${filter.assessmentId} and r.staff_id = s.id and r.is_latest
    order by s.id desc`
}

export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

export function insertPeople(
  db: Db,
  { assessmentId, staffIds, actorId }: { assessmentId: string; staffIds: readonly string[]; actorId: string },
): Promise<number> {
  return changesOf(db)`
    insert into evaluation.post_person (company_id, assessment_id, staff_id, added_by)
    select ${db.companyId}, ${assessmentId}, x, ${actorId} from unnest(${staffIds}::uuid[]) x
    on conflict do nothing`
}

/** Of those named the ones who are there, within the scope. */
export function selectThere(
  db: Db,
  { assessmentId, staffIds, scope }: { assessmentId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<string[]> {
  return idsOf(db)`
    select p.staff_id as id from evaluation.post_person p
    where p.company_id = ${db.companyId} and p.assessment_id = ${assessmentId} and p.staff_id = any (${staffIds}::uuid[])
      and ${scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`}
    for update`
}

export function deletePeople(
  db: Db,
  { assessmentId, staffIds }: { assessmentId: string; staffIds: readonly string[] },
): Promise<string[]> {
  return idsOf(db)`
    delete from evaluation.post_person p
    where p.company_id = ${db.companyId} and p.assessment_id = ${assessmentId} and p.staff_id = any (${staffIds}::uuid[])
      and not exists (
        select from evaluation.post_result r
        where r.company_id = p.company_id and r.assessment_id = p.assessment_id and r.staff_id = p.staff_id)
    returning p.staff_id as id`
}
