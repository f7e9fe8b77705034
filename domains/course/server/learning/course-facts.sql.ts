import { id } from '@kaopei/contract'
import { type Db, findOne, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { limitType, seatState } from '../../contract/codes.ts'
import type { LearnerEventKind } from '../../contract/learner.ts'

const licenceRow = z.object({
  id,
  isValid: z.boolean(),
  hasSeat: z.boolean(),
  validFrom: z.date(),
  validUntil: z.date().nullable(),
})

/** Undefined: the course was not bought. */
export function findLicence(db: Db, courseId: string, staffId: string, now: Date) {
  return findOne(db, licenceRow)`
    select l.id, l.valid_from <= ${now} and coalesce(l.valid_until > ${now}, true) as "isValid",
      l.limit_type <> ${lit(limitType.limited)} or coalesce(s.state in ${lit(seatState.reserved, seatState.used)}, false) as "hasSeat",
      l.valid_from as "validFrom", l.valid_until as "validUntil"
    from course.licence l
    left join course.seat s on s.company_id = l.company_id and s.licence_id = l.id and s.staff_id = ${staffId}
    where l.company_id = ${db.companyId} and l.course_id = ${courseId}`
}

export interface NewEvent {
  readonly courseId: string
  readonly staffId: string
  /** A task, or a chapter that is opened by hand. */
  readonly taskId: string
  readonly kind: LearnerEventKind
  readonly scoreHundredths?: number | null
  readonly isPassed?: boolean | null
  readonly cause: object
  readonly at: Date
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ scoreHundredths: null, isPassed: null, ...event }))
  await sql`
    insert into course.task_event (company_id, course_id, staff_id, task_id, kind, score_hundredths, is_passed, cause, at)
    select ${db.companyId}, e."courseId", e."staffId", e."taskId", e.kind, e."scoreHundredths", e."isPassed", e.cause, e.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("courseId" uuid, "staffId" uuid, "taskId" uuid, kind text,
      "scoreHundredths" integer, "isPassed" boolean, cause jsonb, at timestamptz)`.execute(db)
}

/** Where somebody was last, for 继续学习. */
export async function touchEnrolment(
  db: Db,
  { courseId, staffId, taskId, at }: Pick<NewEvent, 'courseId' | 'staffId' | 'taskId' | 'at'>,
) {
  await sql`
    update course.enrolment e
    set last_at = greatest(e.last_at, ${at}), last_task_id = ${taskId}
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = ${staffId}`.execute(db)
}

const beganRow = z.object({ at: z.date() })

/** When the task was opened first, since it was reset. */
export function findBegun(db: Db, { courseId, staffId, taskId }: Pick<NewEvent, 'courseId' | 'staffId' | 'taskId'>) {
  return findOne(db, beganRow)`
    select v.at
    from course.task_event v
    where v.company_id = ${db.companyId}
      and v.course_id = ${courseId}
      and v.staff_id = ${staffId}
      and v.task_id = ${taskId}
      and v.kind = 'begun'
    order by v.at desc, v.id desc
    limit 1`
}
