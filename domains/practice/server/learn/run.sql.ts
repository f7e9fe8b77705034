import { id } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { wholeRuns } from '../whole-runs.ts'

const runRow = z.object({
  id,
  practiceId: id.nullable(),
  mode: runMode.schema,
  knowledgePointId: id.nullable(),
  timeZone: z.string(),
  itemCount: z.int(),
  answeredCount: z.int(),
  passedCount: z.int(),
  rightCount: z.int(),
  ownCount: z.int(),
  isResultHidden: z.boolean(),
  begunAt: z.date(),
  finishedAt: z.date().nullable(),
})
export type RunRow = z.output<typeof runRow>

const runColumns = sql.raw(`
  r.id, r.practice_id as "practiceId", r.mode, r.knowledge_point_id as "knowledgePointId", r.time_zone as "timeZone",
  r.item_count as "itemCount", r.answered_count as "answeredCount", r.passed_count as "passedCount", r.right_count as "rightCount",
  r.own_count as "ownCount", r.is_result_hidden as "isResultHidden", r.begun_at as "begunAt", r.finished_at as "finishedAt"`)

/** One's own. */
export function findRun(db: Db, staffId: string, runId: string): Promise<RunRow | undefined> {
  return findOne(db, runRow)`
    select ${runColumns}
    from practice.run r
    where r.company_id = ${db.companyId} and r.id = ${runId} and r.staff_id = ${staffId}`
}

export interface RunKind {
  readonly practiceId: string | null
  readonly mode: number
  readonly knowledgePointId: string | null
}

/** The one that goes on, of the same practice, mode and knowledge point. */
export function findOpenRun(db: Db, staffId: string, { practiceId, mode, knowledgePointId }: RunKind) {
  return findOne(db, runRow)`
    select ${runColumns}
    from practice.run r
    where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and r.mode = ${mode}
      and r.practice_id is not distinct from ${practiceId}::uuid and r.knowledge_point_id is not distinct from ${knowledgePointId}::uuid
      and r.finished_at is null and not r.is_left`
}

const roundRow = z.object({ id, mode: runMode.schema, isFinished: z.boolean() })

/** Rounds through a practice's own questions, those left behind too. */
export function selectRounds(db: Db, staffId: string, practiceId: string) {
  return rowsOf(db, roundRow)`
    select r.id, r.mode, r.finished_at is not null as "isFinished"
    from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and r.staff_id = ${staffId} and r.mode in ${wholeRuns}
      and not r.is_left
    order by r.begun_at`
}

export async function leaveRun(db: Db, runId: string): Promise<void> {
  await sql`update practice.run set is_left = true where company_id = ${db.companyId} and id = ${runId}`.execute(db)
}

export interface LaidItem {
  readonly number: number
  readonly questionId: string
  readonly versionId: string
  readonly ruleVersionId: string
  readonly maxHundredths: number
  readonly optionOrder: readonly string[]
  readonly practiceId: string | null
}

interface NewRun extends RunKind {
  readonly id: string
  readonly staffId: string
  readonly timeZone: string
  readonly isResultHidden: boolean
  readonly now: Date
}

export async function insertRun(db: Db, run: NewRun, items: readonly LaidItem[]): Promise<void> {
  await sql`
    insert into practice.run (company_id, id, staff_id, practice_id, mode, knowledge_point_id, time_zone, item_count, is_result_hidden,
      begun_at, last_at)
    values (${db.companyId}, ${run.id}, ${run.staffId}, ${run.practiceId}, ${run.mode}, ${run.knowledgePointId}, ${run.timeZone},
      ${items.length}, ${run.isResultHidden}, ${run.now}, ${run.now})`.execute(db)
  await sql`
    insert into practice.run_item (company_id, run_id, number, question_id, version_id, rule_version_id, max_hundredths, option_order,
      practice_id)
    select ${db.companyId}, ${run.id}, i.number, i."questionId", i."versionId", i."ruleVersionId", i."maxHundredths", i."optionOrder",
      i."practiceId"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (number integer, "questionId" uuid, "versionId" uuid,
      "ruleVersionId" uuid, "maxHundredths" integer, "optionOrder" text[], "practiceId" uuid)`.execute(db)
}

