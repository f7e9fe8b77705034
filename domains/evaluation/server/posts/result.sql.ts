import { id } from '@kaopei/contract'
import { accountHolds, scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { contestState, resultState } from '../../contract/codes.ts'
import { partState, postVerdicts } from '../../contract/post-codes.ts'
import type { PostReport } from '../../contract/post-report.ts'
import { type PostResultFilter, postTalk } from '../../contract/post-result.ts'
import { issuedWithin } from '../results/result-filter.sql.ts'

const partFacts = z.object({
  part: z.int(),
  state: z.int(),
  attemptId: id.nullable(),
  scoreHundredths: z.int().nullable(),
  resultId: id.nullable(),
  /** Of skills: not kept yet by whoever looks at doubtful results, so no evidence. Left out where it is not so. */
  isDoubtful: z.literal(true).optional(),
})
/** Of a part, what makes another report when it changes. */
export type PartFacts = z.output<typeof partFacts>

const latestRow = z.object({ id, number: z.int(), facts: z.array(partFacts) })

export function findLatest(db: Db, assessmentId: string, staffId: string): Promise<z.output<typeof latestRow> | undefined> {
  return findOne(db, latestRow)`
    select r.id, r.number, r.facts
    from evaluation.post_result r
    where r.company_id = ${db.companyId} and r.assessment_id = ${assessmentId} and r.staff_id = ${staffId} and r.is_latest
    for update`
}

export interface NewPostResult {
  readonly assessmentId: string
  readonly staffId: string
  readonly postId: string
  readonly departmentId: string | null
  readonly number: number
  readonly report: PostReport
  readonly facts: readonly PartFacts[]
  readonly skillResultId: string | null
  readonly personalityResultId: string | null
  readonly knowledgeShare: number | null
  readonly skillShare: number | null
  readonly fit: number | null
  readonly verdict: string
  readonly isComplete: boolean
  readonly now: Date
}

export async function insertPostResult(db: Db, made: NewPostResult): Promise<void> {
  await changesOf(db)`
    update evaluation.post_result set is_latest = false
    where company_id = ${db.companyId} and assessment_id = ${made.assessmentId} and staff_id = ${made.staffId} and is_latest`
  await sql`
    insert into evaluation.post_result (company_id, assessment_id, staff_id, number, department_id, post_id, report, facts, skill_result_id,
      personality_result_id, knowledge_share, skill_share, fit, verdict, is_complete, issued_at)
    values (${db.companyId}, ${made.assessmentId}, ${made.staffId}, ${made.number}, ${made.departmentId}, ${made.postId},
      ${JSON.stringify(made.report)}::jsonb, ${JSON.stringify(made.facts)}::jsonb, ${made.skillResultId}, ${made.personalityResultId},
      ${made.knowledgeShare}, ${made.skillShare}, ${made.fit}, ${made.verdict}, ${made.isComplete}, ${made.now})`.execute(db)
}

const shareRow = z.object({ share: z.number().nullable() })

/** Of a scale of skills: the mean of its dimensions on their own ranges. */
export async function scaleShare(db: Db, resultId: string): Promise<number | null> {
  const found = await findOne(db, shareRow)`
    select avg((d.v ->> 'raw')::float8 - (d.v ->> 'min')::float8)
      / nullif(avg((d.v ->> 'max')::float8 - (d.v ->> 'min')::float8), 0) as share
    from evaluation.result r
    cross join jsonb_array_elements(r.report -> 'dimensions') as d (v)
    where r.company_id = ${db.companyId} and r.id = ${resultId} and d.v ->> 'raw' is not null`
  return found?.share ?? null
}

const state = partState.schema.nullable()
const row = z.object({
  postResultId: id,
  staffId: id,
  staffName: z.string(),
  loginAccount: z.string(),
  departmentName: z.string().nullable(),
  isGone: z.boolean(),
  assessmentId: id,
  assessmentName: z.string(),
  postId: id,
  postName: z.string(),
  knowledgeState: state,
  knowledgeScore: z.number().nullable(),
  skillState: state,
  skillScore: z.number().nullable(),
  personalityState: state,
  fit: z.number().nullable(),
  measuredShare: z.number().nullable(),
  verdict: z.enum(postVerdicts),
  isComplete: z.boolean(),
  contestState: contestState.schema,
  number: z.int(),
  issuedAt: z.date(),
})

const percent = (value: RawBuilder<unknown>) => sql`round((${value})::numeric * 100, 1)::float8`
const columns = sql`r.id as "postResultId", r.staff_id as "staffId", r.report ->> 'personName' as "staffName",
  coalesce(s.login_account, '') as "loginAccount", r.report ->> 'departmentName' as "departmentName",
  coalesce(s.removed_at is not null or not s.is_enabled, true) as "isGone", r.assessment_id as "assessmentId",
  r.report ->> 'assessmentName' as "assessmentName", r.post_id as "postId", r.report ->> 'postName' as "postName",
  (r.report -> 'knowledge' ->> 'state')::int as "knowledgeState", ${percent(sql`r.knowledge_share`)} as "knowledgeScore",
  (r.report -> 'skill' ->> 'state')::int as "skillState", ${percent(sql`r.skill_share`)} as "skillScore",
  (r.report -> 'personality' ->> 'state')::int as "personalityState", ${percent(sql`r.fit`)} as fit,
  ${percent(sql`(r.report -> 'fit' ->> 'share')::numeric`)} as "measuredShare", r.verdict, r.is_complete as "isComplete", p.contest_state as "contestState", r.number,
  r.issued_at as "issuedAt"`
const joined = sql`evaluation.post_result r
  join evaluation.post_person p on p.company_id = r.company_id and p.assessment_id = r.assessment_id and p.staff_id = r.staff_id
  left join org.person s on s.company_id = r.company_id and s.id = r.staff_id`

export interface Asked {
  readonly scope: DataScope
  /** Accounts are searched for. */
  readonly isSearched: boolean
}

const within = (db: Db, scope: DataScope) => (scope.kind === 'all' ? sql`true` : sql`r.staff_id in (${scopedStaff(db, scope)})`)

async function matching(db: Db, { scope, isSearched }: Asked, filter: PostResultFilter): Promise<RawBuilder<unknown>> {
  const { keyWords, postId, assessmentId, verdict, isComplete, contestState: contest } = filter
  const own = [sql`r.company_id = ${db.companyId}`, sql`r.is_latest`, within(db, scope)]
  const conditions = [...own, ...(await issuedWithin(db, filter))]
  if (postId) conditions.push(sql`r.post_id = ${postId}`)
  if (assessmentId) conditions.push(sql`r.assessment_id = ${assessmentId}`)
  if (verdict !== undefined) conditions.push(sql`r.verdict = ${verdict}`)
  if (isComplete !== undefined) conditions.push(sql`r.is_complete = ${isComplete === 1}`)
  if (contest !== undefined) conditions.push(sql`p.contest_state = ${contest}`)
  if (keyWords) {
    const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(s.name ilike ${like} or ${accountHolds(keyWords.toLowerCase(), isSearched)}
      or r.report ->> 'personName' ilike ${like} or r.report ->> 'assessmentName' ilike ${like})`)
  }
  return sql`from ${joined} where ${sql.join(conditions, sql` and `)}`
}

export async function selectPostResults(db: Db, asked: Asked, filter: PostResultFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, row)`
    select ${columns}
    ${await matching(db, asked, filter)}
    order by r.issued_at desc, r.id desc
    limit ${page.limit} offset ${page.offset}`
}

export async function countPostResults(db: Db, asked: Asked, filter: PostResultFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${await matching(db, asked, filter)}`
}

const wholeRow = row.extend({
  ...postTalk.shape,
  contestedAt: z.date().nullable(),
  report: z.unknown(),
  skillResultId: id.nullable(),
  personalityResultId: id.nullable(),
  isLatest: z.boolean(),
})
export type StoredPostResult = z.output<typeof wholeRow>

const whole = sql`${columns}, r.report, r.skill_result_id as "skillResultId", r.personality_result_id as "personalityResultId",
  r.is_latest as "isLatest", p.contest_number as "contestNumber", p.contest_text as "contestText", p.contested_at as "contestedAt",
  p.contest_answer as "contestAnswer",
  (select n.name from org.person n where n.company_id = p.company_id and n.id = p.contest_answered_by) as "contestAnswererName"`

/** The next after one, in the order of the list: an export walks through them. */
export async function selectPostResultsBehind(
  db: Db,
  asked: Asked,
  filter: PostResultFilter,
  { after, limit }: { after: string | null; limit: number },
) {
  return rowsOf(db, wholeRow)`
    select ${whole}
    ${await matching(db, asked, filter)} and (${after}::uuid is null or (r.issued_at, r.id) < (
      select l.issued_at, l.id from evaluation.post_result l where l.company_id = ${db.companyId} and l.id = ${after}
    ))
    order by r.issued_at desc, r.id desc
    limit ${limit}`
}

export function findPostResult(db: Db, scope: DataScope, postResultId: string): Promise<StoredPostResult | undefined> {
  return findOne(db, wholeRow)`
    select ${whole} from ${joined}
    where r.company_id = ${db.companyId} and r.id = ${postResultId} and ${within(db, scope)}`
}

const editionRow = z.object({ postResultId: id, number: z.int(), issuedAt: z.date(), isLatest: z.boolean() })

type Whose = Pick<StoredPostResult, 'assessmentId' | 'staffId'>

export function selectEditions(db: Db, { assessmentId, staffId }: Whose, page: { limit: number; offset: number }) {
  return rowsOf(db, editionRow)`
    select r.id as "postResultId", r.number, r.issued_at as "issuedAt", r.is_latest as "isLatest"
    from evaluation.post_result r
    where r.company_id = ${db.companyId} and r.assessment_id = ${assessmentId} and r.staff_id = ${staffId}
    order by r.number desc
    limit ${page.limit} offset ${page.offset}`
}

export function countEditions(db: Db, { assessmentId, staffId }: Whose): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from evaluation.post_result r
    where r.company_id = ${db.companyId} and r.assessment_id = ${assessmentId} and r.staff_id = ${staffId}`
}

const scaleRow = z.object({
  evaluationResultId: id,
  issuedAt: z.date(),
  isVoid: z.boolean(),
  isDoubtful: z.boolean(),
  report: z.unknown(),
})

/** Results of scales by their ids; what was deleted is not there. */
export function selectScaleResults(db: Db, resultIds: readonly string[]) {
  return rowsOf(db, scaleRow)`
    select r.id as "evaluationResultId", r.issued_at as "issuedAt", r.state = ${lit(resultState.void)} as "isVoid",
      r.state = ${lit(resultState.doubtful)} as "isDoubtful", r.report
    from evaluation.result r
    where r.company_id = ${db.companyId} and r.id = any (${resultIds}::uuid[])`
}
