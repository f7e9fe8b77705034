import { type Backlog, databaseNow, inTransaction, Troubles } from '@kaopei/server'
import { derivePairs } from './derive.ts'
import { holdPeople } from './evidence.sql.ts'
import { standingsToLookAt } from './exposure.sql.ts'

const atOnce = 1000
const troubles = new Troubles('skill.expired')

/** Levels whose evidence has ended are derived anew, so that no reader has to ask what time it is. */
export const lookAtExpired: Backlog = {
  name: 'skill.expired',
  everySeconds: 30,
  work: async (services) => {
    const now = databaseNow()
    const found = await inTransaction(services.pool, undefined, (db) => standingsToLookAt(db, now, atOnce + troubles.size))
    const standings = found.map((one) => ({ ...one, id: `${one.staffId}:${one.skillId}` }))
    return troubles.together(services, standings, async (db, pairs) => {
      await holdPeople(db, [...new Set(pairs.map(({ staffId }) => staffId))])
      await derivePairs(db, pairs, now)
    })
  },
}
