/** Whom a reminder reaches, and who was reminded. */
import { id } from '@kaopei/contract'
import { countOf, type Db, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState } from '../../contract/codes.ts'
import type { ReminderRule } from '../../contract/reminder-rules.ts'
import { reminderCounts } from '../../contract/reminders.ts'
import { type LearnerFilter, matching } from '../people/list.sql.ts'

/** By which ways people can be written to now. */
export interface Reach {
  readonly mail: boolean
  readonly sms: boolean
}

const outcome = z.enum(['written', 'complete', 'repeated', 'unreachable', 'gone'])

const judgedRow = z.object({
  staffId: id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  percent: z.int(),
  dueAt: z.date().nullable(),
  outcome,
})
export type Judged = z.output<typeof judgedRow>

/** Rows of `c`, enrolments, each with whether it is to be written to; the first reason against it that holds is the one that is told. */
function judged(learners: RawBuilder<unknown>, { rule, reach }: { rule: string; reach: Reach }) {
  const email = reach.mail ? sql`nullif(btrim(s.email), '')` : sql`null::text`
  const phone = reach.sms ? sql`nullif(btrim(s.phone), '')` : sql`null::text`
  return sql`
    select c.staff_id as "staffId", coalesce(s.name, '') as name, ${email} as email, ${phone} as phone, c.percent::int as percent,
      c.due_at as "dueAt",
      case
        when c.completed_at is not null then 'complete'
        when s.id is null or s.removed_at is not null or not s.is_enabled then 'gone'
        when exists (
          select from course.reminder r
          where r.company_id = c.company_id and r.course_id = c.course_id and r.staff_id = c.staff_id and r.rule = ${rule}
        ) then 'repeated'
        when coalesce(${email}, ${phone}) is null then 'unreachable'
        else 'written'
      end as outcome
    from (${learners}) c
    left join org.person s on s.company_id = c.company_id and s.id = c.staff_id`
}

export interface ByHand {
  readonly filter: LearnerFilter
  readonly rule: string
  readonly reach: Reach
}

export function countJudged(db: Db, { filter, ...given }: ByHand) {
  return oneOf(db, reminderCounts)`
    select (count(*) filter (where j.outcome = 'written'))::int as "writtenCount",
      (count(*) filter (where j.outcome = 'complete'))::int as "completeCount",
      (count(*) filter (where j.outcome = 'repeated'))::int as "repeatedCount",
      (count(*) filter (where j.outcome = 'unreachable'))::int as "unreachableCount",
      (count(*) filter (where j.outcome = 'gone'))::int as "goneCount"
    from (${judged(sql`select c.* ${matching(db, filter)}`, given)}) j`
}

interface Batch {
  readonly after: string | null
  readonly limit: number
}

export function selectJudged(db: Db, { filter, ...given }: ByHand, { after, limit }: Batch): Promise<Judged[]> {
  const learners = sql`
    select c.* ${matching(db, filter)} and (${after}::uuid is null or c.staff_id > ${after}::uuid)
    order by c.staff_id
    limit ${limit}`
  return rowsOf(db, judgedRow)`${judged(learners, given)} order by c.staff_id`
}

const days = sql`make_interval(days => ${sql.ref('r.days')})`
/** The moment of a rule for somebody, and until when it means what it says. */
const moments: Readonly<Record<ReminderRule['kind'], { moment: RawBuilder<unknown>; still: RawBuilder<unknown> }>> = {
  before: { moment: sql`e.due_at - ${days}`, still: sql`e.due_at > ` },
  due: { moment: sql`e.due_at`, still: sql`e.due_at + interval '1 day' > ` },
  after: { moment: sql`e.due_at + ${days}`, still: sql`e.due_at + ${days} + interval '3 days' > ` },
  unbegun: {
    moment: sql`e.enrolled_at + ${days}`,
    still: sql`e.begun_at is null and e.enrolled_at + ${days} + interval '3 days' > `,
  },
}

export interface ByRule extends ReminderRule {
  readonly courseId: string
  readonly rule: string
  readonly reach: Reach
  readonly now: Date
}

/** Whose moment has come and who was not reminded by this rule: of moments after the rule was set and somebody came into the course. */
export function selectDue(db: Db, { courseId, kind, days: number, now, ...given }: ByRule, limit: number): Promise<Judged[]> {
  const { moment, still } = moments[kind]
  const learners = sql`
    select e.*
    from course.reminder_rule r
    join course.enrolment e on e.company_id = r.company_id and e.course_id = r.course_id
    where r.company_id = ${db.companyId}
      and r.course_id = ${courseId}
      and r.kind = ${kind}
      and r.days = ${number}
      and e.state = ${lit(enrolmentState.learns)}
      and e.completed_at is null
      and ${moment} between greatest(r.set_at, e.enrolled_at) and ${now}
      and ${still} ${now}
      and not exists (
        select from course.reminder d
        where d.company_id = e.company_id and d.course_id = e.course_id and d.staff_id = e.staff_id and d.rule = ${given.rule}
      )
      and exists (
        select from org.person s
        where s.company_id = e.company_id and s.id = e.staff_id and s.removed_at is null and s.is_enabled
      )
    order by e.staff_id
    limit ${limit}`
  return rowsOf(db, judgedRow)`${judged(learners, given)} order by c.staff_id`
}

interface Reminded {
  readonly courseId: string
  readonly rule: string
  readonly staffIds: readonly string[]
  readonly isWritten: boolean
  readonly now: Date
}

/** Answers those whom nobody else has reminded meanwhile. */
export function insertReminders(db: Db, { courseId, rule, staffIds, isWritten, now }: Reminded): Promise<string[]> {
  return idsOf(db)`
    insert into course.reminder (company_id, course_id, staff_id, rule, is_written, sent_at)
    select ${db.companyId}, ${courseId}, n.id, ${rule}, ${isWritten}, ${now}
    from unnest(${staffIds}::uuid[]) as n (id)
    order by n.id
    on conflict do nothing
    returning staff_id as id`
}

const toldRow = z.object({ at: z.date(), rule: z.string(), isWritten: z.boolean() })

interface Whom {
  readonly courseId: string
  readonly staffId: string
}

export function selectRemindersOf(db: Db, { courseId, staffId }: Whom, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, toldRow)`
    select r.sent_at as at, r.rule, r.is_written as "isWritten"
    from course.reminder r
    where r.company_id = ${db.companyId} and r.course_id = ${courseId} and r.staff_id = ${staffId}
    order by r.sent_at desc, r.rule
    limit ${limit} offset ${offset}`
}

export const countRemindersOf = (db: Db, { courseId, staffId }: Whom): Promise<number> =>
  countOf(db)`
    select count(*)::int as count
    from course.reminder r
    where r.company_id = ${db.companyId} and r.course_id = ${courseId} and r.staff_id = ${staffId}`
