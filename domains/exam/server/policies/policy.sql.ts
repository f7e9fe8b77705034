import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type CandidatePolicy, candidatePolicy } from '../../contract/candidate-policy.ts'

const columns = sql`p.is_without_camera as "isWithoutCamera", p.is_screen_reader as "isScreenReader", p.font_percent as "fontPercent",
  p.timer_minutes as "timerMinutes", p.break_count as "breakCount", p.break_minutes as "breakMinutes"`

/** What is arranged for one candidate. */
export function findPolicy(db: Db, examId: string, staffId: string): Promise<CandidatePolicy | undefined> {
  return findOne(db, candidatePolicy)`
    select ${columns}
    from exam.candidate_policy p
    where p.company_id = ${db.companyId} and p.exam_id = ${examId} and p.staff_id = ${staffId}`
}

/** Of these candidates, or of all of the exam. */
export function selectPolicies(db: Db, examId: string, staffIds?: readonly string[]) {
  return rowsOf(db, candidatePolicy.extend({ staffId: id }))`
    select p.staff_id as "staffId", ${columns}
    from exam.candidate_policy p
    where p.company_id = ${db.companyId} and p.exam_id = ${examId}
      and ${staffIds === undefined ? sql`true` : sql`p.staff_id = any(${staffIds}::uuid[])`}`
}

const listedRow = candidatePolicy.extend({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  reason: z.string(),
  changedByName: z.string().nullable(),
  changedTime: z.date(),
})

type Whom = { examId: string; scope: DataScope; staffIds?: readonly string[] | undefined }
const seen = (db: Db, { scope, staffIds }: Whom): RawBuilder<unknown> => sql`(
  ${scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`}
  and ${staffIds === undefined ? sql`true` : sql`p.staff_id = any(${[...staffIds]}::uuid[])`}
)`

export function selectPolicyPage(db: Db, { limit, offset, ...whom }: Whom & { limit: number; offset: number }) {
  return rowsOf(db, listedRow)`
    select p.staff_id as "staffId", s.name, d.name as department, ${columns}, p.reason, by.name as "changedByName", p.changed_at as "changedTime"
    from exam.candidate_policy p
    join org.person s on s.company_id = p.company_id and s.id = p.staff_id
    left join org.department_tree d on d.company_id = p.company_id and d.id = s.department_id
    left join org.person by on by.company_id = p.company_id and by.id = p.changed_by
    where p.company_id = ${db.companyId} and p.exam_id = ${whom.examId} and ${seen(db, whom)}
    order by s.name, p.staff_id
    limit ${limit} offset ${offset}`
}

export function countPolicies(db: Db, whom: Whom): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from exam.candidate_policy p
    where p.company_id = ${db.companyId} and p.exam_id = ${whom.examId} and ${seen(db, whom)}`
}

export async function upsertPolicies(
  db: Db,
  {
    examId,
    staffIds,
    policy,
    reason,
    actorId,
    now,
  }: { examId: string; staffIds: readonly string[]; policy: CandidatePolicy; reason: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into exam.candidate_policy (company_id, exam_id, staff_id, is_without_camera, is_screen_reader, font_percent, timer_minutes, break_count,
      break_minutes, reason, changed_by, changed_at)
    select ${db.companyId}, ${examId}, g.id, ${policy.isWithoutCamera}, ${policy.isScreenReader}, ${policy.fontPercent},
      ${[...policy.timerMinutes]}::smallint[], ${policy.breakCount}, ${policy.breakMinutes}, ${reason}, ${actorId}, ${now}
    from unnest(${[...staffIds]}::uuid[]) as g (id)
    on conflict (company_id, exam_id, staff_id) do update
    set is_without_camera = excluded.is_without_camera, is_screen_reader = excluded.is_screen_reader, font_percent = excluded.font_percent,
      timer_minutes = excluded.timer_minutes, break_count = excluded.break_count, break_minutes = excluded.break_minutes, reason = excluded.reason,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
  `.execute(db)
}

const leaveRow = z.object({ staffId: id, from: z.number(), until: z.number().nullable() })
type CameraLeave = z.output<typeof leaveRow>

/** Door: how long an arrangement asked no camera of each of these people; null: it still does. Milliseconds. */
export function cameraLeaves(db: Db, examId: string, staffIds: readonly string[]): Promise<CameraLeave[]> {
  return rowsOf(db, leaveRow)`
    select w.staff_id as "staffId", round(extract(epoch from w.from_at) * 1000)::float8 as "from",
      round(extract(epoch from w.until_at) * 1000)::float8 as "until"
    from exam.without_camera w
    where w.company_id = ${db.companyId} and w.exam_id = ${examId} and w.staff_id = any(${staffIds}::uuid[])
    order by w.staff_id, w.from_at`
}

/** Writes down for these people when what is arranged of their cameras began or ended to hold. */
export async function keepCameraLeaves(
  db: Db,
  { examId, staffIds, actorId, now }: { examId: string; staffIds: readonly string[]; actorId: string; now: Date },
): Promise<void> {
  const stands = sql`exists (
    select from exam.candidate_policy p
    where p.company_id = ${db.companyId} and p.exam_id = ${examId} and p.staff_id = g.id and p.is_without_camera
  )`
  await sql`
    update exam.without_camera w
    set until_at = ${now}, ended_by = ${actorId}
    from unnest(${[...staffIds]}::uuid[]) as g (id)
    where w.company_id = ${db.companyId} and w.exam_id = ${examId} and w.staff_id = g.id and w.until_at is null and not ${stands}`.execute(
    db,
  )
  await sql`
    insert into exam.without_camera (company_id, exam_id, staff_id, from_at, granted_by)
    select ${db.companyId}, ${examId}, g.id, ${now}, ${actorId}
    from unnest(${[...staffIds]}::uuid[]) as g (id)
    where ${stands}
    on conflict (company_id, exam_id, staff_id) where until_at is null do nothing`.execute(db)
}

export function deletePolicies(db: Db, examId: string, staffIds: readonly string[]): Promise<number> {
  return changesOf(db)`
    delete from exam.candidate_policy
    where company_id = ${db.companyId} and exam_id = ${examId} and staff_id = any(${[...staffIds]}::uuid[])`
}
