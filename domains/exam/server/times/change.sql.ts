import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type StoredTimes, storedTimesShape } from '../rules/override.ts'

/** Waits for everybody who is just starting, and lets nobody start until the transaction ends (migration exam__start_guard). */
export async function lockTimes(db: Db, examId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(exam.times_lock(${examId}))`.execute(db)
}

/** When somebody may begin no more, 'infinity' when never: of the exam `e` and of their own times `o`. */
export const closeFor = sql`exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes)`

const endRow = z.object({ end: z.date().nullable() })

/** When nobody may sit any more, whatever time anybody has (`exam.last_close`); null: there is no such moment. */
export async function selectLastEnd(db: Db, examId: string): Promise<Date | null> {
  const row = await findOne(db, endRow)`
    select nullif(exam.last_close(${db.companyId}, ${examId}), 'infinity') as end
  `
  return row?.end ?? null
}

const ownTimesRow = z.object({ staffId: id, stored: storedTimesShape })

/** What people with an open attempt have instead of the exam's times. */
export async function selectOwnTimes(
  db: Db,
  { examId, staffIds }: { examId: string; staffIds: readonly string[] | undefined },
): Promise<Map<string, StoredTimes>> {
  const rows = await rowsOf(db, ownTimesRow)`
    select o.staff_id as "staffId", o.stored
    from exam.own_times(${db.companyId}, ${examId}) o
    join sitting.standing a on a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = o.staff_id
    where a.state in ('in_progress', 'paused', 'submitting')
      and ${staffIds === undefined ? sql`true` : sql`a.staff_id = any(${staffIds}::uuid[])`}
  `
  return new Map(rows.map(({ staffId, stored }) => [staffId, stored]))
}

/** Nobody begins from now on: the exam's close, and what anybody has instead of it or beside it. */
export async function updateEnded(db: Db, examId: string, now: Date): Promise<void> {
  await sql`
    update exam.exam
    set admission_end_at = ${now}, admission_start_at = least(admission_start_at, ${now}::timestamptz - interval '1 second'), version = version + 1
    where company_id = ${db.companyId} and id = ${examId}
  `.execute(db)
  await sql`
    update exam.candidate_override
    set closes_at = ${now}, opens_at = least(opens_at, ${now}::timestamptz - interval '1 second')
    where company_id = ${db.companyId} and exam_id = ${examId}
  `.execute(db)
  await sql`
    update exam.group_override
    set closes_at = ${now}, opens_at = least(opens_at, ${now}::timestamptz - interval '1 second')
    where company_id = ${db.companyId} and exam_id = ${examId}
  `.execute(db)
}
