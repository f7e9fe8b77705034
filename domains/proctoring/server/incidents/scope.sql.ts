/** Whom an incident reaches at this moment. */
import { id } from '@kaopei/contract'
import { type Reach as ExamReach, examKind, inReach } from '@kaopei/exam/server'
import { staffOfDepartments } from '@kaopei/org/server'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { placesOf, usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type IncidentScope, incidentScope } from '../../contract/incidents/incident.ts'

export interface Reach {
  readonly examId: string
  readonly kind: IncidentScope
  readonly values: readonly string[]
  /** Of whoever declared it. */
  readonly scope: ExamReach
  /** Nobody stops their own clock. */
  readonly butStaffId: string | null
}

const inScope = (db: Db, scope: ExamReach, examId: string) =>
  inReach(db, scope, { examId: sql`${examId}::uuid`, staffId: sql`c.staff_id` })

export function selectReached(db: Db, reach: Reach): Promise<string[]> {
  return idsOf(db)`
    select c.staff_id as id
    from exam.candidates_of(${db.companyId}, ${reach.examId}) c
    where ${inScope(db, reach.scope, reach.examId)}
      and c.staff_id is distinct from ${reach.butStaffId}::uuid
      and ${isReached(db, reach)}
    order by c.staff_id`
}

function isReached(db: Db, { examId, kind, values }: Reach): RawBuilder<unknown> {
  if (kind === incidentScope.everybody) return sql`true`
  if (kind === incidentScope.departments) return sql`c.staff_id in (${staffOfDepartments(db, values)})`
  if (kind === incidentScope.people) return sql`c.staff_id = any(${[...values]}::uuid[])`
  if (kind === incidentScope.rooms)
    return sql`c.staff_id in (
      select p."staffId" from (${placesOf(db, { kind: examKind, id: examId })}) p where p."roomId" = any(${[...values]}::uuid[])
    )`
  return sql`c.staff_id in (
    select a.staff_id from sitting.addresses_of(${db.companyId}, ${examId}) a
    where a.address <<= any(${[...values]}::inet[])
  )`
}

const personRow = z.object({ staffId: id, name: z.string(), department: z.string().nullable() })
export type ReachedPerson = z.output<typeof personRow>

/** Names of these candidates. */
export function selectNames(db: Db, examId: string, staffIds: readonly string[]): Promise<ReachedPerson[]> {
  return rowsOf(db, personRow)`
    select c.staff_id as "staffId", s.name, d.name as department
    from exam.candidates_of(${db.companyId}, ${examId}) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = coalesce(c.department_id, s.department_id)
    where c.staff_id = any(${staffIds}::uuid[])`
}

const choiceRow = z.object({ id, name: z.string(), count: z.int() })

/** Rooms of the exam, with how many of the caller's people sit there. */
export function selectRooms(db: Db, { examId, scope }: { examId: string; scope: ExamReach }) {
  return rowsOf(db, choiceRow)`
    select u."roomId" as id, u."roomName" as name, (
      select count(*)::int
      from (${placesOf(db, { kind: examKind, id: examId })}) p
      join exam.candidates_of(${db.companyId}, ${examId}) c on c.staff_id = p."staffId"
      where p."roomId" = u."roomId" and ${inScope(db, scope, examId)}
    ) as count
    from (${usesOf(db, examKind)}) u
    where u."ownerId" = ${examId}
    order by u.sort`
}

/** Departments of the caller's candidates. */
export function selectDepartments(db: Db, { examId, scope }: { examId: string; scope: ExamReach }) {
  return rowsOf(db, choiceRow)`
    select d.id, d.name, count(*)::int as count
    from exam.candidates_of(${db.companyId}, ${examId}) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    join org.department_tree d on d.company_id = ${db.companyId} and d.id = coalesce(c.department_id, s.department_id)
    where ${inScope(db, scope, examId)}
    group by d.id, d.name
    order by count(*) desc, d.name`
}

const choosableRow = z.object({ id, name: z.string(), department: z.string().nullable() })

/** More names than anybody looks through: the rest are reached by room, department or address. */
const mostChoosable = 5000

export async function selectChoosable(db: Db, { examId, scope }: { examId: string; scope: ExamReach }) {
  const found = await rowsOf(db, choosableRow)`
    select c.staff_id as id, s.name, d.name as department
    from exam.candidates_of(${db.companyId}, ${examId}) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = coalesce(c.department_id, s.department_id)
    where ${inScope(db, scope, examId)}
    order by s.name, c.staff_id
    limit ${mostChoosable + 1}`
  return { people: found.slice(0, mostChoosable), hasMorePeople: found.length > mostChoosable }
}

/** Names of departments. */
export function selectDepartmentNames(db: Db, ids: readonly string[]) {
  return rowsOf(db, z.object({ id, name: z.string() }))`
    select d.id, d.name from org.department_tree d where d.company_id = ${db.companyId} and d.id = any(${ids}::uuid[]) and d.removed_at is null`
}
