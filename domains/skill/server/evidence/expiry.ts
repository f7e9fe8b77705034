import { type Backlog, databaseNow, inTransaction } from '@kaopei/server'
import { derivePairs } from './derive.ts'
import { holdPeople } from './evidence.sql.ts'
import { standingsToLookAt } from './exposure.sql.ts'

const atOnce = 1000

/** Levels whose evidence has ended are derived anew, so that no reader has to ask what time it is. */
export const lookAtExpired: Backlog = {
  name: 'skill.expired',
  everySeconds: 30,
  work: async ({ pool }) => {
    const now = databaseNow()
    const found = await inTransaction(pool, undefined, (db) => standingsToLookAt(db, now, atOnce))
    for (const [companyId, pairs] of Map.groupBy(found, (one) => one.companyId))
      await inTransaction(pool, companyId, async (db) => {
        await holdPeople(db, [...new Set(pairs.map(({ staffId }) => staffId))])
        await derivePairs(db, pairs, now)
      })
    return found.length
  },
}
