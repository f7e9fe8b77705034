/** Whom a notice or reminder reaches. */
import { id } from '@kaopei/contract'
import type { ReminderRule } from '@kaopei/course/contract/reminder-rules'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participation, projectStatus } from '../../contract/codes.ts'
import { noticeCounts } from '../../contract/notice.ts'
import type { ProjectMoment } from '../../contract/reminder-rules.ts'

const takesPart = lit(participation.takesPart)
const shelved = lit(projectStatus.shelved)

/** By which ways people can be written to now. */
export interface Reach {
  readonly mail: boolean
  readonly sms: boolean
}

const judgedRow = z.object({
  staffId: id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  percent: z.int(),
  taskId: id.nullable(),
  taskName: z.string().nullable(),
  dueAt: z.date().nullable(),
  outcome: z.enum(['written', 'skipped', 'unreachable']),
})
export type Judged = z.output<typeof judgedRow>

/** Rows of `c`, enrolments; `isQuiet`: who completed it is not written to. */
function judged(people: RawBuilder<unknown>, { reach, isQuiet }: { reach: Reach; isQuiet: boolean }) {
  const email = reach.mail ? sql`nullif(btrim(s.email), '')` : sql`null::text`
  const phone = reach.sms ? sql`nullif(btrim(s.phone), '')` : sql`null::text`
  return sql`
    select c.staff_id as "staffId", coalesce(s.name, '') as name, ${email} as email, ${phone} as phone, c.percent::int as percent,
      t.id as "taskId", t.title as "taskName", c.next_due_at as "dueAt",
      case
        when s.id is null or s.removed_at is not null or not s.is_enabled or (${isQuiet} and c.completed_at is not null) then 'skipped'
        when coalesce(${email}, ${phone}) is null then 'unreachable'
        else 'written'
      end as outcome
    from (${people}) c
    left join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join training.task t on t.company_id = c.company_id and t.id = c.next_task_id`
}

export interface ByHand {
  readonly projectId: string
  /** Everybody whom the scope shows, or of them these. */
  readonly staffIds?: readonly string[] | undefined
  readonly onlyOwing: boolean
  readonly scope: DataScope
  readonly reach: Reach
}

function chosen(db: Db, { projectId, staffIds, scope }: ByHand) {
  const conditions = [sql`e.company_id = ${db.companyId}`, sql`e.project_id = ${projectId}`, sql`e.state = ${takesPart}`]
  if (staffIds) conditions.push(sql`e.staff_id = any(${staffIds}::uuid[])`)
  if (scope.kind !== 'all') conditions.push(sql`e.staff_id in (${scopedStaff(db, scope)})`)
  return sql`select e.* from training.enrolment e where ${sql.join(conditions, sql` and `)}`
}

export function countJudged(db: Db, byHand: ByHand) {
  const { reach, onlyOwing: isQuiet } = byHand
  return oneOf(db, noticeCounts)`
    select (count(*) filter (where j.outcome = 'written'))::int as "writtenCount",
      (count(*) filter (where j.outcome = 'skipped'))::int as "skippedCount",
      (count(*) filter (where j.outcome = 'unreachable'))::int as "unreachableCount"
    from (${judged(chosen(db, byHand), { reach, isQuiet })}) j`
}

export function selectJudged(
  db: Db,
  byHand: ByHand,
  { after, limit }: { after: string | null; limit: number },
): Promise<Judged[]> {
  const { reach, onlyOwing: isQuiet } = byHand
  const people = sql`
    ${chosen(db, byHand)} and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${limit}`
  return rowsOf(db, judgedRow)`${judged(people, { reach, isQuiet })} order by c.staff_id`
}

const alive = sql`exists (
        select from org.person s
        where s.company_id = e.company_id and s.id = e.staff_id and s.removed_at is null and s.is_enabled
      )`
const never = (key: RawBuilder<unknown>) => sql`not exists (
        select from training.notice_person d
        where d.company_id = e.company_id and d.project_id = e.project_id and d.staff_id = e.staff_id and d.once_key = ${key}
      )`

