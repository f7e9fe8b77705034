import { id } from '@kaopei/contract'
import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, hasRows, idsOf, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { attendanceState, participation } from '../../contract/codes.ts'
import { isTheirs, type SessionRow } from './session.sql.ts'

const { booked, present, late, onLeave, absent } = attendanceState
const way = z.enum(['qr', 'list', 'own'])
type Which = Pick<SessionRow, 'taskId' | 'projectId' | 'isForChosen'>

const entryRow = z.object({ state: attendanceState.schema, way, signedAt: z.date().nullable(), reason: z.string() })
export type Entry = z.input<typeof entryRow>

/** Undefined: nothing was booked, said or signed. */
export function findEntry(db: Db, taskId: string, staffId: string): Promise<Entry | undefined> {
  return findOne(db, entryRow)`
    select a.state, a.way, a.signed_at as "signedAt", a.reason
    from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.staff_id = ${staffId}`
}

const ownRow = z.object({ taskId: id, state: attendanceState.schema })

/** Of one person in these sessions. */
export function entriesOf(db: Db, taskIds: readonly string[], staffId: string): Promise<z.input<typeof ownRow>[]> {
  return rowsOf(db, ownRow)`
    select a.task_id as "taskId", a.state
    from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = any (${taskIds}::uuid[]) and a.staff_id = ${staffId}`
}

/** How many places are given away. The session is locked by whoever goes by it. */
export function countTaken(db: Db, taskId: string): Promise<number> {
  return countOf(db)`
    select count(*)::integer as count
    from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.state in (${booked}, ${present}, ${late})`
}

interface Own {
  readonly taskId: string
  readonly staffId: string
  readonly now: Date
}

/** One statement, under the lock of the session: a place, if one is left and the person's entry does not stand against it. Answers whether it was given. */
export async function takePlace(db: Db, { taskId, staffId, now }: Own, places: number): Promise<boolean> {
  const changes = await changesOf(db)`
    insert into training.attendance (company_id, task_id, staff_id, state, way, changed_at)
    select ${db.companyId}, ${taskId}, ${staffId}, ${booked}, 'own', ${now}
    where (
      select count(*)
      from training.attendance a
      where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.state in (${booked}, ${present}, ${late})
    ) < ${places}::integer
    on conflict (company_id, task_id, staff_id) do update
    set state = ${booked}, way = 'own', reason = '', changed_by = null, changed_at = ${now}
    where attendance.state = ${onLeave} and attendance.way = 'own'`
  return changes > 0
}

/** Gives the place back. */
export async function dropPlace(db: Db, { taskId, staffId }: Omit<Own, 'now'>): Promise<void> {
  await sql`
    delete from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.staff_id = ${staffId} and a.state = ${booked}`.execute(
    db,
  )
}

/** Whoever has signed in is not on leave. */
export async function takeLeave(db: Db, { taskId, staffId, now }: Own, reason: string): Promise<void> {
  await sql`
    insert into training.attendance (company_id, task_id, staff_id, state, way, reason, changed_at)
    values (${db.companyId}, ${taskId}, ${staffId}, ${onLeave}, 'own', ${reason}, ${now})
    on conflict (company_id, task_id, staff_id) do update
    set state = ${onLeave}, way = 'own', reason = ${reason}, changed_by = null, changed_at = ${now}
    where attendance.state in (${booked}, ${onLeave})`.execute(db)
}

export interface SignIn extends Own {
  readonly isLate: boolean
  readonly deviceHash: Buffer
  readonly address: string
  /** Only whoever has a place comes in. */
  readonly needsPlace: boolean
}

/** Another person's device is refused by `attendance_device`. Answers whether somebody came in by it. */
export async function signIn(db: Db, sign: SignIn): Promise<boolean> {
  const { taskId, staffId, now, isLate, deviceHash, address, needsPlace } = sign
  const changes = await changesOf(db)`
    insert into training.attendance (company_id, task_id, staff_id, state, way, signed_at, device_hash, address, changed_at)
    select ${db.companyId}, ${taskId}, ${staffId}, ${isLate ? late : present}, 'qr', ${now}, ${deviceHash}, ${address}, ${now}
    where not ${needsPlace}::boolean or exists (
      select from training.attendance a
      where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.staff_id = ${staffId} and a.state = ${booked}
    )
    on conflict (company_id, task_id, staff_id) do update
    set state = excluded.state, way = 'qr', signed_at = ${now}, device_hash = ${deviceHash}, address = ${address}, reason = '',
      changed_by = null, changed_at = ${now}
    where attendance.state in (${booked}, ${onLeave})`
  return changes > 0
}

export interface ByHand {
  readonly taskId: string
  readonly staffIds: readonly string[]
  readonly state: (typeof attendanceState.options)[number]['value']
  readonly reason: string
  readonly by: string
  readonly now: Date
}

/** By list. Who signed in keeps when that was, and the device that was used stays used. */
export async function setEntries(db: Db, { taskId, staffIds, state, reason, by, now }: ByHand): Promise<void> {
  const signedAt = state === present || state === late ? now : null
  await sql`
    insert into training.attendance (company_id, task_id, staff_id, state, way, signed_at, reason, changed_by, changed_at)
    select ${db.companyId}, ${taskId}, n.id, ${state}, 'list', ${signedAt}, ${reason}, ${by}, ${now}
    from unnest(${staffIds}::uuid[]) as n (id)
    on conflict (company_id, task_id, staff_id) do update
    set state = ${state}, way = 'list', signed_at = case when ${signedAt !== null}::boolean then coalesce(attendance.signed_at, ${signedAt}) end,
      reason = ${reason}, changed_by = ${by}, changed_at = ${now}`.execute(db)
}

