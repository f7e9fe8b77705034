import { id } from '@kaopei/contract'
import { type Answer, answer } from '@kaopei/question/contract/answer'
import { type Db, lit, oneOf, rowsOfNamed } from '@kaopei/server'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { type MemoryWrite, memoriesWritten, standingColumns, standingOfMemory } from './memory.sql.ts'

const factsRow = z.object({
  mode: runMode.schema,
  practiceId: id.nullable(),
  timeZone: z.string(),
  itemCount: z.int(),
  answeredCount: z.int(),
  passedCount: z.int(),
  runRightCount: z.int(),
  ownCount: z.int(),
  isResultHidden: z.boolean(),
  begunAt: z.date(),
  finishedAt: z.date().nullable(),
  endAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  isFollowed: z.boolean(),
  questionId: id,
  versionId: id,
  ruleVersionId: id,
  maxHundredths: z.int(),
  itemPracticeId: id.nullable(),
  lastSeq: z.int(),
  countedRight: z.boolean().nullable(),
  isOwn: z.boolean(),
  isPassed: z.boolean(),
  itemAnsweredAt: z.date().nullable(),
  mayResult: z.boolean(),
  mayAnswer: z.boolean(),
  mayAnalysis: z.boolean(),
  retentionPercent: z.int(),
  leaveStreak: z.int(),
  leaveDays: z.int(),
  isOffered: z.boolean(),
  /** What this number was answered with already. */
  knownAnswer: answer.nullable(),
  knownScore: z.int().nullable(),
  knownRight: z.boolean().nullable(),
  /** The last answer, whatever its number. */
  lastAnswer: answer.nullable(),
  ...standingColumns,
})
export type AnswerFacts = z.output<typeof factsRow>

interface Asked {
  readonly staffId: string
  readonly runId: string
  readonly item: number
  readonly seq: number
}

/** Holds the learner, then reads everything that decides about an answer. Undefined: no such item in a round of theirs. */
export async function findAnswerFacts(db: Db, { staffId, runId, item, seq }: Asked): Promise<AnswerFacts | undefined> {
  const [facts] = await rowsOfNamed(db, 'practice_answer_facts', factsRow)`
    select f.mode, f.practice_id as "practiceId", f.time_zone as "timeZone", f.item_count as "itemCount",
      f.answered_count as "answeredCount", f.passed_count as "passedCount", f.right_count as "runRightCount", f.own_count as "ownCount",
      f.is_result_hidden as "isResultHidden", f.begun_at as "begunAt", f.finished_at as "finishedAt", f.end_at as "endAt",
      f.ended_at as "endedAt", f.is_followed as "isFollowed", f.question_id as "questionId", f.version_id as "versionId",
      f.rule_version_id as "ruleVersionId", f.max_hundredths as "maxHundredths", f.item_practice_id as "itemPracticeId",
      f.last_seq as "lastSeq", f.counted_right as "countedRight", f.is_own as "isOwn", f.is_passed as "isPassed",
      f.item_answered_at as "itemAnsweredAt", f.may_result as "mayResult", f.may_answer as "mayAnswer", f.may_analysis as "mayAnalysis",
      f.retention_percent as "retentionPercent", f.leave_streak as "leaveStreak", f.leave_days as "leaveDays",
      f.is_offered as "isOffered", f.known_answer as "knownAnswer", f.known_score as "knownScore", f.known_right as "knownRight",
      f.last_answer as "lastAnswer", ${standingOfMemory('(f.memory)')}
    from practice.answer_facts(${db.companyId}, ${staffId}, ${runId}, ${item}, ${seq}) f`
  return facts
}

export interface AnswerWrite extends Asked {
  readonly questionId: string
  readonly versionId: string
  readonly answer: Answer
  /** Null: waits for one's own judgement. */
  readonly score: number | null
  readonly maxHundredths: number
  readonly isRight: boolean | null
  readonly isOwn: boolean
  readonly seconds: number
  readonly at: Date
  readonly receivedAt: Date
  /** The local day of `at`. */
  readonly day: string
  /** This answer is the one of its item that counts. */
  readonly counts: boolean
  /** By how much the round's figures change. */
  readonly answered: number
  readonly scored: number
  readonly right: number
  readonly own: number
  readonly isFinished: boolean
}

