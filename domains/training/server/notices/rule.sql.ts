/** The reminder ladder of a project. */
import { id } from '@kaopei/contract'
import { type ReminderRule, reminderKinds } from '@kaopei/course/contract/reminder-rules'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const ruleRow = z.object({ kind: z.enum(reminderKinds), days: z.int() })

export function selectRules(db: Db, projectId: string): Promise<ReminderRule[]> {
  return rowsOf(db, ruleRow)`
    select r.kind, r.days::int as days
    from training.reminder_rule r
    where r.company_id = ${db.companyId} and r.project_id = ${projectId}
    order by r.kind, r.days`
}

/** Rules that stay keep the moment at which they were set. */
export async function replaceRules(
  db: Db,
  { projectId, rules, setBy, now }: { projectId: string; rules: readonly ReminderRule[]; setBy: string; now: Date },
): Promise<void> {
  const kinds = rules.map(({ kind }) => kind)
  const days = rules.map((rule) => rule.days)
  await sql`
    delete from training.reminder_rule r
    where r.company_id = ${db.companyId}
      and r.project_id = ${projectId}
      and (r.kind, r.days) not in (select w.kind, w.days from unnest(${kinds}::text[], ${days}::smallint[]) as w (kind, days))`.execute(
    db,
  )
  await sql`
    insert into training.reminder_rule (company_id, project_id, kind, days, set_by, set_at)
    select ${db.companyId}, ${projectId}, w.kind, w.days, ${setBy}, ${now}
    from unnest(${kinds}::text[], ${days}::smallint[]) as w (kind, days)
    on conflict do nothing`.execute(db)
}

const dueRow = z.object({ companyId: id, projectId: id })

/** Projects that may have to write to people by themselves now. `db` is in no company. */
export const projectsWithNotices = (db: Db) =>
  rowsOf(db, dueRow)`select n.company_id as "companyId", n.project_id as "projectId" from training.projects_with_notices() n`
