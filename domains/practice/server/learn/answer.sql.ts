import { id } from '@kaopei/contract'
import { type Answer, answer } from '@kaopei/question/contract/answer'
import { offeredQuestions } from '@kaopei/question/server'
import { type Db, lit, oneOf, rowsOfNamed } from '@kaopei/server'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { standingColumns, standingOfMemory } from './memory.sql.ts'

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

/** Everything that decides about an answer, after the learner is held. Undefined: no such item in a round of theirs. */
export async function findAnswerFacts(db: Db, { staffId, runId, item, seq }: Asked): Promise<AnswerFacts | undefined> {
  const [facts] = await rowsOfNamed(db, 'practice_answer_facts', factsRow)`
    select r.mode, r.practice_id as "practiceId", r.time_zone as "timeZone", r.item_count as "itemCount",
      r.answered_count as "answeredCount", r.passed_count as "passedCount", r.right_count as "runRightCount", r.own_count as "ownCount",
      r.is_result_hidden as "isResultHidden", r.begun_at as "begunAt", r.finished_at as "finishedAt", p.end_at as "endAt",
      p.ended_at as "endedAt", coalesce(p.is_followed, false) as "isFollowed", i.question_id as "questionId", i.version_id as "versionId",
      i.rule_version_id as "ruleVersionId", i.max_hundredths as "maxHundredths", i.practice_id as "itemPracticeId",
      i.last_seq as "lastSeq", i.counted_right as "countedRight", i.is_own as "isOwn", i.passed_at is not null as "isPassed",
      i.answered_at as "itemAnsweredAt", coalesce(ip.permit_view_result, true) as "mayResult",
      coalesce(ip.permit_view_answer, true) as "mayAnswer", coalesce(ip.permit_view_analysis, true) as "mayAnalysis",
      coalesce(y.retention_percent, 90) as "retentionPercent", coalesce(y.leave_streak, 3) as "leaveStreak",
      coalesce(y.leave_days, 2) as "leaveDays", o.id is not null as "isOffered", k.answer as "knownAnswer",
      k.score_hundredths as "knownScore", k.is_right as "knownRight", l.answer as "lastAnswer", ${standingOfMemory}
    from practice.run r
    join practice.run_item i on i.company_id = r.company_id and i.run_id = r.id and i.number = ${item}
    left join practice.practice p on p.company_id = r.company_id and p.id = r.practice_id
    left join practice.practice ip on ip.company_id = i.company_id and ip.id = i.practice_id
    left join practice.policy y on y.company_id = r.company_id
    left join practice.answer k on k.company_id = i.company_id and k.run_id = i.run_id and k.number = i.number and k.seq = ${seq}
    left join practice.answer l on l.company_id = i.company_id and l.run_id = i.run_id and l.number = i.number and l.seq = i.last_seq
    left join practice.memory m on m.company_id = r.company_id and m.staff_id = r.staff_id and m.question_id = i.question_id
    left join (${offeredQuestions(db)}) o on o.id = i.question_id
    where r.company_id = ${db.companyId} and r.id = ${runId} and r.staff_id = ${staffId}`
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

/** The answer, its item, its round and the learner's days, in one statement. */
export async function writeAnswer(db: Db, given: AnswerWrite): Promise<WrittenCounts> {
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
    )
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
