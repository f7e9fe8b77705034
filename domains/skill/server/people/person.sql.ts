import { type CodeOf, id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, idOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { contestState, evidenceClass } from '../../contract/codes.ts'
import { evidenceFacts } from '../../contract/evidence-facts.ts'

const personRow = z.object({ staffId: id, name: z.string(), department: z.string().nullable(), postId: id.nullable() })

/** Undefined: nobody, or out of the scope. */
export function findPerson(db: Db, staffId: string, scope: DataScope) {
  const seen = scope.kind === 'all' ? sql`true` : sql`p.id in (${scopedStaff(db, scope)})`
  return findOne(db, personRow)`
    select p.id as "staffId", p.name, d.name as department, p.post_id as "postId"
    from org.person p
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    where p.company_id = ${db.companyId} and p.id = ${staffId} and ${seen}`
}

const skillRow = z.object({
  skillId: id,
  name: z.string(),
  level: z.int().nullable(),
  levelName: z.string().nullable(),
  behaviour: z.string().nullable(),
  class: z.int().nullable(),
  at: z.date().nullable(),
  expiresAt: z.date().nullable(),
  isLearnt: z.boolean(),
  isContested: z.boolean(),
})

/** The highest levels first. */
export function skillsOfPerson(db: Db, staffId: string) {
  return rowsOf(db, skillRow)`
    select s.skill_id as "skillId", k.name, s.level::int as level, l.name as "levelName", l.behaviour, s.class::int as class, s.at,
      s.expires_at as "expiresAt", s.is_learnt as "isLearnt",
      exists (
        select from skill.contest c
        where c.company_id = s.company_id and c.staff_id = s.staff_id and c.skill_id = s.skill_id and c.state = ${lit(contestState.waits)}
      ) as "isContested"
    from skill.staff_skill s
    join skill.skill k on k.company_id = s.company_id and k.id = s.skill_id
    left join skill.skill_level l on l.company_id = s.company_id and l.skill_id = s.skill_id and l.level = s.level
    where s.company_id = ${db.companyId} and s.staff_id = ${staffId}
    order by s.level desc nulls last, k.name, s.skill_id`
}

const pieceRow = z.object({
  id,
  staffId: id,
  skillId: id,
  class: z.int(),
  level: z.int().nullable(),
  sourceKind: z.string(),
  sourceId: id,
  title: z.string(),
  facts: evidenceFacts,
  at: z.date(),
  expiresAt: z.date().nullable(),
  isWithdrawn: z.boolean(),
  withdrawnReason: z.string().nullable(),
  byName: z.string().nullable(),
})
export type Piece = z.input<typeof pieceRow>

const pieces = sql`
  select e.id, e.staff_id as "staffId", e.skill_id as "skillId", e.class::int as class, e.level::int as level, e.source_kind as "sourceKind",
    e.source_id as "sourceId", e.title, e.detail as facts, e.at, e.expires_at as "expiresAt", w.evidence_id is not null as "isWithdrawn",
    w.reason as "withdrawnReason", b.name as "byName"
  from skill.evidence e
  left join skill.withdrawal w on w.company_id = e.company_id and w.evidence_id = e.id
  left join org.person b on b.company_id = e.company_id and b.id = e.recorded_by`

const placedRow = pieceRow.extend({ place: z.int(), pieceCount: z.int() })
export type PlacedPiece = z.input<typeof placedRow>

interface PiecesWish {
  readonly staffId: string
  /** Null: of every skill. */
  readonly skillId: string | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

/** Of each skill so many pieces, the newest first, and wherever it stands the one that decides (`decidingOf` of rules/level-of.ts). */
export function evidenceOfPerson(db: Db, { staffId, skillId, offset, limit, now }: PiecesWish): Promise<PlacedPiece[]> {
  const deciding = sql`o.withdrawn_id is null and o.class <> ${lit(evidenceClass.exposure)} and (o.expires_at is null or o.expires_at > ${now})`
  return rowsOf(db, placedRow)`
    with own as (
      select e.id, e.skill_id, e.class, e.at, e.expires_at, w.evidence_id as withdrawn_id
      from skill.evidence e
      left join skill.withdrawal w on w.company_id = e.company_id and w.evidence_id = e.id
      where e.company_id = ${db.companyId} and e.staff_id = ${staffId} and ${skillId === null ? sql`true` : sql`e.skill_id = ${skillId}`}
    ),
    placed as (
      select o.id, ${deciding} as may_decide,
        row_number() over (partition by o.skill_id order by o.at desc, o.id desc)::int as place,
        row_number() over (partition by o.skill_id order by ${deciding} desc, o.class, o.at desc, o.id desc) as strength,
        count(*) over (partition by o.skill_id)::int as "pieceCount"
      from own o
    )
    select p.*, l.place, l."pieceCount"
    from placed l
    join (${pieces} where e.company_id = ${db.companyId} and e.staff_id = ${staffId}) p on p.id = l.id
    where l.place > ${offset} and l.place <= ${offset + limit} or l.strength = 1 and l.may_decide
    order by l.place`
}

export function findPiece(db: Db, evidenceId: string): Promise<Piece | undefined> {
  return findOne(db, pieceRow)`${pieces} where e.company_id = ${db.companyId} and e.id = ${evidenceId}`
}

const contestRow = z.object({
  id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  skillId: id,
  skillName: z.string(),
  level: z.int().nullable(),
  content: z.string(),
  state: contestState.schema,
  answer: z.string(),
  answeredByName: z.string().nullable(),
  createdAt: z.date(),
  answeredAt: z.date().nullable(),
})

interface ContestFilter {
  readonly scope: DataScope
  readonly state?: number | undefined
  readonly staffId?: string | undefined
}

const contestsOf = (db: Db, { scope, state, staffId }: ContestFilter) => sql`
  from skill.contest c
  where c.company_id = ${db.companyId}
    and ${scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`}
    and ${state === undefined ? sql`true` : sql`c.state = ${state}`}
    and ${staffId === undefined ? sql`true` : sql`c.staff_id = ${staffId}`}`

/** The newest first. */
export async function pageOfContests(
  db: Db,
  filter: ContestFilter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
) {
  const dataList = await rowsOf(db, contestRow)`
    select c.id, c.staff_id as "staffId", p.name, d.name as department, c.skill_id as "skillId", k.name as "skillName", s.level::int as level,
      c.content, c.state::int as state, c.answer, b.name as "answeredByName", c.created_at as "createdAt", c.answered_at as "answeredAt"
    from (select c.* ${contestsOf(db, filter)} order by c.id desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}) c
    join org.person p on p.company_id = c.company_id and p.id = c.staff_id
    join skill.skill k on k.company_id = c.company_id and k.id = c.skill_id
    left join org.department_tree d on d.company_id = c.company_id and d.id = p.department_id
    left join org.person b on b.company_id = c.company_id and b.id = c.answered_by
    left join skill.staff_skill s on s.company_id = c.company_id and s.staff_id = c.staff_id and s.skill_id = c.skill_id
    order by c.id desc`
  const totalCount = await countOf(db)`select count(*)::int as count ${contestsOf(db, filter)}`
  return { dataList, totalCount }
}

const lockedContest = z.object({ id, staffId: id, skillId: id, state: contestState.schema })

export function lockContest(db: Db, contestId: string) {
  return findOne(db, lockedContest)`
    select c.id, c.staff_id as "staffId", c.skill_id as "skillId", c.state::int as state
    from skill.contest c
    where c.company_id = ${db.companyId} and c.id = ${contestId}
    for update`
}

export function insertContest(
  db: Db,
  { staffId, skillId, content }: { readonly staffId: string; readonly skillId: string; readonly content: string },
  now: Date,
): Promise<string> {
  return idOf(db)`
    insert into skill.contest (company_id, staff_id, skill_id, content, created_at)
    values (${db.companyId}, ${staffId}, ${skillId}, ${content}, ${now})
    returning id`
}

export async function answerContest(
  db: Db,
  {
    contestId,
    state,
    answer,
    by,
  }: { readonly contestId: string; readonly state: CodeOf<typeof contestState>; readonly answer: string; readonly by: string },
  now: Date,
): Promise<void> {
  await changesOf(db)`
    update skill.contest c
    set state = ${state}, answer = ${answer}, answered_by = ${by}, answered_at = ${now}
    where c.company_id = ${db.companyId} and c.id = ${contestId}`
}
