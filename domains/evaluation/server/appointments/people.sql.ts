import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, idOf, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { raterRole, sittingState } from '../../contract/codes.ts'
import { type AssessedFilter, assessedOf, ofAppointment } from '../people/assessed.sql.ts'

/** As people see it. */
const stateOf = (isOver: boolean) => sql`
  case
    when x.withdrawn_at is not null then ${sittingState.withdrawn}::int
    when t.submitted_at is not null then ${sittingState.submitted}::int
    when ${isOver} then ${sittingState.expired}::int
    when t.id is not null then ${sittingState.begun}::int
    else ${sittingState.open}::int
  end`

const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  state: sittingState.schema,
  submittedTime: z.date().nullable(),
  raterCount: z.int(),
  raterSubmittedCount: z.int(),
  raterWithdrawnCount: z.int(),
  evaluationResultId: id.nullable(),
})

export interface PeopleFilter extends AssessedFilter {
  readonly appointmentId: string
  readonly isOver: boolean
}
const matching = (db: Db, { appointmentId, isOver: _isOver, ...filter }: PeopleFilter) =>
  assessedOf(db, ofAppointment(appointmentId), filter)

const others = (db: Db, appointmentId: string, more: RawBuilder<unknown>) => sql`
  (select count(*)::int
   from evaluation.rater o
   left join evaluation.sitting ot on ot.company_id = o.company_id and ot.rater_id = o.id
   where o.company_id = ${db.companyId} and o.appointment_id = ${appointmentId} and o.staff_id = s.id and o.role <> ${lit(raterRole.self)} and ${more})`

export function selectPeople(db: Db, filter: PeopleFilter, page: { limit: number; offset: number }) {
  const { appointmentId, isOver } = filter
  return rowsOf(db, staffRow)`
    select s.id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department,
      ${stateOf(isOver)} as state, t.submitted_at as "submittedTime",
      ${others(db, appointmentId, sql`o.withdrawn_at is null`)} as "raterCount",
      ${others(db, appointmentId, sql`o.withdrawn_at is null and ot.submitted_at is not null`)} as "raterSubmittedCount",
      ${others(db, appointmentId, sql`o.withdrawn_at is not null`)} as "raterWithdrawnCount",
      r.id as "evaluationResultId"
    from (select s.id ${matching(db, filter)} order by s.id desc limit ${page.limit} offset ${page.offset}) found
    join org.person s on s.company_id = ${db.companyId} and s.id = found.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join evaluation.rater x on x.company_id = s.company_id and x.appointment_id = ${appointmentId} and x.staff_id = s.id and x.role = ${lit(raterRole.self)}
    left join evaluation.sitting t on t.company_id = x.company_id and t.rater_id = x.id
    left join evaluation.result r on r.company_id = s.company_id and r.appointment_id = ${appointmentId} and r.staff_id = s.id
    order by s.id desc`
}

export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

/** Each of them answers about themselves, whatever else. */
export async function insertPeople(
  db: Db,
  { appointmentId, staffIds, actorId }: { appointmentId: string; staffIds: readonly string[]; actorId: string | null },
): Promise<number> {
  const added = await changesOf(db)`
    insert into evaluation.participant (company_id, appointment_id, staff_id, added_by)
    select ${db.companyId}, ${appointmentId}, x, ${actorId} from unnest(${staffIds}::uuid[]) x
    on conflict do nothing`
  await sql`
    insert into evaluation.rater (company_id, appointment_id, staff_id, role, rater_staff_id, added_by)
    select ${db.companyId}, ${appointmentId}, x, ${raterRole.self}, x, ${actorId} from unnest(${staffIds}::uuid[]) x
    on conflict do nothing`.execute(db)
  return added
}

/** Those about whom nobody has begun to answer. */
export async function removePeople(
  db: Db,
  { appointmentId, staffIds, scope }: { appointmentId: string; staffIds: readonly string[]; scope: DataScope },
): Promise<readonly string[]> {
  const gone = await idsOf(db)`
    select p.staff_id as id from evaluation.participant p
    where p.company_id = ${db.companyId} and p.appointment_id = ${appointmentId} and p.staff_id = any (${staffIds}::uuid[])
      and p.staff_id in (${scopedStaff(db, scope)})
      and not exists (select from evaluation.sitting t where t.company_id = p.company_id and t.appointment_id = p.appointment_id and t.staff_id = p.staff_id)
      and not exists (select from evaluation.result r where r.company_id = p.company_id and r.appointment_id = p.appointment_id and r.staff_id = p.staff_id)
    for update`
  const these = sql`company_id = ${db.companyId} and appointment_id = ${appointmentId} and staff_id = any (${gone}::uuid[])`
  await sql`delete from evaluation.rater where ${these}`.execute(db)
  await sql`delete from evaluation.participant where ${these}`.execute(db)
  return gone
}

