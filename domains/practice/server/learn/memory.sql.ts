import { id } from '@kaopei/contract'
import { type Db, rowsOf, runNamed } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Standing } from '../rules/after-answer.ts'

const memoryShape = z.object({
  stability: z.number(),
  difficulty: z.number(),
  reviewedOn: z.string(),
  reviews: z.int(),
  lapses: z.int(),
})
const moveShape = z.object({ before: memoryShape.nullable(), grade: z.enum(['again', 'good', 'easy']) })

/** Every column null: the question was never met. */
export const standingColumns = {
  metQuestionId: id.nullable(),
  lastScore: z.int().nullable(),
  lastMax: z.int().nullable(),
  scoredAt: z.date().nullable(),
  answerCount: z.int().nullable(),
  rightCount: z.int().nullable(),
  wrongCount: z.int().nullable(),
  wrongSince: z.date().nullable(),
  wrongBy: z.literal([1, 2]).nullable(),
  streak: z.int().nullable(),
  streakDays: z.int().nullable(),
  streakDay: z.string().nullable(),
  keyMark: z.string().nullable(),
  stability: z.number().nullable(),
  difficulty: z.number().nullable(),
  reviewedOn: z.string().nullable(),
  reviews: z.int().nullable(),
  lapses: z.int().nullable(),
  dueAt: z.date().nullable(),
  move: moveShape.nullable(),
}
const standingRow = z.object(standingColumns)
export type StandingRow = z.output<typeof standingRow>

/** Of the memory by that name. */
export const standingOfMemory = (m: string) =>
  sql.raw(`
    ${m}.question_id as "metQuestionId", ${m}.last_score as "lastScore", ${m}.last_max as "lastMax", ${m}.scored_at as "scoredAt",
    ${m}.answer_count as "answerCount", ${m}.right_count as "rightCount", ${m}.wrong_count as "wrongCount",
    ${m}.wrong_since as "wrongSince", ${m}.wrong_by as "wrongBy", ${m}.streak as streak, ${m}.streak_days as "streakDays",
    ${m}.streak_day::text as "streakDay", ${m}.key_mark as "keyMark", ${m}.stability as stability, ${m}.difficulty as difficulty,
    ${m}.reviewed_on::text as "reviewedOn", ${m}.reviews as reviews, ${m}.lapses as lapses, ${m}.due_at as "dueAt",
    ${m}.before_move as move`)

export function standingOf(row: StandingRow): Standing | null {
  if (row.metQuestionId === null) return null
  const { stability, difficulty, reviewedOn } = row
  const memory =
    stability === null || difficulty === null || reviewedOn === null
      ? null
      : { stability, difficulty, reviewedOn, reviews: row.reviews ?? 0, lapses: row.lapses ?? 0 }
  return {
    ...{ lastScore: row.lastScore, lastMax: row.lastMax, scoredAt: row.scoredAt },
    ...{ answerCount: row.answerCount ?? 0, rightCount: row.rightCount ?? 0, wrongCount: row.wrongCount ?? 0 },
    ...{ wrongSince: row.wrongSince, wrongBy: row.wrongBy },
    ...{ streak: row.streak ?? 0, streakDays: row.streakDays ?? 0, streakDay: row.streakDay },
    ...{ keyMark: row.keyMark, memory, dueAt: row.dueAt, move: row.move },
  }
}

const metRow = z.object({ questionId: id, isFavourite: z.boolean(), note: z.string(), ...standingColumns })

/** What somebody knows of these questions, by question; those never met are missing. */
export async function memoriesOf(db: Db, staffId: string, questionIds: readonly string[]) {
  const rows = await rowsOf(db, metRow)`
    select m.question_id as "questionId", m.is_favourite as "isFavourite", m.note, ${standingOfMemory('m')}
    from practice.memory m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.question_id = any(${questionIds}::uuid[])`
  return new Map(rows.map((row) => [row.questionId, { ...row, standing: standingOf(row) }]))
}

export interface MemoryWrite {
  readonly questionId: string
  /** By which it came; null: of an exam, or of nothing any more. */
  readonly practiceId: string | null
  readonly versionId: string
  readonly ruleVersionId: string
  readonly lastAt: Date
  readonly standing: Standing
}

/** Favourites and notes stay as they are. */
export async function writeMemories(db: Db, staffId: string, writes: readonly MemoryWrite[]): Promise<void> {
  if (writes.length > 0) await runNamed(db, 'practice_write_memories')`${memoriesWritten(db, staffId, writes)}`
}

/** The statement of it, for others that write more at once. */
export function memoriesWritten(db: Db, staffId: string, writes: readonly MemoryWrite[]): RawBuilder<unknown> {
  const rows = writes.map(({ standing, ...write }) => {
    const { memory, move, ...rest } = standing
    return { ...write, ...rest, ...memory, move }
  })
  return sql`
    insert into practice.memory (company_id, staff_id, question_id, practice_id, version_id, rule_version_id, last_at, last_score, last_max,
      scored_at, answer_count, right_count, wrong_count, wrong_since, wrong_by, streak, streak_days, streak_day, key_mark, stability,
      difficulty, reviewed_on, reviews, lapses, due_at, before_move)
    select ${db.companyId}, ${staffId}, w."questionId", w."practiceId", w."versionId", w."ruleVersionId", w."lastAt", w."lastScore",
      w."lastMax", w."scoredAt", w."answerCount", w."rightCount", w."wrongCount", w."wrongSince", w."wrongBy", w.streak, w."streakDays",
      w."streakDay", w."keyMark", w.stability, w.difficulty, w."reviewedOn", coalesce(w.reviews, 0), coalesce(w.lapses, 0), w."dueAt", w.move
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ("questionId" uuid, "practiceId" uuid, "versionId" uuid,
      "ruleVersionId" uuid, "lastAt" timestamptz, "lastScore" integer, "lastMax" integer, "scoredAt" timestamptz, "answerCount" integer,
      "rightCount" integer, "wrongCount" integer, "wrongSince" timestamptz, "wrongBy" smallint, streak integer, "streakDays" integer,
      "streakDay" date, "keyMark" text, stability double precision, difficulty double precision, "reviewedOn" date, reviews integer,
      lapses integer, "dueAt" timestamptz, move jsonb)
    order by w."questionId"
    on conflict (company_id, staff_id, question_id) do update
    set practice_id = excluded.practice_id, version_id = excluded.version_id, rule_version_id = excluded.rule_version_id,
      last_at = greatest(memory.last_at, excluded.last_at), last_score = excluded.last_score, last_max = excluded.last_max,
      scored_at = excluded.scored_at, answer_count = excluded.answer_count, right_count = excluded.right_count,
      wrong_count = excluded.wrong_count, wrong_since = excluded.wrong_since, wrong_by = excluded.wrong_by, streak = excluded.streak,
      streak_days = excluded.streak_days, streak_day = excluded.streak_day, key_mark = excluded.key_mark, stability = excluded.stability,
      difficulty = excluded.difficulty, reviewed_on = excluded.reviewed_on, reviews = excluded.reviews, lapses = excluded.lapses,
      due_at = excluded.due_at, before_move = excluded.before_move`
}
