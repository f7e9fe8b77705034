/** Questions that could take the place of others: for papers that ask the same by other questions, and for practising what they asked about. */
import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { questionStatus, questionTypeSchema } from '../../contract/codes.ts'

const standInRow = z.object({
  questionId: id,
  type: questionTypeSchema,
  difficulty: z.literal([1, 2, 3]),
  /** Of the points asked about those that it carries, by id. */
  pointIds: z.array(id),
  /** The same of questions that say the same. */
  family: z.string(),
})
type StandIn = z.output<typeof standInRow>

interface Wish {
  readonly pointIds: readonly string[]
  /** None of these, and nothing that says the same. */
  readonly excludedIds: readonly string[]
  /** None: every bank. */
  readonly bankIds: readonly string[]
  /** Which come where there are many follows from it. */
  readonly seed: string
}

/** By chance, and enough for every paper: that many of each kind. */
const mostOfKind = 2000

const source = (db: Db, { pointIds, excludedIds, bankIds }: Wish) => sql`
  select q.id, q.type, q.difficulty, coalesce(nullif(q.fingerprint, ''), q.id::text) as family,
    array(
      select l.knowledge_point_id
      from question.question_knowledge_point l
      where l.company_id = q.company_id and l.question_id = q.id and l.knowledge_point_id = any(${pointIds}::uuid[])
      order by l.knowledge_point_id
    ) as points
  from question.question q
  where q.company_id = ${db.companyId}
    and q.status = ${lit(questionStatus.ready)}
    and q.removed_at is null
    and q.id <> all(${excludedIds}::uuid[])
    and ${bankIds.length > 0 ? sql`q.bank_id = any(${bankIds}::uuid[])` : sql`true`}
    and not exists (
      select from question.question met
      where met.company_id = q.company_id and met.id = any(${excludedIds}::uuid[]) and met.fingerprint = q.fingerprint
        and met.fingerprint <> ''
    )`

interface StandInWish extends Wish {
  readonly wanted: readonly { readonly type: number; readonly difficulty: number; readonly pointIds: readonly string[] }[]
}

/** Those that are ready and like one of the wanted: of its type and difficulty, and of the points exactly those that it carries. */
export async function standInsOf(db: Db, wish: StandInWish): Promise<StandIn[]> {
  if (wish.wanted.length === 0) return []
  const wanted = JSON.stringify(wish.wanted.map((one) => ({ ...one, points: one.pointIds.toSorted() })))
  return rowsOf(db, standInRow)`
    select s.id as "questionId", s.type, s.difficulty, s.points as "pointIds", s.family
    from (
      select o.*, row_number() over (partition by o.type, o.difficulty, o.points order by md5(o.id::text || ${wish.seed}), o.id) as place
      from (${source(db, wish)}) o
      join (
        select w.type, w.difficulty, array(select jsonb_array_elements_text(w.points)::uuid) as points
        from jsonb_to_recordset(${wanted}::jsonb) as w (type smallint, difficulty smallint, points jsonb)
      ) w on w.type = o.type and w.difficulty = o.difficulty and w.points = o.points
    ) s
    where s.place <= ${mostOfKind}`
}

interface PointsWish extends Wish {
  readonly mostOfPoint: number
}

/** Ready questions that carry some of the points, at most so many of each point, of each family one. */
export async function questionsOfPoints(db: Db, wish: PointsWish): Promise<StandIn[]> {
  return rowsOf(db, standInRow)`
    with carrying as materialized (
      select distinct on (o.family) o.*
      from (${source(db, wish)}) o
      where cardinality(o.points) > 0
      order by o.family, o.id
    ),
    placed as (
      select c.id, row_number() over (partition by p.point order by md5(c.id::text || ${wish.seed}), c.id) as place
      from carrying c
      cross join lateral unnest(c.points) as p (point)
    )
    select c.id as "questionId", c.type, c.difficulty, c.points as "pointIds", c.family
    from carrying c
    where c.id in (select p.id from placed p where p.place <= ${wish.mostOfPoint})
    order by md5(c.id::text || ${wish.seed}), c.id`
}