const itemRow = z.object({
  number: z.int(),
  questionId: id,
  versionId: id,
  ruleVersionId: id,
  maxHundredths: z.int(),
  optionOrder: z.array(z.string()),
  practiceId: id.nullable(),
  lastSeq: z.int(),
  isPassed: z.boolean(),
  isOwn: z.boolean(),
  answeredAt: z.date().nullable(),
  answer: answer.nullable(),
  score: z.int().nullable(),
  isRight: z.boolean().nullable(),
})
export type RunItemRow = z.output<typeof itemRow>

/** With the last answer of each. */
export function selectRunItems(db: Db, runId: string): Promise<RunItemRow[]> {
  return rowsOf(db, itemRow)`
    select i.number, i.question_id as "questionId", i.version_id as "versionId", i.rule_version_id as "ruleVersionId",
      i.max_hundredths as "maxHundredths", i.option_order as "optionOrder", i.practice_id as "practiceId", i.last_seq as "lastSeq",
      i.passed_at is not null as "isPassed", i.is_own as "isOwn", i.answered_at as "answeredAt", a.answer, a.score_hundredths as score,
      a.is_right as "isRight"
    from practice.run_item i
    left join practice.answer a
      on a.company_id = i.company_id and a.run_id = i.run_id and a.number = i.number and a.seq = i.last_seq
    where i.company_id = ${db.companyId} and i.run_id = ${runId}
    order by i.number`
}

/** Items of a round that goes on whose questions are no longer offered are passed over. */
export async function passOverGone(db: Db, runId: string, offered: unknown, now: Date): Promise<void> {
  await sql`
    with gone as (
      update practice.run_item i
      set passed_at = ${now}
      where i.company_id = ${db.companyId} and i.run_id = ${runId} and i.last_seq = 0 and i.passed_at is null
        and not exists (select from (${offered}) o where o.id = i.question_id)
      returning 1
    )
    update practice.run r
    set passed_count = r.passed_count + g.count
    from (select count(*)::int as count from gone) g
    where r.company_id = ${db.companyId} and r.id = ${runId} and g.count > 0`.execute(db)
}

const permitRow = z.object({ practiceId: id, result: z.boolean(), answer: z.boolean(), analysis: z.boolean() })

/** What may be told of questions that came by these practices. */
export async function permitsOf(db: Db, practiceIds: readonly string[]) {
  const rows = await rowsOf(db, permitRow)`
    select p.id as "practiceId", p.permit_view_result as result, p.permit_view_answer as answer, p.permit_view_analysis as analysis
    from practice.practice p
    where p.company_id = ${db.companyId} and p.id = any(${practiceIds}::uuid[])`
  return new Map(rows.map(({ practiceId, ...permits }) => [practiceId, permits]))
}

export async function finishRun(db: Db, runId: string, now: Date): Promise<void> {
  await sql`
    update practice.run set finished_at = ${now}, last_at = greatest(last_at, ${now})
    where company_id = ${db.companyId} and id = ${runId} and finished_at is null`.execute(db)
}

/** Whether a question was ever put before somebody. */
const metRow = z.object({ versionId: id, ruleVersionId: id, practiceId: id.nullable() })

export function findLaid(db: Db, staffId: string, questionId: string) {
  return findOne(db, metRow)`
    select i.version_id as "versionId", i.rule_version_id as "ruleVersionId", i.practice_id as "practiceId"
    from practice.run r
    join practice.run_item i on i.company_id = r.company_id and i.run_id = r.id
    where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and i.question_id = ${questionId}
    order by r.begun_at desc
    limit 1`
}
