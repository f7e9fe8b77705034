import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, hasRows, idRow, idsOf, lit, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { storedTimesShape } from '../rules/override.ts'
import { isFound, type PeopleSearch } from './search.sql.ts'

const candidateRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentId: id.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** What they have instead of the exam's times. */
  own: storedTimesShape.nullable(),
  hasAttempt: z.boolean(),
  groupNames: z.array(z.string()),
})
export type CandidateRow = z.output<typeof candidateRow>

export type CandidateFilter = {
  examId: string
  scope: DataScope
  search?: PeopleSearch | undefined
  departmentId?: string | undefined
}

/** The candidates that are meant, without the roster: a page and a count of a large exam need no names. */
function matching(db: Db, { examId, scope, search, departmentId }: CandidateFilter) {
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.exam_id = ${examId}`]
  if (scope.kind !== 'all') conditions.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (search) conditions.push(isFound(search))
  return sql`from exam.candidate c where ${sql.join(conditions, sql` and `)}`
}

export async function selectCandidatePage(
  db: Db,
  { filter, limit, offset }: { filter: CandidateFilter; limit: number; offset: number },
): Promise<CandidateRow[]> {
  return rowsOf(db, candidateRow)`
    select c.staff_id as "staffId",
      s.name,
      s.login_account as "loginAccount",
      s.job_number as "jobNumber",
      d.name as department,
      d.id as "departmentId",
      s.phone,
      s.email,
      own.stored as own,
      exists (
        select 1 from sitting.standing a where a.company_id = c.company_id and a.owner_id = c.exam_id and a.staff_id = c.staff_id
      ) as "hasAttempt",
      array(
        select u.name
        from exam.exam_group g
        join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = c.staff_id
        join usergroup.group_card u on u.company_id = g.company_id and u.id = g.group_id
        where not c.is_chosen and g.company_id = c.company_id and g.exam_id = c.exam_id and g.mode = ${lit(attachMode.live)}
        order by u.name
      ) as "groupNames"
    from (
      select c.*
      ${matching(db, filter)}
      order by c.added_at, c.staff_id
      limit ${limit} offset ${offset}
    ) c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join exam.own_times(${db.companyId}, ${filter.examId}) own on own.staff_id = c.staff_id
    order by c.added_at, c.staff_id
  `
}

export async function countCandidates(db: Db, filter: CandidateFilter): Promise<number> {
  return countOf(db)`
    select count(*)::int as count ${matching(db, filter)}
  `
}

/** These people and everybody in these departments who may be candidates: enabled, not removed, within the scope. */
function eligible(db: Db, { staffIds, departmentIds, postIds = [], examIds = [], scope }: Omit<AddWish, 'examId'>) {
  const chosen = [sql`s.id = any(${staffIds}::uuid[])`]
  if (departmentIds.length > 0) chosen.push(sql`s.id in (${staffOfDepartments(db, departmentIds)})`)
  if (postIds.length > 0) chosen.push(sql`s.post_id = any(${postIds}::uuid[])`)
  if (examIds.length > 0) {
    chosen.push(sql`s.id in (
      select other.staff_id from exam.candidate other where other.company_id = ${db.companyId} and other.exam_id = any(${examIds}::uuid[]))`)
  }
  const inScope = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  return sql`
    select s.id, s.department_id, s.staff_source = ${lit(staffSource.outside)} as is_outside
    from org.person s
    where s.company_id = ${db.companyId}
      and s.removed_at is null
      and s.is_enabled
      and ${inScope}
      and (${sql.join(chosen, sql` or `)})`
}

export interface AddWish {
  readonly examId: string
  readonly staffIds: readonly string[]
  readonly departmentIds: readonly string[]
  /** Everybody who holds one of these posts. */
  readonly postIds?: readonly string[]
  /** The candidates of these exams. */
  readonly examIds?: readonly string[]
  readonly scope: DataScope
}

const insertedRow = z.object({
  added: z.int(),
  /** All that might have been added. */
  eligible: z.int(),
  eligibleChosen: z.int(),
  /** Of those that might have been added: candidates from outside the company. */
  outside: z.int(),
})
export type Inserted = z.output<typeof insertedRow>

/** Adds whoever is not there yet, and keeps whoever came by a group. */
export async function insertCandidates(db: Db, wish: AddWish, now: Date): Promise<Inserted> {
  const row = await findOne(db, insertedRow)`
    with wanted as (${eligible(db, wish)}),
    added as (
      insert into exam.candidate (company_id, exam_id, staff_id, added_at, department_id)
      select ${db.companyId}, ${wish.examId}, w.id, ${now}, w.department_id from wanted w
      on conflict (company_id, exam_id, staff_id) do update set is_chosen = true where not candidate.is_chosen
      returning (xmax = 0) as is_new
    )
    select (select count(*)::int from added where is_new) as added,
      (select count(*)::int from wanted) as eligible,
      (select count(*)::int from wanted where id = any(${wish.staffIds}::uuid[])) as "eligibleChosen",
      (select count(*)::int from wanted where is_outside) as outside
  `
  return row ?? { added: 0, eligible: 0, eligibleChosen: 0, outside: 0 }
}

/** Asked by everybody who comes from a course, in the minute when an exam begins: one look into the list's own index. */
export function isOnList(db: Db, examId: string, staffId: string): Promise<boolean> {
  return hasRows(db)`
    select from exam.candidate where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = ${staffId}
  `
}

/** The chosen candidates of one exam for another one, as far as the scope reaches. */
export async function copyCandidates(
  db: Db,
  { from, to, scope, now }: { from: string; to: string; scope: DataScope; now: Date },
): Promise<void> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  await sql`
    insert into exam.candidate (company_id, exam_id, staff_id, added_at, department_id)
    select c.company_id, ${to}, c.staff_id, ${now}, s.department_id
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id and s.removed_at is null and s.is_enabled
    where c.company_id = ${db.companyId} and c.exam_id = ${from} and c.is_chosen and ${inScope}
  `.execute(db)
}

const nameRow = z.object({ name: z.string() })

/** Names of those among them who have begun, a few of them, for a refusal in words. */
export async function selectBegun(db: Db, examId: string, staffIds: readonly string[]): Promise<{ name: string }[]> {
  return rowsOf(db, nameRow)`
    select s.name
    from org.person s
    where s.company_id = ${db.companyId}
      and s.id in (
        select a.staff_id from sitting.standing a
        where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = any(${staffIds}::uuid[])
      )
    order by s.name
  `
}

export async function deleteCandidates(
  db: Db,
  { examId, staffIds, scope }: { examId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<readonly string[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`staff_id in (${scopedStaff(db, scope)})`
  return idsOf(db)`
    delete from exam.candidate
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = any(${staffIds}::uuid[]) and ${inScope}
    returning staff_id as id
  `
}

const chosenRow = z.object({ id, isOutside: z.boolean() })

/** Those of the scope who were chosen, not those whom groups bring. */
export async function selectChosen(
  db: Db,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<{ id: string; isOutside: boolean }[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, chosenRow)`
    select c.staff_id as id, s.staff_source = ${lit(staffSource.outside)} as "isOutside"
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.is_chosen and ${inScope}
  `
}

/** Of these people those within the scope. */
export async function selectSeenIds(
  db: Db,
  { staffIds, scope }: { staffIds: readonly string[]; scope: DataScope },
): Promise<readonly string[]> {
  if (scope.kind === 'all' || staffIds.length === 0) return staffIds
  return idsOf(db)`
    select n.id
    from unnest(${staffIds}::uuid[]) as n (id)
    where n.id in (${scopedStaff(db, scope)})
  `
}

const reviewerRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  department: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Sits the exam too. */
  isCandidate: z.boolean(),
})
export type ReviewerRow = z.output<typeof reviewerRow>

export async function selectReviewers(db: Db, examId: string): Promise<ReviewerRow[]> {
  return rowsOf(db, reviewerRow)`
    select r.staff_id as "staffId", s.name, s.login_account as "loginAccount", d.name as department, s.email, s.phone,
      exists (
        select from exam.candidate c
        where c.company_id = r.company_id and c.exam_id = r.exam_id and c.staff_id = r.staff_id
      ) as "isCandidate"
    from exam.reviewer r
    join org.person s on s.company_id = r.company_id and s.id = r.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where r.company_id = ${db.companyId} and r.exam_id = ${examId}
    order by s.name, r.staff_id
  `
}

/** Who of them may be a reviewer: employed, enabled, with an e-mail address. */
export async function selectEligibleReviewers(db: Db, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select s.id
    from org.person s
    where s.company_id = ${db.companyId}
      and s.id = any(${staffIds}::uuid[])
      and s.removed_at is null
      and s.is_enabled
      and btrim(coalesce(s.email, '')) <> ''
  `
}

