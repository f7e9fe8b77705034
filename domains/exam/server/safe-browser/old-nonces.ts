import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { companiesWithOldNonces, deleteOldNonces } from './safe-browser.sql.ts'

const keptMs = 3_600_000
const troubles = new Troubles('exam-nonces')

/** Numbers used once, long after they could be used: whoever sits an exam may ask for more of them. */
export async function removeOldNonces(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  const companies = await inTransaction(services.pool, undefined, (db) => companiesWithOldNonces(db, before))
  await troubles.each(
    services,
    companies.map((companyId) => ({ companyId })),
    (db) => deleteOldNonces(db, before),
  )
}

export const oldNoncesSweep: Sweep = {
  name: 'exam-nonces',
  everySeconds: 3600,
  run: (services) => removeOldNonces(services, databaseNow()),
}
