/**
 * What people earned by knowledge point, of official results alone: of each person the best attempt that has come out and stands; what was voided or
 * withdrawn has none. A question that somebody never saw earned nothing, as in the result itself. Which points a question carries is as it is now.
 */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import { difficultiesOfQuestions, knowledgePointsByIds, pointsOfQuestions } from '@kaopei/question/server'
import { countOf, type DataScope, type Db, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

interface WhoseScores {
  readonly examId: string
  /** Everybody whom all of these show. */
  readonly scopes: readonly DataScope[]
}

const shown = (db: Db, scopes: readonly DataScope[], staffId: RawBuilder<unknown>) => {
  const narrow = scopes.flatMap((scope) => (scope.kind === 'all' ? [] : [sql`${staffId} in (${scopedStaff(db, scope)})`]))
  return narrow.length === 0 ? sql`true` : sql.join(narrow, sql` and `)
}

const official = (db: Db, { examId, scopes }: WhoseScores) => sql`
  select distinct on (a.staff_id) a.id, a.staff_id
  from sitting.standing a
  where a.company_id = ${db.companyId} and a.owner_kind = 'exam' and a.owner_id = ${examId} and a.state = 'published'
    and ${shown(db, scopes, sql`a.staff_id`)}
  order by a.staff_id, a.score_hundredths desc nulls last, a.number desc`

/** Each question of each of these attempts. */
const marks = (db: Db, whose: WhoseScores) => sql`
  select o.staff_id, i.question_id, coalesce(i.score_hundredths, 0) as score, i.max_score_hundredths as max
  from (${official(db, whose)}) o
  join sitting.response i on i.company_id = ${db.companyId} and i.attempt_id = o.id`

export function countOfficial(db: Db, whose: WhoseScores): Promise<number> {
  return countOf(db)`select count(*)::int as count from (${official(db, whose)}) o`
}

const itemsRow = z.object({ itemCount: z.int(), unlinkedCount: z.int() })

/** Questions that these people's papers had, and how many of them carry no point. */
export function countItems(db: Db, whose: WhoseScores) {
  return oneOf(db, itemsRow)`
    select count(*)::int as "itemCount",
      (count(*) filter (where not exists (select from (${pointsOfQuestions(db)}) l where l.question_id = m.question_id)))::int as "unlinkedCount"
    from (select distinct m.question_id from (${marks(db, whose)}) m) m`
}

const pointRow = z.object({
  id,
  itemCount: z.int(),
  peopleCount: z.int(),
  /** Mean of each person's share, 0..1; null: nothing could be earned. */
  share: z.number().nullable(),
})
export type PointFigures = z.output<typeof pointRow> & { readonly name: string }

/** The weakest first. */
export async function pointFigures(db: Db, whose: WhoseScores): Promise<PointFigures[]> {
  const rows = await rowsOf(db, pointRow)`
    with marked as materialized (
      select m.staff_id, m.question_id, m.score, m.max, l.point_id
      from (${marks(db, whose)}) m
      join (${pointsOfQuestions(db)}) l on l.question_id = m.question_id
    ),
    people as (
      select point_id, staff_id, sum(score)::float8 / nullif(sum(max), 0) as share from marked group by point_id, staff_id
    ),
    items as (
      select d.point_id, count(*)::int as count from (select distinct point_id, question_id from marked) d group by d.point_id
    )
    select p.point_id as id, i.count as "itemCount", p.count as "peopleCount", p.share
    from (select point_id, count(*)::int as count, avg(share) as share from people group by point_id) p
    join items i on i.point_id = p.point_id
    order by p.share nulls last, p.point_id`
  const named = await knowledgePointsByIds(
    db,
    rows.map((row) => row.id),
  )
  const names = new Map(named.map((point) => [point.id, point.name]))
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? '' }))
}

interface OfPoints extends WhoseScores {
  readonly pointIds: readonly string[]
}

/** By person what the questions of some points earned; a question of several of them counts once. */
const personScores = (db: Db, { pointIds, ...whose }: OfPoints) => sql`
  select m.staff_id, sum(m.score)::int as score, sum(m.max)::int as max, sum(m.score)::float8 / sum(m.max) as share
  from (${marks(db, whose)}) m
  where m.question_id in (select l.question_id from (${pointsOfQuestions(db)}) l where l.point_id = any(${pointIds}::uuid[]))
  group by m.staff_id
  having sum(m.max) > 0`

