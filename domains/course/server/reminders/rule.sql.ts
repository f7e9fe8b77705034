/** The rules of courses by which people are reminded. */
import { id } from '@kaopei/contract'
import { type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseStatus } from '../../contract/codes.ts'
import { type ReminderRule, reminderKinds } from '../../contract/reminder-rules.ts'

const ruleRow = z.object({ kind: z.enum(reminderKinds), days: z.int() })

export function selectRules(db: Db, courseId: string): Promise<ReminderRule[]> {
  return rowsOf(db, ruleRow)`
    select r.kind, r.days::int as days
    from course.reminder_rule r
    where r.company_id = ${db.companyId} and r.course_id = ${courseId}
    order by r.kind, r.days`
}

interface Setting {
  readonly courseId: string
  readonly rules: readonly ReminderRule[]
  readonly setBy: string
  readonly now: Date
}

/** Rules that stay keep the moment at which they were set. */
export async function replaceRules(db: Db, { courseId, rules, setBy, now }: Setting): Promise<void> {
  const kinds = rules.map(({ kind }) => kind)
  const days = rules.map((rule) => rule.days)
  await sql`
    delete from course.reminder_rule r
    where r.company_id = ${db.companyId}
      and r.course_id = ${courseId}
      and (r.kind, r.days) not in (select w.kind, w.days from unnest(${kinds}::text[], ${days}::smallint[]) as w (kind, days))`.execute(
    db,
  )
  await sql`
    insert into course.reminder_rule (company_id, course_id, kind, days, set_by, set_at)
    select ${db.companyId}, ${courseId}, w.kind, w.days, ${setBy}, ${now}
    from unnest(${kinds}::text[], ${days}::smallint[]) as w (kind, days)
    on conflict do nothing`.execute(db)
}

/** `db` is in no company. */
export const companiesWithReminders = (db: Db): Promise<string[]> =>
  idsOf(db)`select c.id from course.companies_with_reminders() as c (id)`

const activeRow = ruleRow.extend({ courseId: id, courseName: z.string() })

/** Of courses on the shelf; of bought ones while they may be learnt. */
export function selectActiveRules(db: Db, now: Date) {
  return rowsOf(db, activeRow)`
    select r.kind, r.days::int as days, c.id as "courseId", c.name as "courseName"
    from course.reminder_rule r
    join course.course c on c.company_id = r.company_id and c.id = r.course_id
    left join course.licence l on l.company_id = c.company_id and l.course_id = c.id
    where r.company_id = ${db.companyId}
      and c.status = ${lit(courseStatus.shelved)}
      and c.removed_at is null
      and (l.id is null or (l.valid_from <= ${now} and (l.valid_until is null or l.valid_until > ${now})))
    order by c.id, r.kind, r.days`
}
