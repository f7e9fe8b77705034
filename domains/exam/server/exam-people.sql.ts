import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { sql } from 'kysely'
import { isFound, type PeopleSearch } from './people-search.sql.ts'
import type { StoredTimes } from './rules/override.ts'

export type CandidateRow = {
  staffId: string
  name: string
  loginAccount: string
  jobNumber: string | null
  department: string | null
  departmentId: string | null
  phone: string | null
  email: string | null
  /** What they have instead of the exam's times. */
  own: StoredTimes | null
  hasAttempt: boolean
  groupNames: string[]
}

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
  const { rows } = await sql<CandidateRow>`
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
        select 1 from sitting.attempt a where a.company_id = c.company_id and a.exam_id = c.exam_id and a.staff_id = c.staff_id
      ) as "hasAttempt",
      array(
        select u.name
        from exam.exam_group g
        join usergroup.member m on m.company_id = g.company_id and m.group_id = g.group_id and m.staff_id = c.staff_id
        join usergroup.staff_group u on u.company_id = g.company_id and u.id = g.group_id
        where not c.is_chosen and g.company_id = c.company_id and g.exam_id = c.exam_id and g.mode = 2
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
  `.execute(db)
  return rows
}

export async function countCandidates(db: Db, filter: CandidateFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${matching(db, filter)}
  `.execute(db)
  return rows[0]?.count ?? 0
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
    select s.id, s.department_id, s.staff_source = 2 as is_outside
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

export interface Inserted {
  readonly added: number
  /** All that might have been added. */
  readonly eligible: number
  readonly eligibleChosen: number
  /** Of those that might have been added: candidates from outside the company. */
  readonly outside: number
}

/** Adds whoever is not there yet, and keeps whoever came by a group. */
export async function insertCandidates(db: Db, wish: AddWish, now: Date): Promise<Inserted> {
  const { rows } = await sql<Inserted>`
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
  `.execute(db)
  return rows[0] ?? { added: 0, eligible: 0, eligibleChosen: 0, outside: 0 }
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

/** Names of those among them who have begun, a few of them, for a refusal in words. */
export async function selectBegun(db: Db, examId: string, staffIds: readonly string[]): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name
    from org.person s
    where s.company_id = ${db.companyId}
      and s.id in (
        select a.staff_id from sitting.attempt a
        where a.company_id = ${db.companyId} and a.exam_id = ${examId} and a.staff_id = any(${staffIds}::uuid[])
      )
    order by s.name
  `.execute(db)
  return rows
}

export async function deleteCandidates(
  db: Db,
  { examId, staffIds, scope }: { examId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<number> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`staff_id in (${scopedStaff(db, scope)})`
  const { numAffectedRows } = await sql`
    delete from exam.candidate
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = any(${staffIds}::uuid[]) and ${inScope}
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Those of the scope who were chosen, not those whom groups bring. */
export async function selectChosen(
  db: Db,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<{ id: string; isOutside: boolean }[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  const { rows } = await sql<{ id: string; isOutside: boolean }>`
    select c.staff_id as id, s.staff_source = 2 as "isOutside"
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.is_chosen and ${inScope}
  `.execute(db)
  return rows
}

/** Of these people those within the scope. */
export async function selectSeenIds(
  db: Db,
  { staffIds, scope }: { staffIds: readonly string[]; scope: DataScope },
): Promise<readonly string[]> {
  if (scope.kind === 'all' || staffIds.length === 0) return staffIds
  const { rows } = await sql<{ id: string }>`
    select n.id
    from unnest(${staffIds}::uuid[]) as n (id)
    where n.id in (${scopedStaff(db, scope)})
  `.execute(db)
  return rows.map(({ id }) => id)
}

export type ReviewerRow = {
  staffId: string
  name: string
  loginAccount: string
  department: string | null
  email: string | null
  phone: string | null
  /** Sits the exam too. */
  isCandidate: boolean
}

export async function selectReviewers(db: Db, examId: string): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
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
  `.execute(db)
  return rows
}

/** Who of them may be a reviewer: employed, enabled, with an e-mail address. */
export async function selectEligibleReviewers(db: Db, staffIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id
    from org.person s
    where s.company_id = ${db.companyId}
      and s.id = any(${staffIds}::uuid[])
      and s.removed_at is null
      and s.is_enabled
      and btrim(coalesce(s.email, '')) <> ''
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Of these people those who are neither within the scope nor reviewers of the exam already: not the caller's to name. */
export async function selectUnseenReviewers(
  db: Db,
  { examId, staffIds, scope }: { examId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<{ id: string }[]> {
  if (scope.kind === 'all' || staffIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select n.id
    from unnest(${staffIds}::uuid[]) as n (id)
    where n.id not in (${scopedStaff(db, scope)})
      and not exists (
        select from exam.reviewer r where r.company_id = ${db.companyId} and r.exam_id = ${examId} and r.staff_id = n.id
      )
  `.execute(db)
  return rows
}

/** The exam's reviewers whom the caller does not see. */
export async function selectReviewersBeyond(db: Db, { examId, scope }: { examId: string; scope: DataScope }): Promise<string[]> {
  if (scope.kind === 'all') return []
  const { rows } = await sql<{ id: string }>`
    select r.staff_id as id
    from exam.reviewer r
    where r.company_id = ${db.companyId} and r.exam_id = ${examId}
      and r.staff_id not in (${scopedStaff(db, scope)})
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function replaceReviewerRows(db: Db, examId: string, staffIds: readonly string[]): Promise<void> {
  await db.deleteFrom('exam.reviewer').where('company_id', '=', db.companyId).where('exam_id', '=', examId).execute()
  if (staffIds.length === 0) return
  const rows = staffIds.map((staffId) => ({ company_id: db.companyId, exam_id: examId, staff_id: staffId }))
  await db.insertInto('exam.reviewer').values(rows).execute()
}
