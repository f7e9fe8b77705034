/** Old reports of playing are summed up, once what they stand for was compared: a difference is never trimmed away. */
import { databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { selectDifferences } from './audit.sql.ts'
import { lockLearner } from './standing.sql.ts'
import { learnersWithOldPings, sumUpPings } from './trim.sql.ts'

const keptMs = 90 * 86_400_000
const mostAtOnce = 5000

export const trimSweep: Sweep = {
  name: 'course-old-pings',
  everySeconds: 3600,
  run: (services) => trimPings(services, databaseNow()),
}

export async function trimPings({ pool, log }: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  for (const { companyId, ...place } of await inTransaction(pool, undefined, (db) =>
    learnersWithOldPings(db, before, mostAtOnce),
  )) {
    const differences = await inTransaction(pool, companyId, async (db) => {
      await lockLearner(db, place.staffId)
      const found = await selectDifferences(db, place)
      if (found.length === 0) await sumUpPings(db, place, before)
      return found
    })
    if (differences.length > 0)
      log.error({ companyId, ...place, differences }, 'old reports differ from what was learnt and are kept')
  }
}
