/** Each time that people were reminded, with its figures. */
import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type ReminderCounts, reminderCounts } from '../../contract/reminders.ts'

export function insertRun(
  db: Db,
  { courseId, rule, askedBy, now }: { courseId: string; rule: string; askedBy: string | null; now: Date },
): Promise<string> {
  return idOf(db)`
    insert into course.reminder_run (company_id, course_id, rule, asked_by, at)
    values (${db.companyId}, ${courseId}, ${rule}, ${askedBy}::uuid, ${now})
    returning id`
}

const placeRow = z.object({ judgedTo: id.nullable(), isOver: z.boolean() })

/** Locked: two workers that have the same run go one after the other. */
export function lockRun(db: Db, runId: string) {
  return findOne(db, placeRow)`
    select r.judged_to as "judgedTo", r.ended_at is not null as "isOver"
    from course.reminder_run r
    where r.company_id = ${db.companyId} and r.id = ${runId}
    for update`
}

interface Step {
  readonly counts: ReminderCounts
  readonly judgedTo: string | null
  /** When it is over. */
  readonly endedAt: Date | null
}

export async function updateRun(db: Db, runId: string, { counts, judgedTo, endedAt }: Step): Promise<void> {
  await sql`
    update course.reminder_run
    set written_count = written_count + ${counts.writtenCount},
      complete_count = complete_count + ${counts.completeCount},
      repeated_count = repeated_count + ${counts.repeatedCount},
      unreachable_count = unreachable_count + ${counts.unreachableCount},
      gone_count = gone_count + ${counts.goneCount},
      judged_to = coalesce(${judgedTo}::uuid, judged_to),
      ended_at = ${endedAt}::timestamptz
    where company_id = ${db.companyId} and id = ${runId}`.execute(db)
}

const runRow = reminderCounts.extend({
  id,
  at: z.date(),
  rule: z.string(),
  askedByName: z.string().nullable(),
  isUnderWay: z.boolean(),
})

interface Whose {
  readonly courseId: string
  /** Only what this person asked for. */
  readonly askedBy: string | null
}

const ofCourse = (db: Db, { courseId, askedBy }: Whose) => sql`r.company_id = ${db.companyId}
      and r.course_id = ${courseId}
      and (${askedBy}::uuid is null or r.asked_by = ${askedBy}::uuid)`

export function selectRuns(db: Db, whose: Whose, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, runRow)`
    select r.id, r.at, r.rule, s.name as "askedByName", r.ended_at is null as "isUnderWay", r.written_count as "writtenCount",
      r.complete_count as "completeCount", r.repeated_count as "repeatedCount", r.unreachable_count as "unreachableCount",
      r.gone_count as "goneCount"
    from course.reminder_run r
    left join org.person s on s.company_id = r.company_id and s.id = r.asked_by
    where ${ofCourse(db, whose)}
    order by r.id desc
    limit ${limit} offset ${offset}`
}

export const countRuns = (db: Db, whose: Whose): Promise<number> =>
  countOf(db)`select count(*)::int as count from course.reminder_run r where ${ofCourse(db, whose)}`
