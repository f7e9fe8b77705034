/** Old reports of playing are summed up, once what they stand for was compared: a difference is never trimmed away. */
import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { selectDifferences } from './audit.sql.ts'
import { lockLearner } from './standing.sql.ts'
import { learnersWithOldPings, sumUpPings } from './trim.sql.ts'

const keptMs = 90 * 86_400_000
const mostAtOnce = 5000
const troubles = new Troubles('course-old-pings')

export const trimSweep: Sweep = {
  name: 'course-old-pings',
  everySeconds: 3600,
  run: (services) => trimPings(services, databaseNow()),
}

export async function trimPings(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  const found = await inTransaction(services.pool, undefined, (db) =>
    learnersWithOldPings(db, before, mostAtOnce + troubles.size),
  )
  const learners = found.map((one) => ({ ...one, id: `${one.courseId}:${one.staffId}` }))
  await troubles.each(services, learners, async (db, { companyId, courseId, staffId }) => {
    const place = { courseId, staffId }
    await lockLearner(db, staffId)
    const differences = await selectDifferences(db, place)
    if (differences.length === 0) await sumUpPings(db, place, before)
    else services.log.error({ companyId, ...place, differences }, 'old reports differ from what was learnt and are kept')
  })
}
