import { type Db, findOne, lit, rowsOfNamed, runNamed } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { mostCounted } from '../../contract/learn-shapes.ts'
import { wrongBy } from '../rules/after-answer.ts'

/** Makes the learner where there is none, and holds them until the transaction ends: what somebody answers in two tabs follows one another. */
export async function enterLearner(db: Db, staffId: string): Promise<void> {
  await sql`
    insert into practice.learner (company_id, staff_id) values (${db.companyId}, ${staffId})
    on conflict (company_id, staff_id) do nothing`.execute(db)
  await holdLearner(db, staffId)
}

/** False: nobody has practised by this id. */
export async function holdLearner(db: Db, staffId: string): Promise<boolean> {
  const held = await runNamed(db, 'practice_hold_learner')`
    select from practice.learner where company_id = ${db.companyId} and staff_id = ${staffId} for no key update`
  return held > 0
}

const learnerRow = z.object({ dailyCount: z.int().nullable(), dayStreak: z.int(), lastDay: z.string().nullable() })
export type Learner = z.output<typeof learnerRow>

export async function learnerOf(db: Db, staffId: string): Promise<Learner> {
  const found = await findOne(db, learnerRow)`
    select l.daily_count as "dailyCount", l.day_streak as "dayStreak", l.last_day::text as "lastDay"
    from practice.learner l
    where l.company_id = ${db.companyId} and l.staff_id = ${staffId}`
  return found ?? { dailyCount: null, dayStreak: 0, lastDay: null }
}

export async function updateDaily(db: Db, staffId: string, dailyCount: number | null): Promise<void> {
  await sql`
    update practice.learner set daily_count = ${dailyCount}::smallint
    where company_id = ${db.companyId} and staff_id = ${staffId}`.execute(db)
}

const countsRow = z.object({
  dueCount: z.int(),
  doneCount: z.int(),
  wrongCount: z.int(),
  favouriteCount: z.int(),
  nextDueAt: z.date().nullable(),
  openRunId: z.uuid().nullable(),
})

interface Today {
  readonly staffId: string
  readonly now: Date
  readonly startOfToday: Date
  /** Questions that are offered, as a subquery of ids. */
  readonly offered: unknown
}

export async function countToday(db: Db, { staffId, now, startOfToday, offered }: Today) {
  const own = sql`m.company_id = ${db.companyId} and m.staff_id = ${staffId}`
  const lives = sql`exists (select from (${offered}) o where o.id = m.question_id)`
  const [counts] = await rowsOfNamed(db, 'practice_today', countsRow)`
    select
      (
        select count(*)::int from (
          select from practice.memory m where ${own} and m.due_at <= ${now} and ${lives} limit ${mostCounted + 1}
        ) due
      ) as "dueCount",
      (
        select count(*)::int
        from practice.run r
        join practice.run_item i on i.company_id = r.company_id and i.run_id = r.id
        where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and r.mode = ${lit(runMode.due)} and r.last_at >= ${startOfToday}
          and i.answered_at >= ${startOfToday}
      ) as "doneCount",
      (
        select count(*)::int from (
          select
          from practice.memory m
          left join practice.practice p on p.company_id = m.company_id and p.id = m.practice_id
          where ${own} and m.wrong_since is not null and (m.wrong_by = ${lit(wrongBy.exam)} or coalesce(p.permit_view_result, true))
          limit ${mostCounted + 1}
        ) wrong
      ) as "wrongCount",
      (select count(*)::int from practice.memory m where ${own} and m.is_favourite) as "favouriteCount",
      (select min(m.due_at) from practice.memory m where ${own} and m.due_at > ${now}) as "nextDueAt",
      (
        select r.id
        from practice.run r
        where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and r.mode = ${lit(runMode.due)} and r.practice_id is null
          and r.finished_at is null and not r.is_left
        limit 1
      ) as "openRunId"`
  if (!counts) throw new Error('counts are one row')
  return counts
}