interface Due {
  readonly projectId: string
  readonly reach: Reach
  readonly now: Date
}

/** From when the moment is somebody's, and how long it means what it says. */
const moments: Readonly<Record<ProjectMoment, { wanted: RawBuilder<unknown>; at: RawBuilder<unknown>; days: number }>> = {
  join: { wanted: sql`p.notify_join and p.status = ${shelved}`, at: sql`greatest(e.enrolled_at, p.shelved_at)`, days: 3 },
  begin: { wanted: sql`p.notify_begin and p.status = ${shelved}`, at: sql`greatest(p.begin_at, p.shelved_at)`, days: 1 },
  end: { wanted: sql`p.notify_end and p.status = ${lit(projectStatus.ended)}`, at: sql`p.ended_at`, days: 1 },
}

/** Whom a moment of the project has come for and who was not told. */
export function selectAtMoment(db: Db, moment: ProjectMoment, { projectId, reach, now }: Due, limit: number): Promise<Judged[]> {
  const { wanted, at, days } = moments[moment]
  const people = sql`
    select e.*
    from training.project p
    join training.enrolment e on e.company_id = p.company_id and e.project_id = p.id and e.state = ${takesPart}
    where p.company_id = ${db.companyId}
      and p.id = ${projectId}
      and ${wanted}
      and ${at} <= ${now}
      and ${at} > ${now}::timestamptz - make_interval(days => ${days})
      and ${never(sql`${moment}`)}
      and ${alive}
    order by e.staff_id
    limit ${limit}`
  return rowsOf(db, judgedRow)`${judged(people, { reach, isQuiet: false })} order by c.staff_id`
}

const days = sql`make_interval(days => ${sql.ref('r.days')})`
/** The moment of a rule for somebody, and until when it means what it says. */
const ladder: Readonly<Record<ReminderRule['kind'], { moment: RawBuilder<unknown>; still: RawBuilder<unknown> }>> = {
  before: { moment: sql`e.next_due_at - ${days}`, still: sql`e.next_due_at > ` },
  due: { moment: sql`e.next_due_at`, still: sql`e.next_due_at + interval '1 day' > ` },
  after: { moment: sql`e.next_due_at + ${days}`, still: sql`e.next_due_at + ${days} + interval '3 days' > ` },
  unbegun: {
    moment: sql`greatest(e.enrolled_at, p.begin_at) + ${days}`,
    still: sql`e.begun_at is null and greatest(e.enrolled_at, p.begin_at) + ${days} + interval '3 days' > `,
  },
}

/** Whose moment has come about the task that they owe: of moments after the rule was set, the project began and somebody came into it on the shelf. */
export function selectDue(db: Db, rule: ReminderRule, { projectId, reach, now }: Due, limit: number): Promise<Judged[]> {
  const { moment, still } = ladder[rule.kind]
  const key = sql`${rule.kind} || ':' || ${String(rule.days)}::text`
  const once = rule.kind === 'unbegun' ? key : sql`${key} || ':' || e.next_task_id::text`
  const people = sql`
    select e.*
    from training.reminder_rule r
    join training.project p on p.company_id = r.company_id and p.id = r.project_id and p.status = ${shelved}
    join training.enrolment e on e.company_id = r.company_id and e.project_id = r.project_id
    where r.company_id = ${db.companyId}
      and r.project_id = ${projectId}
      and r.kind = ${rule.kind}
      and r.days = ${rule.days}
      and e.state = ${takesPart}
      and e.completed_at is null
      and (r.kind = 'unbegun' or e.next_task_id is not null)
      and ${moment} between greatest(r.set_at, e.enrolled_at, p.begin_at) and ${now}
      and ${still} ${now}
      and ${never(once)}
      and ${alive}
    order by e.staff_id
    limit ${limit}`
  return rowsOf(db, judgedRow)`${judged(people, { reach, isQuiet: true })} order by c.staff_id`
}