export async function removeEntries(db: Db, taskId: string, staffIds: readonly string[]): Promise<void> {
  await sql`
    delete from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = ${taskId} and a.staff_id = any (${staffIds}::uuid[])`.execute(db)
}

/** Whom the session is for and who did not come and said nothing. Answers who they are. */
export function writeAbsent(db: Db, which: Which, { by, now }: { by: string; now: Date }): Promise<string[]> {
  return idsOf(db)`
    insert into training.attendance (company_id, task_id, staff_id, state, way, changed_by, changed_at)
    select c.company_id, ${which.taskId}, c.staff_id, ${absent}, 'list', ${by}, ${now}
    from training.enrolment c
    where c.company_id = ${db.companyId}
      and c.project_id = ${which.projectId}
      and c.state = ${participation.takesPart}
      and ${isTheirs(which)}
    on conflict (company_id, task_id, staff_id) do update
    set state = ${absent}, way = 'list', changed_by = ${by}, changed_at = ${now}
    where attendance.state = ${booked}
    returning attendance.staff_id as id`
}

/** Whether somebody outside the scope would become absent by closing the list. */
export async function waitsBeyond(db: Db, which: Which, scope: DataScope): Promise<boolean> {
  if (scope.kind === 'all') return false
  return hasRows(db)`
    select
    from training.enrolment c
    where c.company_id = ${db.companyId}
      and c.project_id = ${which.projectId}
      and c.state = ${participation.takesPart}
      and ${isTheirs(which)}
      and c.staff_id not in (${scopedStaff(db, scope)})
      and not exists (
        select from training.attendance a
        where a.company_id = c.company_id and a.task_id = ${which.taskId} and a.staff_id = c.staff_id and a.state <> ${booked}
      )
    limit 1`
}

/** `c`: whoever takes part and whom it is for, and whoever came all the same; `a`: their entry. Within the scope. */
function listed(db: Db, which: Which, scope: DataScope): RawBuilder<unknown> {
  const seen = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return sql`
    from training.enrolment c
    left join training.attendance a on a.company_id = c.company_id and a.task_id = ${which.taskId} and a.staff_id = c.staff_id
    where c.company_id = ${db.companyId}
      and c.project_id = ${which.projectId}
      and ((c.state = ${participation.takesPart} and ${isTheirs(which)}) or a.state in (${present}, ${late}))
      and ${seen}`
}

const countsRow = z.object({
  expected: z.int(),
  booked: z.int(),
  present: z.int(),
  late: z.int(),
  onLeave: z.int(),
  absent: z.int(),
})

export function countsOf(db: Db, which: Which, scope: DataScope) {
  const having = (state: number) => sql`count(*) filter (where a.state = ${state})::integer`
  return oneOf(db, countsRow)`
    select count(*)::integer as expected, ${having(booked)} as booked, ${having(present)} as present, ${having(late)} as late,
      ${having(onLeave)} as "onLeave", ${having(absent)} as absent
    ${listed(db, which, scope)}`
}

const latestRow = z.object({ name: z.string(), at: z.date(), isLate: z.boolean() })

/** Who came in last. */
export function selectLatest(db: Db, which: Which, scope: DataScope) {
  return rowsOf(db, latestRow)`
    select s.name, l.signed_at as at, l.state = ${late} as "isLate"
    from (
      select a.*
      ${listed(db, which, scope)} and a.signed_at is not null
      order by a.signed_at desc, a.staff_id
      limit 6
    ) l
    join org.person s on s.company_id = l.company_id and s.id = l.staff_id
    order by l.signed_at desc, l.staff_id`
}

export interface ListFilter {
  readonly which: Which
  readonly scope: DataScope
  readonly search: PeopleSearch | undefined
  /** 0: without an entry. */
  readonly state: number | undefined
}

function matching(db: Db, { which, scope, search, state }: ListFilter): RawBuilder<unknown> {
  const byState = state === undefined ? sql`true` : state === 0 ? sql`a.state is null` : sql`a.state = ${state}`
  return sql`${listed(db, which, scope)} and ${byState} and ${search ? isFound(search) : sql`true`}`
}

const attendanceListRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  state: attendanceState.schema.nullable(),
  way: way.nullable(),
  signedAt: z.date().nullable(),
  address: z.string().nullable(),
  reason: z.string(),
  changedByName: z.string().nullable(),
})
export type AttendanceListRow = z.input<typeof attendanceListRow>

/** In the order of their names. */
export function selectAttendance(
  db: Db,
  filter: ListFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AttendanceListRow[]> {
  return rowsOf(db, attendanceListRow)`
    select s.id as "staffId", s.name, s.login_account as "loginAccount", s.phone, s.email, s.job_number as "jobNumber",
      d.name as department, l.state, l.way, l.signed_at as "signedAt", l.address, coalesce(l.reason, '') as reason,
      b.name as "changedByName"
    from (
      select c.company_id, c.staff_id, a.state, a.way, a.signed_at, a.address, a.reason, a.changed_by
      ${matching(db, filter)}
    ) l
    join org.person s on s.company_id = l.company_id and s.id = l.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.person b on b.company_id = l.company_id and b.id = l.changed_by
    order by s.name, s.id
    offset ${offset}
    limit ${limit}`
}

export function countAttendance(db: Db, filter: ListFilter): Promise<number> {
  return countOf(db)`select count(*)::integer as count ${matching(db, filter)}`
}

/** Those of these people who are on the list, within the scope. */
export function listedOf(db: Db, which: Which, scope: DataScope, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select c.staff_id as id ${listed(db, which, scope)} and c.staff_id = any (${staffIds}::uuid[])`
}