interface PointPeople extends OfPoints {
  /** Only those below this share, 0..1. */
  readonly below?: number | undefined
  readonly keyWords?: string | undefined
  readonly staffIds?: readonly string[] | undefined
}

const matching = (db: Db, { below, keyWords, staffIds, ...of }: PointPeople) => {
  const pattern = `%${(keyWords ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    from (${personScores(db, of)}) p
    join org.person s on s.company_id = ${db.companyId} and s.id = p.staff_id and s.removed_at is null
    where ${below === undefined ? sql`true` : sql`p.share < ${below}`}
      and ${staffIds ? sql`p.staff_id = any(${staffIds}::uuid[])` : sql`true`}
      and ${keyWords ? sql`(s.name ilike ${pattern} or s.job_number ilike ${pattern})` : sql`true`}`
}

const personRow = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  share: z.number(),
  score: z.int(),
  max: z.int(),
})

/** Those with the lowest share first. */
export function selectPointPeople(db: Db, wish: PointPeople, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, personRow)`
    select p.staff_id as "staffId", s.name, s.job_number as "jobNumber", d.name as department, p.share, p.score, p.max
    from (
      select p.*, s.name, s.job_number, s.department_id
      ${matching(db, wish)}
      order by p.share, p.staff_id
      limit ${limit} offset ${offset}
    ) p
    join org.person s on s.company_id = ${db.companyId} and s.id = p.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by p.share, p.staff_id`
}

export function countPointPeople(db: Db, wish: PointPeople): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, wish)}`
}

const staffRow = z.object({ staffId: id })

/** All of them, the lowest first. */
export async function pointPeopleIds(db: Db, wish: PointPeople): Promise<string[]> {
  const rows = await rowsOf(db, staffRow)`
    select p.staff_id as "staffId" ${matching(db, wish)} order by p.share, p.staff_id`
  return rows.map(({ staffId }) => staffId)
}

const wrongRow = z.object({ questionId: id, peopleCount: z.int() })

/** Questions of the points that some of these people did not earn in full, those that most got wrong first. */
export function wrongQuestions(db: Db, { staffIds, pointIds, ...whose }: OfPoints & { readonly staffIds: readonly string[] }) {
  return rowsOf(db, wrongRow)`
    select m.question_id as "questionId", count(*)::int as "peopleCount"
    from (${marks(db, whose)}) m
    where m.staff_id = any(${staffIds}::uuid[])
      and m.score < m.max
      and m.question_id in (select l.question_id from (${pointsOfQuestions(db)}) l where l.point_id = any(${pointIds}::uuid[]))
    group by m.question_id
    order by 2 desc, 1`
}

const laidOutRow = z.object({
  questionId: id,
  type: questionTypeCodes.schema,
  difficulty: difficulty.schema,
  pointIds: z.array(id),
  scoreHundredths: z.int(),
  /** How many of the attempts had it, with this score. */
  times: z.int(),
  firstSlot: z.int(),
})
export type LaidOutQuestion = z.output<typeof laidOutRow>

/** Every question that anybody's paper of the exam had. Their difficulty and points are as they are now. */
export function laidOutQuestions(db: Db, examId: string): Promise<LaidOutQuestion[]> {
  return rowsOf(db, laidOutRow)`
    select i.question_id as "questionId", i.type, q.difficulty,
      array(
        select l.point_id from (${pointsOfQuestions(db)}) l where l.question_id = i.question_id order by l.point_id
      ) as "pointIds",
      i.max as "scoreHundredths", i.times, i.slot as "firstSlot"
    from (
      select i.question_id, i.type, i.max_score_hundredths as max, count(*)::int as times, min(i.slot) as slot
      from sitting.standing a
      join sitting.response i on i.company_id = a.company_id and i.attempt_id = a.id
      where a.company_id = ${db.companyId} and a.owner_kind = 'exam' and a.owner_id = ${examId}
      group by i.question_id, i.type, i.max_score_hundredths
    ) i
    join (${difficultiesOfQuestions(db)}) q on q.id = i.question_id
    order by i.slot, i.question_id, i.max`
}

export function countAttempts(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_kind = 'exam' and a.owner_id = ${examId}
      and exists (select from sitting.response i where i.company_id = a.company_id and i.attempt_id = a.id)`
}
