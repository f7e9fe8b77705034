import { type Db, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import {
  deleteJobs,
  failLost,
  failUnheard,
  type JobKey,
  jobsDueForRemoval,
  lostJobs,
  restartLost,
  unheardJobs,
} from './background-job.sql.ts'
import { enqueueRun, keptUntil, mostAttempts } from './tracked-job.ts'

/** How long a job is shown after its file has gone. */
const shownAfterSeconds = 23 * 86_400
/** A living run reports every half second: one that does not hangs. */
const unheardSeconds = 30 * 60
/** Only a caution: a job that is not over is in the queue at every moment. */
const lostSeconds = 10
const batch = 500
const troubles = { lost: new Troubles('jobs-lost'), unheard: new Troubles('jobs-unheard'), old: new Troubles('jobs-old') }
const interrupted = '任务多次中断，请重新执行；如仍失败请联系管理员'

const subjectOf = (key: JobKey) => ({ companyId: key.company_id, id: key.id, key })

export async function removeOldJobs(services: RawServices): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) =>
    jobsDueForRemoval(db, shownAfterSeconds, batch + troubles.old.size),
  )
  return troubles.old.together(services, due.map(subjectOf), (db, some) =>
    deleteJobs(
      db,
      some.map(({ id }) => id),
    ),
  )
}

export async function failUnheardJobs(services: RawServices): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) =>
    unheardJobs(db, unheardSeconds, batch + troubles.unheard.size),
  )
  return troubles.unheard.each(services, due.map(subjectOf), async (db, { key }) => {
    await failUnheard(db, key, unheardSeconds, { message: interrupted, expiresAt: keptUntil() })
  })
}

/** Jobs that nothing would ever run, because the queue lost them or their last try was killed: started again while tries are left, else failed. */
export async function healLostJobs(services: RawServices): Promise<number> {
  const lost = await inTransaction(services.pool, undefined, (db) => lostJobs(db, lostSeconds, batch + troubles.lost.size))
  return troubles.lost.each(services, lost.map(subjectOf), async (db, { key }) => {
    const isRestarted = await restart(db, key)
    services.log.warn({ backgroundJob: key.id, isRestarted }, 'a job that no queue knew was taken care of')
  })
}

async function restart(db: Db, key: JobKey): Promise<boolean> {
  const again = await restartLost(db, key, mostAttempts)
  if (again) await enqueueRun(db, { jobId: key.id, ...again })
  else await failLost(db, key, { message: interrupted, expiresAt: keptUntil() })
  return again !== undefined
}

export const jobSweeps: readonly Sweep[] = [
  { name: 'jobs-lost', everySeconds: 5, isClockless: true, run: async (services) => void (await healLostJobs(services)) },
  { name: 'jobs-unheard', everySeconds: 300, isClockless: true, run: async (services) => void (await failUnheardJobs(services)) },
  { name: 'jobs-old', everySeconds: 3600, isClockless: true, run: async (services) => void (await removeOldJobs(services)) },
]
