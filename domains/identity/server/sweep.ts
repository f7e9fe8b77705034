import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { companiesWithOutdated, deleteOutdated } from './sweep.sql.ts'

const dayMs = 86_400_000
const troubles = new Troubles('identity-outdated')

/** Sessions over for a month, proofs and failures of a day ago say nothing any more. */
export async function removeOutdated(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const outdated = { sessionsBefore: before(30), ticketsBefore: before(1), unknownBefore: before(1) }
  const companies = await inTransaction(services.pool, undefined, (db) => companiesWithOutdated(db, outdated))
  await troubles.each(
    services,
    companies.map((companyId) => ({ companyId })),
    (db) => deleteOutdated(db, outdated),
  )
}

export const identitySweeps: readonly Sweep[] = [
  { name: 'identity-outdated', everySeconds: 3600, run: (services) => removeOutdated(services, databaseNow()) },
]
