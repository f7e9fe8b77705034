import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, hasRows, idOf, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { appointmentStatus } from '../../contract/codes.ts'
import { postPart } from '../../contract/post-codes.ts'
import { standing } from '../appointments/appointment.sql.ts'

const draft = lit(appointmentStatus.draft)
const open = lit(appointmentStatus.open)
const closed = lit(appointmentStatus.closed)

/** What owns the appointments of scales that these assessments make. */
export const postOwner = 'post'

const assessmentRow = z.object({
  id,
  name: z.string(),
  postId: id,
  postName: z.string(),
  purpose: z.string(),
  status: z.int(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  openedAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  version: z.int(),
})
export type Assessment = z.output<typeof assessmentRow>

const columns = sql`a.id, a.name, a.post_id as "postId", a.post_name as "postName", a.purpose, a.status, a.start_at as "startAt", a.end_at as "endAt",
  a.opened_at as "openedAt", a.closed_at as "closedAt", a.version`

/** `share`: nobody closes it meanwhile. */
export function findAssessment(db: Db, assessmentId: string, lock?: 'update' | 'share'): Promise<Assessment | undefined> {
  const locked = lock === undefined ? sql`` : lock === 'update' ? sql`for update` : sql`for share`
  return findOne(db, assessmentRow)`
    select ${columns}
    from evaluation.post_assessment a
    where a.company_id = ${db.companyId} and a.id = ${assessmentId} and a.removed_at is null
    ${locked}`
}

const partRow = z.object({
  assessmentId: id,
  part: postPart.schema,
  sourceExamId: id.nullable(),
  scaleId: id.nullable(),
  examId: id.nullable(),
  appointmentId: id.nullable(),
  scaleName: z.string().nullable(),
})
export type Part = z.output<typeof partRow>

/** In the order in which they are taken. */
export function selectParts(db: Db, assessmentIds: readonly string[]): Promise<Part[]> {
  return rowsOf(db, partRow)`
    select k.assessment_id as "assessmentId", k.part, k.source_exam_id as "sourceExamId", k.scale_id as "scaleId", k.exam_id as "examId",
      k.appointment_id as "appointmentId", s.name as "scaleName"
    from evaluation.post_part k
    left join evaluation.scale s on s.company_id = k.company_id and s.id = k.scale_id
    where k.company_id = ${db.companyId} and k.assessment_id = any (${assessmentIds}::uuid[])
    order by k.assessment_id, k.part`
}

export interface AssessmentFields {
  readonly name: string
  readonly postId: string
  readonly postName: string
  readonly purpose: string
  readonly startTime: Date | null
  readonly endTime: Date | null
}

export function insertAssessment(db: Db, fields: AssessmentFields, actorId: string): Promise<string> {
  return idOf(db)`
    insert into evaluation.post_assessment (company_id, name, post_id, post_name, purpose, start_at, end_at, created_by)
    values (${db.companyId}, ${fields.name}, ${fields.postId}, ${fields.postName}, ${fields.purpose}, ${fields.startTime}, ${fields.endTime}, ${actorId})
    returning id`
}

export async function updateAssessment(db: Db, assessmentId: string, fields: AssessmentFields, now: Date): Promise<void> {
  await sql`
    update evaluation.post_assessment
    set name = ${fields.name}, post_id = ${fields.postId}, post_name = ${fields.postName}, purpose = ${fields.purpose}, start_at = ${fields.startTime},
      end_at = ${fields.endTime}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${assessmentId}`.execute(db)
}

export interface WantedPart {
  readonly part: number
  readonly sourceExamId: string | null
  readonly scaleId: string | null
}

export async function replaceParts(db: Db, assessmentId: string, parts: readonly WantedPart[]): Promise<void> {
  await sql`delete from evaluation.post_part where company_id = ${db.companyId} and assessment_id = ${assessmentId}`.execute(db)
  await sql`
    insert into evaluation.post_part (company_id, assessment_id, part, source_exam_id, scale_id)
    select ${db.companyId}, ${assessmentId}, x.part, x."sourceExamId", x."scaleId"
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x (part smallint, "sourceExamId" uuid, "scaleId" uuid)`.execute(
    db,
  )
}

export async function setMade(
  db: Db,
  { assessmentId, part }: Pick<Part, 'assessmentId' | 'part'>,
  { examId = null, appointmentId = null }: { examId?: string | null; appointmentId?: string | null },
): Promise<void> {
  await sql`
    update evaluation.post_part set exam_id = ${examId}, appointment_id = ${appointmentId}
    where company_id = ${db.companyId} and assessment_id = ${assessmentId} and part = ${part}`.execute(db)
}

export async function markAssessment(db: Db, assessmentId: string, to: 'open' | 'closed' | 'removed', now: Date): Promise<void> {
  const change =
    to === 'open'
      ? sql`status = ${open}, opened_at = ${now}`
      : to === 'closed'
        ? sql`status = ${closed}, closed_at = ${now}`
        : sql`removed_at = ${now}`
  await sql`
    update evaluation.post_assessment set ${change}, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${assessmentId}`.execute(db)
}

export interface AssessmentFilter {
  readonly name?: string | undefined
  readonly postId?: string | undefined
  readonly status?: number | undefined
  readonly now: Date
}

function matching(db: Db, { name, postId, status, now }: AssessmentFilter): RawBuilder<unknown> {
  const conditions = [sql`a.company_id = ${db.companyId}`, sql`a.removed_at is null`]
  if (name) conditions.push(sql`a.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (postId) conditions.push(sql`a.post_id = ${postId}`)
  if (status !== undefined) conditions.push(standing(status, now))
  return sql`from evaluation.post_assessment a where ${sql.join(conditions, sql` and `)}`
}

/** People of the scope, and those of them whose report is there. */
const counts = (db: Db, scope: DataScope) => {
  const isSeen = (staffId: RawBuilder<unknown>) =>
    scope.kind === 'all' ? sql`true` : sql`${staffId} in (${scopedStaff(db, scope)})`
  return sql`
    (select count(*)::int from evaluation.post_person p
      where p.company_id = a.company_id and p.assessment_id = a.id and ${isSeen(sql`p.staff_id`)}) as "personCount",
    (select count(*)::int from evaluation.post_result r
      where r.company_id = a.company_id and r.assessment_id = a.id and r.is_latest and ${isSeen(sql`r.staff_id`)}) as "resultCount"`
}

const countsShape = { personCount: z.int(), resultCount: z.int() }
const listedRow = assessmentRow.extend({ ...countsShape, creatorName: z.string().nullable(), createTime: z.date() })

export function selectAssessments(
  db: Db,
  { filter, scope }: { filter: AssessmentFilter; scope: DataScope },
  page: { limit: number; offset: number },
) {
  return rowsOf(db, listedRow)`
    select ${columns}, c.name as "creatorName", a.created_at as "createTime", ${counts(db, scope)}
    from (select a.* ${matching(db, filter)} order by a.id desc limit ${page.limit} offset ${page.offset}) a
    left join org.person c on c.company_id = a.company_id and c.id = a.created_by
    order by a.id desc`
}

export function countAssessments(db: Db, filter: AssessmentFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const countsRow = z.object(countsShape)

export async function countsOf(db: Db, assessmentId: string, scope: DataScope): Promise<z.output<typeof countsRow>> {
  const found = await findOne(db, countsRow)`
    select ${counts(db, scope)} from evaluation.post_assessment a where a.company_id = ${db.companyId} and a.id = ${assessmentId}`
  return found ?? { personCount: 0, resultCount: 0 }
}

const nameRow = z.object({ id, name: z.string() })

interface NameFilter {
  readonly name?: string | undefined
  readonly assessmentId?: string | undefined
}

const named = (db: Db, { name, assessmentId }: NameFilter) =>
  sql`${matching(db, { name, now: new Date(0) })} and a.status > ${draft} and ${assessmentId ? sql`a.id = ${assessmentId}` : sql`true`}`

export function selectNames(db: Db, filter: NameFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, nameRow)`
    select a.id, a.name ${named(db, filter)} order by a.id desc limit ${page.limit} offset ${page.offset}`
}

export const countNames = (db: Db, filter: NameFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${named(db, filter)}`

/** The post's name; undefined: there is none. */
export async function findPostName(db: Db, postId: string): Promise<string | undefined> {
  const found = await findOne(db, nameRow)`
    select p.id, p.name from org.post_name p where p.company_id = ${db.companyId} and p.id = ${postId}`
  return found?.name
}

export function selectStaffIds(db: Db, assessmentId: string): Promise<string[]> {
  return idsOf(db)`
    select p.staff_id as id from evaluation.post_person p
    where p.company_id = ${db.companyId} and p.assessment_id = ${assessmentId}
    order by p.staff_id`
}

export async function markPeople(db: Db, assessmentId: string): Promise<void> {
  await changesOf(db)`
    update evaluation.post_person set is_marked = true where company_id = ${db.companyId} and assessment_id = ${assessmentId}`
}

/** Whose time is over and that nobody has closed. */
export function selectOver(db: Db, before: Date, most: number): Promise<string[]> {
  return idsOf(db)`
    select a.id from evaluation.post_assessment a
    where a.company_id = ${db.companyId} and a.status = ${open} and a.removed_at is null and a.end_at < ${before}
    order by a.end_at
    limit ${most}`
}

export function hasResults(db: Db, assessmentId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from evaluation.post_result where company_id = ${db.companyId} and assessment_id = ${assessmentId} limit 1`
}
