import { sql } from 'kysely'
import type { RawServices, Sweep } from '../calls/implement.ts'
import { Troubles } from '../jobs/troubles.ts'
import { databaseNow } from './database-clock.ts'
import { inTransaction } from './db.ts'
import { refreshGrown } from './refresh-statistics.ts'
import { idsOf } from './rows.ts'

const troubles = new Troubles('kit-outdated')
const answersKeptMs = 24 * 60 * 60 * 1000

/** Answers kept for repeated calls, a day later, counts of windows and signatures that are over: anybody can cause these, so they may not pile up. */
export async function removeOutdated(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - answersKeptMs)
  const companies = await inTransaction(services.pool, undefined, async (db) => {
    await sql`delete from kit.rate_limit where resets_at < ${now}`.execute(db)
    await sql`delete from kit.used_signature where expires_at < ${now}`.execute(db)
    return idsOf(db)`select id from kit.companies_with_old_answers(${before}) as id`
  })
  const subjects = companies.map((companyId) => ({ companyId }))
  await troubles.each(services, subjects, async (db, { companyId }) => {
    await sql`delete from kit.idempotency where company_id = ${companyId} and at < ${before}`.execute(db)
  })
}

export const kitSweeps: readonly Sweep[] = [
  { name: 'kit-outdated', everySeconds: 900, run: (services) => removeOutdated(services, databaseNow()) },
  { name: 'kit-grown', everySeconds: 20, isClockless: true, run: refreshGrown },
]
