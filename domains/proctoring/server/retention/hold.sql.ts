import { type Db, databaseNow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** Waits for a deletion under way, which locks the same row: what is gone is not held. */
export async function insertHold(db: Db, attemptId: string, reason: string): Promise<void> {
  await sql`
    with held as (
      select w.company_id, w.attempt_id
      from proctoring.watch w
      where w.company_id = ${db.companyId}
        and w.attempt_id = ${attemptId}
      for no key update
    )
    insert into proctoring.hold (company_id, attempt_id, reason, held_at)
    select company_id, attempt_id, ${reason}, ${databaseNow()}
    from held
    on conflict (company_id, attempt_id, reason) where released_at is null do nothing`.execute(db)
}

export async function closeHold(db: Db, attemptId: string, reason: string): Promise<void> {
  await sql`
    update proctoring.hold
    set released_at = greatest(held_at, ${databaseNow()})
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and reason = ${reason}
      and released_at is null`.execute(db)
}

const reasonRow = z.object({ reason: z.string() })

const judgementRow = z.object({ state: z.string(), isHeld: z.boolean() })
const judgementWords: Readonly<Record<string, string>> = { proposed: '裁定待另一人确认', confirmed: '裁定仍可申诉' }

/** What holds the recordings of an attempt now: who asked for it, or a verdict that is not final yet. */
export async function heldFor(db: Db, attemptId: string, now: Date): Promise<string[]> {
  const [judgement] = await rowsOf(db, judgementRow)`
    select v.state, proctoring.is_under_judgement(v.company_id, v.attempt_id, ${now}) as "isHeld"
    from proctoring.verdict v
    where v.company_id = ${db.companyId}
      and v.attempt_id = ${attemptId}
    order by v.number desc
    limit 1`
  const words = judgement?.isHeld ? judgementWords[judgement.state] : undefined
  return [...(await openHolds(db, attemptId)), ...(words === undefined ? [] : [words])]
}

async function openHolds(db: Db, attemptId: string): Promise<string[]> {
  const rows = await rowsOf(db, reasonRow)`
    select reason
    from proctoring.hold
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and released_at is null
    order by held_at, id`
  return rows.map(({ reason }) => reason)
}
