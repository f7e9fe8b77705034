import { changesOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TakenBreak } from '../rules/breaks.ts'
import { stepsAlong } from '../transition.sql.ts'

const takenRow = z.object({ from: z.date(), until: z.date() })

export function selectBreaks(db: Db, attemptId: string): Promise<TakenBreak[]> {
  return rowsOf(db, takenRow)`
    select p.from_at as from, p.until_at as until
    from sitting.attempt_pause p
    where p.company_id = ${db.companyId} and p.attempt_id = ${attemptId} and p.source = 'break'
    order by p.from_at`
}

/** A break from now, at most until then. The caller holds the attempt, which is being answered. */
export async function insertBreak(
  db: Db,
  { attemptId, until, staffId, now }: { attemptId: string; until: Date; staffId: string; now: Date },
): Promise<void> {
  const { to, told } = stepsAlong({ from: 'in_progress', steps: ['pause'], now, due: null, cause: 'break', reason: '休息' })
  await sql`
    with stopped as (
      insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason, by_id, source)
      values (${db.companyId}, ${attemptId}, ${now}, ${until}, '休息', ${staffId}, 'break')
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      values (${db.companyId}, ${attemptId}, 'pause', ${staffId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb)
    )
    update sitting.attempt
    set state = ${to}, away_limit_at = null, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${attemptId} and state = 'in_progress'
  `.execute(db)
}

/** The break that is being taken ends now. */
export function endRunningBreak(db: Db, attemptId: string, now: Date): Promise<number> {
  return changesOf(db)`
    update sitting.attempt_pause
    set until_at = ${now}
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and source = 'break' and from_at <= ${now} and until_at > ${now}`
}
