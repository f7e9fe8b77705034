import { id } from '@kaopei/contract'
import { offeredQuestions } from '@kaopei/question/server'
import { countOf, type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participationMode, runMode, storedStatus } from '../../contract/codes.ts'
import { practicesOf } from '../people/audience.sql.ts'
import { wholeRuns } from '../whole-runs.ts'

export interface MineFilter {
  readonly staffId: string
  readonly keyword: string
  readonly only: 'all' | 'open' | 'ended'
  readonly practiceId: string | undefined
  readonly now: Date
}

const mineRow = z.object({
  practiceId: id,
  name: z.string(),
  information: z.string(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  status: storedStatus.schema,
  participationMode: participationMode.schema,
  hasScopes: z.boolean(),
  questionCount: z.int(),
  permitRepeatPractice: z.boolean(),
  permitViewResult: z.boolean(),
  isDone: z.boolean(),
  runCount: z.int(),
  answeredPercent: z.int(),
  accuracyPercent: z.int().nullable(),
  lastAt: z.date().nullable(),
  wrongCount: z.int(),
  favouriteCount: z.int(),
  dueCount: z.int(),
})
export type MineRow = z.output<typeof mineRow>

function matching(db: Db, { staffId, keyword, only, practiceId, now }: MineFilter): RawBuilder<unknown> {
  const isOver = sql`(p.status = ${lit(storedStatus.endedByHand)} or coalesce(p.end_at <= ${now}, false))`
  const conditions = [
    sql`p.company_id = ${db.companyId} and p.removed_at is null and p.status > ${lit(storedStatus.draft)}`,
    sql`p.id in (${practicesOf(db, staffId)})`,
  ]
  if (keyword) conditions.push(sql`p.name ilike ${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (practiceId) conditions.push(sql`p.id = ${practiceId}`)
  if (only !== 'all') conditions.push(only === 'ended' ? isOver : sql`not ${isOver}`)
  return sql`from practice.practice p where ${sql.join(conditions, sql` and `)}`
}

/** What is open first, what ends soonest before the rest. */
export function selectMine(db: Db, filter: MineFilter, { limit, offset }: { limit: number; offset: number }) {
  const { staffId, now } = filter
  const order = sql`(p.status = ${lit(storedStatus.endedByHand)} or coalesce(p.end_at <= ${now}, false)), p.end_at nulls last, p.id desc`
  return rowsOf(db, mineRow)`
    select p.id as "practiceId", p.name, p.information, p.start_at as "startAt", p.end_at as "endAt", p.ended_at as "endedAt", p.status,
      p.participation_mode as "participationMode", p.question_count as "questionCount", p.permit_repeat as "permitRepeatPractice",
      p.permit_view_result as "permitViewResult",
      exists (
        select from practice.audience a where a.company_id = p.company_id and a.practice_id = p.id and a.scope is not null
      ) as "hasScopes",
      coalesce(rounds.finished and not p.permit_repeat, false) as "isDone", coalesce(rounds.count, 0) as "runCount",
      coalesce(rounds.answered, 0) as "answeredPercent", rounds.accuracy as "accuracyPercent", rounds.last_at as "lastAt",
      met.wrong as "wrongCount", met.favourites as "favouriteCount", met.due as "dueCount"
    from (select p.* ${matching(db, filter)} order by ${order} limit ${limit} offset ${offset}) p
    left join lateral (
      select count(*)::int as count, max(r.last_at) as last_at,
        bool_or(r.finished_at is not null) filter (where r.mode in ${wholeRuns}) as finished,
        max(floor(100.0 * (r.answered_count + r.passed_count) / r.item_count)) filter (where r.mode in ${wholeRuns})::int as answered,
        max(round(100.0 * r.right_count / nullif(r.scored_count, 0))) filter (
          where r.mode in ${wholeRuns} and r.finished_at is not null and r.answered_count + r.passed_count >= r.item_count
        )::int as accuracy
      from practice.run r
      where r.company_id = p.company_id and r.practice_id = p.id and r.staff_id = ${staffId}
    ) rounds on true
    cross join lateral (
      select count(*) filter (where m.wrong_since is not null and p.permit_view_result)::int as wrong,
        count(*) filter (where m.is_favourite)::int as favourites,
        count(*) filter (where m.due_at <= ${now} and exists (select from (${offeredQuestions(db)}) o where o.id = m.question_id))::int as due
      from practice.memory m
      where m.company_id = p.company_id and m.staff_id = ${staffId} and m.practice_id = p.id
    ) met
    order by ${order}`
}

export function countMine(db: Db, filter: MineFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const openRow = z.object({
  practiceId: id,
  runId: id,
  mode: runMode.schema,
  answeredCount: z.int(),
  itemCount: z.int(),
})
export type OpenRun = z.output<typeof openRow>

/** Rounds of these practices that go on. */
export function selectOpenRuns(db: Db, staffId: string, practiceIds: readonly string[]) {
  return rowsOf(db, openRow)`
    select r.practice_id as "practiceId", r.id as "runId", r.mode, r.answered_count as "answeredCount", r.item_count as "itemCount"
    from practice.run r
    where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and r.practice_id = any(${practiceIds}::uuid[])
      and r.finished_at is null and not r.is_left
    order by r.last_at desc`
}
