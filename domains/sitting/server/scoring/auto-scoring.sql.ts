import { id } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import type { ScoreDetail } from '@kaopei/question/server'
import { type Db, idRow, rowsOfPrepared, runPrepared, type Statement } from '@kaopei/server'
import { z } from 'zod'
import { type AttemptState, attemptStates } from '../rules/attempt-transition.ts'
import { askedNewsShape } from '../terms.ts'
import type { ToldStep } from '../transition.sql.ts'

const closedAttemptRow = z.object({
  id,
  ownerKind: z.string(),
  ownerId: id,
  state: z.enum(attemptStates),
  due: z.date().nullable(),
  passHundredths: z.int(),
  /** An adjustment: no more than so much counts. */
  capHundredths: z.int().nullable(),
  tells: z.array(askedNewsShape),
})
export type ClosedAttempt = z.output<typeof closedAttemptRow>

const lockFreeStatement: Statement = {
  name: 'sitting_lock_free_attempts',
  text: 'select id from unnest($1::uuid[]) id where sitting.try_lock_attempt(id)',
}

/** Locks those attempts that nobody is changing (see `lockAttempt`), and answers which. */
export async function lockFreeAttempts(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  return (await rowsOfPrepared(db, idRow, lockFreeStatement, [attemptIds])).map(({ id }) => id)
}

const closedStatement: Statement = {
  name: 'sitting_select_closed_attempts',
  text: `
    select a.id, a.owner_kind as "ownerKind", a.owner_id as "ownerId", a.state, a.due_at as due,
      a.pass_score_hundredths as "passHundredths", a.score_cap_hundredths as "capHundredths", a.tells
    from sitting.attempt a
    where a.company_id = $1
      and a.id = any ($2::uuid[])
      and a.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned')`,
}

/** Those of them that are closed and not scored. */
export function selectClosedAttempts(db: Db, attemptIds: readonly string[]): Promise<ClosedAttempt[]> {
  return rowsOfPrepared(db, closedAttemptRow, closedStatement, [db.companyId, attemptIds])
}

const answeredItemRow = z.object({
  attemptId: id,
  slot: z.int(),
  questionVersionId: id,
  ruleVersionId: id,
  maxScoreHundredths: z.int(),
  answer: answer.nullable(),
  rev: z.int(),
})
export type AnsweredItem = z.output<typeof answeredItemRow>

const answeredStatement: Statement = {
  name: 'sitting_select_answered_items',
  text: `
    select attempt_id as "attemptId", slot, question_version_id as "questionVersionId", rule_version_id as "ruleVersionId",
      max_score_hundredths as "maxScoreHundredths", answer, rev
    from sitting.attempt_item
    where company_id = $1
      and attempt_id = any ($2::uuid[])
    order by attempt_id, slot`,
}

export function selectAnsweredItems(db: Db, attemptIds: readonly string[]): Promise<AnsweredItem[]> {
  return rowsOfPrepared(db, answeredItemRow, answeredStatement, [db.companyId, attemptIds])
}

/** An evaluation to append, and the score that becomes the official one. */
export interface KeptScore {
  readonly attempt: string
  readonly slot: number
  readonly rev: number
  readonly rule: string
  readonly score: number
  readonly correct: boolean | null
  readonly detail: ScoreDetail
}

const keepScoresStatement: Statement = {
  name: 'sitting_keep_scores',
  text: `
    with given as materialized (
      select *
      from json_to_recordset($2::json)
        as g(attempt uuid, slot integer, rev integer, rule uuid, score integer, correct boolean, detail jsonb)
    ), numbered as (
      select attempt_id, slot, max(number) as number
      from sitting.evaluation
      where company_id = $1
        and attempt_id = any ($4::uuid[])
      group by attempt_id, slot
    ), evaluated as (
      insert into sitting.evaluation (company_id, attempt_id, slot, number, source, score_hundredths, rule_version_id, answer_rev, detail, at)
      select $1::uuid, g.attempt, g.slot, coalesce(n.number, 0) + 1, 'auto', g.score, g.rule, g.rev, g.detail, $3::timestamptz
      from given g
      left join numbered n on n.attempt_id = g.attempt and n.slot = g.slot
    )
    update sitting.attempt_item i
    set score_hundredths = g.score, score_source = 'auto', is_correct = g.correct
    from given g
    where i.company_id = $1
      and i.attempt_id = g.attempt
      and i.slot = g.slot`,
}

export async function keepScores(db: Db, attemptIds: readonly string[], scores: readonly KeptScore[], now: Date): Promise<void> {
  await runPrepared(db, keepScoresStatement, [db.companyId, JSON.stringify(scores), now, attemptIds])
}

/** What scoring makes of an attempt; the later columns stay empty while something waits for a marker. */
export interface Scored {
  readonly id: string
  readonly from: AttemptState
  readonly to: AttemptState
  readonly objective: number
  readonly score: number | null
  readonly passed: boolean | null
  readonly subjective: boolean
  readonly steps: readonly ToldStep[]
}

const moveScoredStatement: Statement = {
  name: 'sitting_move_scored',
  text: `
    with given as materialized (
      select *
      from json_to_recordset($2::json)
        as g(id uuid, "from" text, "to" text, objective integer, score integer, passed boolean, subjective boolean, steps json)
    ), moved as (
      update sitting.attempt a
      set state = g."to", updated_at = $3, scored_at = $3, objective_score_hundredths = g.objective, has_subjective = g.subjective,
        score_hundredths = coalesce(g.score, a.score_hundredths), is_passed = coalesce(g.passed, a.is_passed),
        subjective_score_hundredths = case when g.score is null then a.subjective_score_hundredths else 0 end,
        marked_at = case when g.score is null then a.marked_at else $3 end,
        published_at = case when g.score is null then a.published_at else $3 end
      from given g
      where a.company_id = $1
        and a.id = g.id
        and a.state = g."from"
      returning a.id
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
      select $1::uuid, moved.id, s.type, $3::timestamptz, s.data
      from moved
      join given g on g.id = moved.id
      cross join json_to_recordset(g.steps) as s(type text, data jsonb)
    )
    select id from moved`,
}

/** Writes state, sums and events. Answers how many were still in the state they were read in. */
export async function moveScored(db: Db, scored: readonly Scored[], now: Date): Promise<number> {
  return runPrepared(db, moveScoredStatement, [db.companyId, JSON.stringify(scored), now])
}
