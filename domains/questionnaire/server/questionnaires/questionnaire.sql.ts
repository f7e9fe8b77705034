import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, hasRows, idOf, lit, rowsOf, rowsOfNamed } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import { type Layout, layoutShape } from '../rules/packing.ts'

const published = lit(questionnaireStatus.published)

const questionnaireRow = z.object({
  id,
  name: z.string(),
  information: z.string(),
  status: z.int(),
  admissionStartAt: z.date().nullable(),
  admissionEndAt: z.date().nullable(),
  isAnonymous: z.boolean(),
  audienceMode: audienceMode.schema,
  isChangeable: z.boolean(),
  instructorId: id.nullable(),
  definitionId: id.nullable(),
  layout: layoutShape.nullable(),
  questionCount: z.int(),
  isSettled: z.boolean(),
  leavesSealed: z.boolean(),
  isFollowed: z.boolean(),
  createdBy: id.nullable(),
  createTime: z.date(),
  updateTime: z.date(),
  publishTime: z.date().nullable(),
  closeTime: z.date().nullable(),
  version: z.int(),
})
export type Questionnaire = z.input<typeof questionnaireRow>

const columns = sql`q.id, q.name, q.information, q.status, q.admission_start_at as "admissionStartAt", q.admission_end_at as "admissionEndAt",
  q.is_anonymous as "isAnonymous", q.audience_mode as "audienceMode", q.is_changeable as "isChangeable", q.instructor_id as "instructorId", q.definition_id as "definitionId", q.layout,
  q.question_count as "questionCount", q.is_settled as "isSettled", q.leaves_sealed as "leavesSealed", q.is_followed as "isFollowed", q.created_by as "createdBy", q.created_at as "createTime",
  q.updated_at as "updateTime", q.published_at as "publishTime", q.closed_at as "closeTime", q.version`

/** `update`: nobody else changes it until the end; `share`: nobody closes it, or begins to follow it, meanwhile. */
export async function findQuestionnaire(
  db: Db,
  questionnaireId: string,
  lock?: 'update' | 'share',
): Promise<Questionnaire | undefined> {
  const locked = lock === undefined ? sql`` : lock === 'update' ? sql`for update` : sql`for share`
  const [found] = await rowsOfNamed(db, `questionnaire_found_${lock ?? 'free'}`, questionnaireRow)`
    select ${columns}
    from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.id = ${questionnaireId} and q.removed_at is null
    ${locked}`
  return found
}

export interface QuestionnaireFields {
  readonly name: string
  readonly information: string
  readonly admissionStartAt: Date | null
  readonly admissionEndAt: Date | null
  readonly isAnonymous: boolean
  readonly audienceMode: number
  readonly isChangeable: boolean
  readonly instructorId: string | null
}

export function insertQuestionnaire(db: Db, fields: QuestionnaireFields, actorId: string): Promise<string> {
  return idOf(db)`
    insert into questionnaire.questionnaire (company_id, name, information, admission_start_at, admission_end_at, is_anonymous, audience_mode,
      is_changeable, instructor_id, created_by)
    values (${db.companyId}, ${fields.name}, ${fields.information}, ${fields.admissionStartAt}, ${fields.admissionEndAt}, ${fields.isAnonymous},
      ${fields.audienceMode}, ${fields.isChangeable}, ${fields.instructorId}::uuid, ${actorId})
    returning id`
}