/** Of these people those who are neither within the scope nor reviewers of the exam already: not the caller's to name. */
export async function selectUnseenReviewers(
  db: Db,
  { examId, staffIds, scope }: { examId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<{ id: string }[]> {
  if (scope.kind === 'all' || staffIds.length === 0) return []
  return rowsOf(db, idRow)`
    select n.id
    from unnest(${staffIds}::uuid[]) as n (id)
    where n.id not in (${scopedStaff(db, scope)})
      and not exists (
        select from exam.reviewer r where r.company_id = ${db.companyId} and r.exam_id = ${examId} and r.staff_id = n.id
      )
  `
}

/** The exam's reviewers whom the caller does not see. */
export async function selectReviewersBeyond(db: Db, { examId, scope }: { examId: string; scope: DataScope }): Promise<string[]> {
  if (scope.kind === 'all') return []
  return idsOf(db)`
    select r.staff_id as id
    from exam.reviewer r
    where r.company_id = ${db.companyId} and r.exam_id = ${examId}
      and r.staff_id not in (${scopedStaff(db, scope)})
  `
}

export async function replaceReviewerRows(db: Db, examId: string, staffIds: readonly string[]): Promise<void> {
  await db.deleteFrom('exam.reviewer').where('company_id', '=', db.companyId).where('exam_id', '=', examId).execute()
  if (staffIds.length === 0) return
  const rows = staffIds.map((staffId) => ({ company_id: db.companyId, exam_id: examId, staff_id: staffId }))
  await db.insertInto('exam.reviewer').values(rows).execute()
}