/** Whether the person is assessed here, and in the scope. */
export async function isPersonThere(
  db: Db,
  { appointmentId, staffId, scope }: { appointmentId: string; staffId: string; scope: DataScope },
): Promise<boolean> {
  const found = await idsOf(db)`
    select p.staff_id as id from evaluation.participant p
    where p.company_id = ${db.companyId} and p.appointment_id = ${appointmentId} and p.staff_id = ${staffId}
      and ${scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`}`
  return found.length > 0
}

const raterRow = z.object({
  id,
  role: raterRole.schema,
  name: z.string(),
  isAccount: z.boolean(),
  department: z.string().nullable(),
  state: sittingState.schema,
  tokenId: id.nullable(),
})

export function selectRaters(
  db: Db,
  { appointmentId, staffId, isOver }: { appointmentId: string; staffId: string; isOver: boolean },
) {
  return rowsOf(db, raterRow)`
    select x.id, x.role, coalesce(s.name, x.rater_name, '') as name, x.rater_staff_id is not null as "isAccount", d.name as department,
      ${stateOf(isOver)} as state, x.token_id as "tokenId"
    from evaluation.rater x
    left join org.person s on s.company_id = x.company_id and s.id = x.rater_staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join evaluation.sitting t on t.company_id = x.company_id and t.rater_id = x.id
    where x.company_id = ${db.companyId} and x.appointment_id = ${appointmentId} and x.staff_id = ${staffId}
    order by x.role, x.id`
}

export interface NewRaters {
  readonly appointmentId: string
  readonly staffId: string
  readonly role: number
  readonly actorId: string
}

/** Of those named the ones who may rate: enabled people of the company, not the person themselves. */
export function selectEligible(db: Db, staffId: string, wanted: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select s.id from org.person s
    where s.company_id = ${db.companyId} and s.id = any (${wanted}::uuid[]) and s.removed_at is null and s.is_enabled and s.id <> ${staffId}`
}

export function insertRaters(db: Db, { appointmentId, staffId, role, actorId }: NewRaters, raterStaffIds: readonly string[]) {
  return changesOf(db)`
    insert into evaluation.rater (company_id, appointment_id, staff_id, role, rater_staff_id, added_by)
    select ${db.companyId}, ${appointmentId}, ${staffId}, ${role}, x, ${actorId} from unnest(${raterStaffIds}::uuid[]) x
    on conflict do nothing`
}

export function insertLinkRater(db: Db, { appointmentId, staffId, role, actorId }: NewRaters, name: string): Promise<string> {
  return idOf(db)`
    insert into evaluation.rater (company_id, appointment_id, staff_id, role, rater_name, added_by)
    values (${db.companyId}, ${appointmentId}, ${staffId}, ${role}, ${name}, ${actorId})
    returning id`
}

export async function setToken(db: Db, raterId: string, tokenId: string): Promise<void> {
  await sql`
    update evaluation.rater set token_id = ${tokenId}
    where company_id = ${db.companyId} and id = ${raterId}`.execute(db)
}

const foundRow = z.object({
  id,
  appointmentId: id,
  staffId: id,
  role: raterRole.schema,
  raterStaffId: id.nullable(),
  raterName: z.string().nullable(),
  tokenId: id.nullable(),
  withdrawnAt: z.date().nullable(),
})
export type Rater = z.input<typeof foundRow>

export function findRater(db: Db, raterId: string, lock?: 'update'): Promise<Rater | undefined> {
  return findOne(db, foundRow)`
    select x.id, x.appointment_id as "appointmentId", x.staff_id as "staffId", x.role, x.rater_staff_id as "raterStaffId", x.rater_name as "raterName",
      x.token_id as "tokenId", x.withdrawn_at as "withdrawnAt"
    from evaluation.rater x
    where x.company_id = ${db.companyId} and x.id = ${raterId}
    ${lock ? sql`for update` : sql``}`
}

/** False where somebody has begun to answer. */
export async function deleteRater(db: Db, raterId: string): Promise<boolean> {
  const count = await changesOf(db)`
    delete from evaluation.rater x
    where x.company_id = ${db.companyId} and x.id = ${raterId}
      and not exists (select from evaluation.sitting t where t.company_id = x.company_id and t.rater_id = x.id)`
  return count > 0
}

export async function markWithdrawn(db: Db, raterId: string, now: Date): Promise<void> {
  await sql`
    update evaluation.rater set withdrawn_at = ${now}
    where company_id = ${db.companyId} and id = ${raterId}`.execute(db)
}