export async function updateQuestionnaire(
  db: Db,
  questionnaireId: string,
  fields: QuestionnaireFields,
  now: Date,
): Promise<void> {
  await sql`
    update questionnaire.questionnaire
    set name = ${fields.name}, information = ${fields.information}, admission_start_at = ${fields.admissionStartAt},
      admission_end_at = ${fields.admissionEndAt}, is_anonymous = ${fields.isAnonymous}, audience_mode = ${fields.audienceMode},
      is_changeable = ${fields.isChangeable}, instructor_id = ${fields.instructorId}::uuid, updated_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

export async function updateStatus(
  db: Db,
  questionnaireId: string,
  { status, layout, now }: { status: number; layout?: Layout; now: Date },
): Promise<void> {
  const kept = layout === undefined ? null : JSON.stringify(layout)
  await sql`
    update questionnaire.questionnaire
    set status = ${status}, layout = coalesce(${kept}::jsonb, layout), updated_at = ${now}, version = version + 1,
      published_at = case when ${status} = ${published} then ${now} else published_at end,
      closed_at = case when ${status} = ${lit(questionnaireStatus.closed)} then ${now} else closed_at end
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

export async function removeQuestionnaire(db: Db, questionnaireId: string, now: Date): Promise<void> {
  await sql`
    update questionnaire.questionnaire set removed_at = ${now}, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

export interface QuestionnaireFilter {
  readonly name?: string | undefined
  readonly status?: number | undefined
  readonly isAnonymous?: boolean | undefined
  readonly audienceMode?: number | undefined
  readonly isForTasks?: boolean | undefined
  readonly now: Date
}

/** As statusAt has it. */
function standing(status: number, now: Date): RawBuilder<unknown> {
  const begun = sql`(q.admission_start_at is null or q.admission_start_at <= ${now})`
  const over = sql`(q.admission_end_at is not null and q.admission_end_at <= ${now})`
  if (status === questionnaireStatus.notStarted) return sql`q.status = ${published} and not ${begun}`
  if (status === questionnaireStatus.inProgress) return sql`q.status = ${published} and ${begun} and not ${over}`
  if (status === questionnaireStatus.ended) return sql`q.status = ${published} and ${begun} and ${over}`
  return sql`q.status = ${status}`
}

const mayLead = (now: Date): RawBuilder<unknown> => sql`
  q.status = ${published} and (q.admission_end_at is null or q.admission_end_at > ${now}) and q.audience_mode <> ${audienceMode.link}`

function matching(db: Db, filter: QuestionnaireFilter): RawBuilder<unknown> {
  const { name, status, isAnonymous, audienceMode: mode, isForTasks, now } = filter
  const conditions = [sql`q.company_id = ${db.companyId}`, sql`q.removed_at is null`]
  if (name) conditions.push(sql`q.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (status !== undefined) conditions.push(standing(status, now))
  if (isAnonymous !== undefined) conditions.push(sql`q.is_anonymous = ${isAnonymous}`)
  if (mode !== undefined) conditions.push(sql`q.audience_mode = ${mode}`)
  if (isForTasks) conditions.push(mayLead(now))
  return sql`from questionnaire.questionnaire q where ${sql.join(conditions, sql` and `)}`
}

export function selectPage(
  db: Db,
  filter: QuestionnaireFilter,
  page: { limit: number; offset: number },
): Promise<Questionnaire[]> {
  return rowsOf(db, questionnaireRow)`
    select ${columns}
    ${matching(db, filter)}
    order by q.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countQuestionnaires(db: Db, filter: QuestionnaireFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const takenPartRow = z.object({ id, answeredCount: z.int(), receivedCount: z.int(), mayDelete: z.boolean() })
type TakenPart = Omit<z.input<typeof takenPartRow>, 'id'>
const nobodyYet: TakenPart = { answeredCount: 0, receivedCount: 0, mayDelete: true }

/**
 * Who takes part in each (people, and sheets that came by links) and how many sheets have come: they differ in anonymous ones alone. Of named ones the
 * people of the scope; of anonymous ones everybody, because nobody knows whose a sheet is. One that nobody at all has answered may be deleted.
 */
export async function takenPartIn(
  db: Db,
  ids: readonly string[],
  scope: DataScope,
): Promise<(questionnaireId: string) => TakenPart> {
  const seen = scope.kind === 'all' ? sql`` : sql`and (q.is_anonymous or p.staff_id in (${scopedStaff(db, scope)}))`
  const rows = await rowsOf(db, takenPartRow)`
    select t.id, t.people as "answeredCount", coalesce(t.sheets, t.people) as "receivedCount",
      not exists (
        select from questionnaire.participation p where p.company_id = ${db.companyId} and p.questionnaire_id = t.id
      ) and not exists (
        select from questionnaire.response r
        where r.company_id = ${db.companyId} and r.questionnaire_id = t.id and r.secret_hash is not null
      ) as "mayDelete"
    from (
      select q.id,
        ((select count(*) from questionnaire.participation p where p.company_id = q.company_id and p.questionnaire_id = q.id ${seen})
        + (select count(*) from questionnaire.response r
           where r.company_id = q.company_id and r.questionnaire_id = q.id and r.secret_hash is not null))::int as people,
        case when q.is_anonymous then
          ((select count(*) from questionnaire.response r where r.company_id = q.company_id and r.questionnaire_id = q.id)
          + (select count(*) from questionnaire.sealed s where s.company_id = q.company_id and s.questionnaire_id = q.id))::int
        end as sheets
      from questionnaire.questionnaire q
      where q.company_id = ${db.companyId} and q.id = any (${ids}::uuid[])
    ) t`
  const found = new Map(rows.map(({ id: questionnaireId, ...counts }) => [questionnaireId, counts]))
  return (questionnaireId) => found.get(questionnaireId) ?? nobodyYet
}

/** Nobody waits any more for sheets that cannot be opened. */
export async function leaveSealed(db: Db, questionnaireId: string): Promise<void> {
  await sql`
    update questionnaire.questionnaire set leaves_sealed = true
    where company_id = ${db.companyId} and id = ${questionnaireId}`.execute(db)
}

const nameRow = z.object({ id, name: z.string() })

export async function namesOfStaff(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const asked = ids.filter((one) => one !== null)
  const rows = await rowsOf(db, nameRow)`
    select s.id, s.name from org.person s where s.company_id = ${db.companyId} and s.id = any (${asked}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Whether anybody was named who may answer. */
export function hasPeople(db: Db, questionnaireId: string): Promise<boolean> {
  return hasRows(db)`
    select 1 from questionnaire.participant where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId} and is_chosen
    union all
    select 1 from questionnaire.audience where company_id = ${db.companyId} and questionnaire_id = ${questionnaireId}
    limit 1`
}

const quotaRow = z.object({ id: z.string(), count: z.int() })

/** Places taken in each quota; of a narrow scope those of its people. */
export async function quotaCounts(db: Db, questionnaireId: string, scope: DataScope): Promise<Record<string, number>> {
  const counted =
    scope.kind === 'all'
      ? sql`q.count`
      : sql`(
        select count(*)::int
        from questionnaire.response r
        where r.company_id = q.company_id and r.questionnaire_id = q.questionnaire_id and q.id = any (r.quota_ids)
          and (r.staff_id is null or r.staff_id in (${scopedStaff(db, scope)})))`
  const rows = await rowsOf(db, quotaRow)`
    select q.id, ${counted} as count
    from questionnaire.quota q
    where q.company_id = ${db.companyId} and q.questionnaire_id = ${questionnaireId}`
  return Object.fromEntries(rows.map(({ id: quotaId, count }) => [quotaId, count]))
}

export function insertQuotas(
  db: Db,
  questionnaireId: string,
  quotas: readonly { id: string; wanted: number }[],
): Promise<number> {
  return changesOf(db)`
    insert into questionnaire.quota (company_id, questionnaire_id, id, wanted)
    select ${db.companyId}, ${questionnaireId}, q.id, q.wanted
    from jsonb_to_recordset(${JSON.stringify(quotas)}::jsonb) as q (id text, wanted integer)`
}

/**
 * From now on `answered` tells of these. Waits for those who are answering: whoever asks afterwards who has answered (`answeredBy`), and hears of
 * the others, misses nobody.
 */
export async function followQuestionnaires(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with unfollowed as (
      select q.id
      from questionnaire.questionnaire q
      where q.company_id = ${db.companyId} and q.id = any (${ids}::uuid[]) and not q.is_followed
      order by q.id
      for no key update
    )
    update questionnaire.questionnaire q set is_followed = true
    from unfollowed u
    where q.company_id = ${db.companyId} and q.id = u.id`.execute(db)
}

/** What questionnaires are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
  select id, name from questionnaire.questionnaire where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
