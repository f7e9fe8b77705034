import { id } from '@kaopei/contract'
import { pointsOfQuestions } from '@kaopei/question/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'

const pointRow = z.object({ knowledgePointId: id, questions: z.int(), score: z.int(), max: z.int() })

/** By the latest answers of somebody since then; of practices where right and wrong may be seen. */
export function selectPointsOf(db: Db, staffId: string, since: Date, { seesAll }: { seesAll: boolean }) {
  const seen = seesAll
    ? sql`true`
    : sql`not exists (
        select from practice.practice p
        where p.company_id = m.company_id and p.id = m.practice_id and not p.permit_view_result
      )`
  return rowsOf(db, pointRow)`
    select l.point_id as "knowledgePointId", count(*)::int as questions, sum(m.last_score)::int as score, sum(m.last_max)::int as max
    from practice.memory m
    join (${pointsOfQuestions(db)}) l on l.question_id = m.question_id
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.scored_at >= ${since} and ${seen}
    group by l.point_id`
}

const answerRow = z.object({ questionId: id, day: z.string(), score: z.int(), max: z.int() })

export interface AnswersWish {
  readonly staffId: string
  readonly since: Date
  readonly timeZone: string
  /** Null: of all points. */
  readonly knowledgePointId: string | null
}

/** The last scored answer of each local day to each question, day by day: no more of them says anything about mastery. */
export function selectScoredAnswers(db: Db, { staffId, since, timeZone, knowledgePointId }: AnswersWish) {
  const ofPoint =
    knowledgePointId === null
      ? sql`true`
      : sql`a.question_id in (select l.question_id from (${pointsOfQuestions(db)}) l where l.point_id = ${knowledgePointId})`
  return rowsOf(db, answerRow)`
    select c."questionId", c.day::text as day, c.score, c.max
    from (
      select distinct on ("questionId", day) a.question_id as "questionId",
        (a.at at time zone ${timeZone})::date as day, a.score_hundredths as score, a.max_hundredths as max
      from practice.answer a
      join practice.run r on r.company_id = a.company_id and r.id = a.run_id
      where a.company_id = ${db.companyId} and a.staff_id = ${staffId} and a.at >= ${since} and not a.is_own
        and a.score_hundredths is not null and not r.is_result_hidden and (r.mode <> ${lit(runMode.mock)} or r.finished_at is not null) and ${ofPoint}
      order by "questionId", day, a.at desc
    ) c
    order by c.day`
}
