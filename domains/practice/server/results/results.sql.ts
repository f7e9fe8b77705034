/** What came out of a practice: of the answers that count, which are the first of each item in a round, in a mock round the last. */
import { id } from '@kaopei/contract'
import { staffOfDepartments } from '@kaopei/org/server'
import { pointsOfQuestions } from '@kaopei/question/server'
import { countOf, type DataScope, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { seenBy } from './people.sql.ts'

export interface OfPractice {
  readonly practiceId: string
  readonly scope: DataScope
  /** With everything below it; absent: all that the scope shows. */
  readonly departmentId?: string | undefined
}

/** A mock round counts once it is over. */
const counted = (db: Db, { practiceId, scope, departmentId }: OfPractice): RawBuilder<unknown> => sql`
  select r.id as run_id, r.staff_id, i.number, i.question_id, i.counted_seq, i.counted_right, i.is_own, i.seconds
  from practice.run r
  join practice.run_item i on i.company_id = r.company_id and i.run_id = r.id and i.last_seq > 0
  where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and (r.mode <> ${lit(runMode.mock)} or r.finished_at is not null)
    and ${seenBy(db, scope, sql`r.staff_id`)}
    and ${departmentId ? sql`r.staff_id in (${staffOfDepartments(db, [departmentId])})` : sql`true`}`

const scoredShare = sql`round(100.0 * count(*) filter (where c.counted_right) / nullif(count(*) filter (where not c.is_own), 0))::int`

const summaryRow = z.object({
  practisedCount: z.int(),
  finishedCount: z.int(),
  runCount: z.int(),
  answerCount: z.int(),
  accuracyPercent: z.int().nullable(),
  seconds: z.int(),
})

export function selectSummary(db: Db, { practiceId, scope }: OfPractice) {
  return oneOf(db, summaryRow)`
    select count(distinct r.staff_id)::int as "practisedCount",
      count(distinct r.staff_id) filter (where r.finished_at is not null)::int as "finishedCount", count(*)::int as "runCount",
      coalesce(sum(r.answer_count), 0)::int as "answerCount",
      round(100.0 * sum(r.right_count) / nullif(sum(r.scored_count), 0))::int as "accuracyPercent",
      coalesce(sum(r.seconds), 0)::int as seconds
    from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and r.answer_count > 0
      and ${seenBy(db, scope, sql`r.staff_id`)}`
}

const dayRow = z.object({ day: z.string(), answerCount: z.int(), peopleCount: z.int() })

/** The last 30 days that have any, by the given clocks. */
export function selectDays(db: Db, { practiceId, scope }: OfPractice, timeZone: string) {
  return rowsOf(db, dayRow)`
    select l.day, l."answerCount", l."peopleCount"
    from (
      select (a.at at time zone ${timeZone})::date::text as day, count(*)::int as "answerCount",
        count(distinct a.staff_id)::int as "peopleCount"
      from practice.run r
      join practice.answer a on a.company_id = r.company_id and a.run_id = r.id
      where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and ${seenBy(db, scope, sql`r.staff_id`)}
      group by 1
      order by 1 desc
      limit 30
    ) l
    order by l.day`
}

const questionRow = z.object({
  questionId: id,
  answerCount: z.int(),
  rightCount: z.int(),
  accuracyPercent: z.int().nullable(),
  averageSeconds: z.int().nullable(),
})
const orders = {
  hardest: sql`"accuracyPercent" nulls last, "answerCount" desc, "questionId"`,
  easiest: sql`"accuracyPercent" desc nulls last, "answerCount" desc, "questionId"`,
  mostAnswered: sql`"answerCount" desc, "questionId"`,
}
export type QuestionFigures = z.input<typeof questionRow>
export type QuestionSort = keyof typeof orders

export function selectQuestions(
  db: Db,
  of: OfPractice,
  { sort, limit, offset }: { sort: QuestionSort; limit: number; offset: number },
) {
  return rowsOf(db, questionRow)`
    select c.question_id as "questionId", count(*)::int as "answerCount", (count(*) filter (where c.counted_right))::int as "rightCount",
      ${scoredShare} as "accuracyPercent", round(avg(nullif(c.seconds, 0)))::int as "averageSeconds"
    from (${counted(db, of)}) c
    group by c.question_id
    order by ${orders[sort]}
    limit ${limit} offset ${offset}`
}

export function countQuestionsOf(db: Db, of: OfPractice): Promise<number> {
  return countOf(db)`select count(distinct c.question_id)::int as count from (${counted(db, of)}) c`
}

const optionRow = z.object({ questionId: id, optionId: z.string(), count: z.int() })

/** How often each option of these questions was among the answers that count; the row without a name is how many answered. */
export function selectOptions(db: Db, of: OfPractice, questionIds: readonly string[]) {
  return rowsOf(db, optionRow)`
    with given as (
      select c.question_id, a.answer
      from (${counted(db, of)}) c
      join practice.answer a on a.company_id = ${db.companyId} and a.run_id = c.run_id and a.number = c.number and a.seq = c.counted_seq
      where c.question_id = any(${questionIds}::uuid[])
    )
    select g.question_id as "questionId", '' as "optionId", count(*)::int as count
    from given g
    group by g.question_id
    union all
    select g.question_id, o.id, count(*)::int
    from given g
    cross join lateral (
      select g.answer ->> 'optionId' as id
      union all
      select jsonb_array_elements_text(case when jsonb_typeof(g.answer -> 'optionIds') = 'array' then g.answer -> 'optionIds' else '[]' end)
    ) o
    where o.id is not null
    group by g.question_id, o.id`
}

const pointRow = z.object({
  knowledgePointId: id,
  questionCount: z.int(),
  peopleCount: z.int(),
  answerCount: z.int(),
  accuracyPercent: z.int().nullable(),
})

export function selectPoints(db: Db, of: OfPractice) {
  return rowsOf(db, pointRow)`
    select l.point_id as "knowledgePointId", count(distinct c.question_id)::int as "questionCount",
      count(distinct c.staff_id)::int as "peopleCount", count(*)::int as "answerCount", ${scoredShare} as "accuracyPercent"
    from (${counted(db, of)}) c
    join (${pointsOfQuestions(db)}) l on l.question_id = c.question_id
    group by l.point_id
    order by "accuracyPercent" nulls last, l.point_id`
}

const departmentRow = z.object({
  departmentId: id.nullable(),
  name: z.string(),
  practisedCount: z.int(),
  answerCount: z.int(),
  accuracyPercent: z.int().nullable(),
  seconds: z.int(),
})

/** By the department that people are in today. */
export function selectDepartments(db: Db, of: OfPractice) {
  return rowsOf(db, departmentRow)`
    select s.department_id as "departmentId", coalesce(min(d.name), '（无部门）') as name, count(distinct c.staff_id)::int as "practisedCount",
      count(*)::int as "answerCount", ${scoredShare} as "accuracyPercent", coalesce(sum(c.seconds), 0)::int as seconds
    from (${counted(db, of)}) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    group by s.department_id
    order by "accuracyPercent" nulls last, name`
}

const cellRow = z.object({
  knowledgePointId: id,
  /** Null: of all together. */
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  peopleCount: z.int(),
  questionCount: z.int(),
  score: z.number(),
  max: z.number(),
})

interface MapWish {
  readonly scope: DataScope
  readonly departmentId: string | undefined
  readonly pointIds: readonly string[] | undefined
  readonly since: Date
}

/** Latest answers by point and department, and by point alone. People of no department are in the latter only. */
export function selectMastery(db: Db, { scope, departmentId, pointIds, since }: MapWish) {
  const below = departmentId ? sql`m.staff_id in (${staffOfDepartments(db, [departmentId])})` : sql`true`
  const points = pointIds ? sql`l.point_id = any(${pointIds}::uuid[])` : sql`true`
  const known = sql`m.company_id = ${db.companyId} and m.scored_at >= ${since} and ${below} and ${seenBy(db, scope, sql`m.staff_id`)}`
  const there = sql`s.company_id = ${db.companyId} and s.removed_at is null`
  // Hundreds of thousands of memories: summed up by person and point, and by question and department, before anything else is asked of them.
  return rowsOf(db, cellRow)`
    with person as materialized (
      select m.staff_id, l.point_id, sum(m.last_score)::bigint as score, sum(m.last_max)::bigint as max
      from practice.memory m
      join (${pointsOfQuestions(db)}) l on l.question_id = m.question_id
      where ${known} and ${points}
      group by m.staff_id, l.point_id
    ),
    people as (
      select k.point_id, s.department_id, count(*)::int as people, sum(k.score) as score, sum(k.max) as max
      from person k
      join org.person s on ${there} and s.id = k.staff_id
      group by grouping sets ((k.point_id), (k.point_id, s.department_id))
      having grouping(s.department_id) = 1 or s.department_id is not null
    ),
    asked as materialized (
      select m.question_id, s.department_id
      from practice.memory m
      join org.person s on ${there} and s.id = m.staff_id
      where ${known}
      group by m.question_id, s.department_id
    ),
    questions as (
      select l.point_id, k.department_id, count(distinct k.question_id)::int as questions
      from asked k
      join (${pointsOfQuestions(db)}) l on l.question_id = k.question_id
      where ${points}
      group by grouping sets ((l.point_id), (l.point_id, k.department_id))
      having grouping(k.department_id) = 1 or k.department_id is not null
    )
    select p.point_id as "knowledgePointId", p.department_id as "departmentId", d.name as "departmentName", p.people as "peopleCount",
      q.questions as "questionCount", p.score::float8 as score, p.max::float8 as max
    from people p
    join questions q on q.point_id = p.point_id and q.department_id is not distinct from p.department_id
    left join org.department_tree d on d.company_id = ${db.companyId} and d.id = p.department_id`
}