const countsRow = z.object({
  answeredCount: z.int(),
  passedCount: z.int(),
  rightCount: z.int(),
  ownCount: z.int(),
  isFinished: z.boolean(),
})
export type WrittenCounts = z.output<typeof countsRow>

/** The answer, its item, its round, the learner's days and what they now know of the question, in one statement. */
export async function writeAnswer(db: Db, given: AnswerWrite, memories: readonly MemoryWrite[]): Promise<WrittenCounts> {
  const { staffId, runId, item, seq, at, day, receivedAt } = given
  const [counts] = await rowsOfNamed(db, 'practice_write_answer', countsRow)`
    with kept as (
      insert into practice.answer (company_id, run_id, number, seq, staff_id, question_id, version_id, answer, score_hundredths,
        max_hundredths, is_right, is_own, seconds, at, received_at)
      values (${db.companyId}, ${runId}, ${item}, ${seq}, ${staffId}, ${given.questionId}, ${given.versionId},
        ${JSON.stringify(given.answer)}::jsonb, ${given.score}::integer, ${given.maxHundredths}, ${given.isRight}::boolean,
        ${given.isOwn}, ${given.seconds}, ${at}, ${receivedAt})
    ),
    item as (
      update practice.run_item i
      set last_seq = greatest(i.last_seq, ${seq}), seconds = i.seconds + ${given.seconds}, is_own = ${given.isOwn},
        answered_at = coalesce(i.answered_at, ${at}),
        counted_seq = case when ${given.counts} then ${seq} else i.counted_seq end,
        counted_right = case when ${given.counts} then ${given.isOwn ? null : given.isRight}::boolean else i.counted_right end
      where i.company_id = ${db.companyId} and i.run_id = ${runId} and i.number = ${item}
    ),
    days as (
      update practice.learner l
      set day_streak = case when l.last_day = ${day}::date - 1 then l.day_streak + 1 else 1 end, last_day = ${day}::date
      where l.company_id = ${db.companyId} and l.staff_id = ${staffId} and (l.last_day is null or l.last_day < ${day}::date)
    ),
    known as (${memoriesWritten(db, staffId, memories)})
    update practice.run r
    set answered_count = r.answered_count + ${given.answered}, scored_count = r.scored_count + ${given.scored},
      right_count = r.right_count + ${given.right}, own_count = r.own_count + ${given.own}, answer_count = r.answer_count + 1,
      seconds = r.seconds + ${given.seconds}, last_at = greatest(r.last_at, ${at}),
      finished_at = case when ${given.isFinished} then coalesce(r.finished_at, ${at}) else r.finished_at end
    where r.company_id = ${db.companyId} and r.id = ${runId}
    returning r.answered_count as "answeredCount", r.passed_count as "passedCount", r.right_count as "rightCount",
      r.own_count as "ownCount", r.finished_at is not null as "isFinished"`
  if (!counts) throw new Error('a round that is held was not there')
  return counts
}

/** The item's question is no longer offered: it is passed over, and not counted. */
export function passOver(db: Db, { runId, item, now }: { runId: string; item: number; now: Date }): Promise<WrittenCounts> {
  return oneOf(db, countsRow)`
    with passed as (
      update practice.run_item i
      set passed_at = ${now}
      where i.company_id = ${db.companyId} and i.run_id = ${runId} and i.number = ${item} and i.passed_at is null
      returning 1
    )
    update practice.run r
    set passed_count = r.passed_count + (select count(*)::int from passed),
      finished_at = case
        when r.mode <> ${lit(runMode.mock)} and r.answered_count + r.passed_count + (select count(*)::int from passed) >= r.item_count
          then coalesce(r.finished_at, ${now})
        else r.finished_at
      end
    where r.company_id = ${db.companyId} and r.id = ${runId}
    returning r.answered_count as "answeredCount", r.passed_count as "passedCount", r.right_count as "rightCount",
      r.own_count as "ownCount", r.finished_at is not null as "isFinished"`
}
