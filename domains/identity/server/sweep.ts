import { databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { companiesWithOutdated, deleteOutdated } from './sweep.sql.ts'

const dayMs = 86_400_000

/** Sessions over for a month, proofs and failures of a day ago say nothing any more. */
export async function removeOutdated({ pool }: Pick<RawServices, 'pool'>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const outdated = { sessionsBefore: before(30), ticketsBefore: before(1), unknownBefore: before(1) }
  const companies = await inTransaction(pool, undefined, (db) => companiesWithOutdated(db, outdated))
  for (const companyId of companies) await inTransaction(pool, companyId, (db) => deleteOutdated(db, outdated))
}

export const identitySweeps: readonly Sweep[] = [
  { name: 'identity-outdated', everySeconds: 3600, run: (services) => removeOutdated(services, databaseNow()) },
]
