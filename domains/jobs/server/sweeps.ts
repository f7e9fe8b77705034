import { inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { deleteJobs, failUnheard, jobsDueForRemoval, unheardJobs } from './background-job.sql.ts'
import { keptUntil } from './tracked-job.ts'

/** How long a job is shown after its file has gone. */
const shownAfterMs = 23 * 86_400_000
/** A living run reports every half second; the queue starts a dead one again within seconds, unless it was the last attempt. */
const unheardMs = 30 * 60_000
const batch = 500

export async function removeOldJobs(services: RawServices, now: Date): Promise<number> {
  const before = new Date(now.getTime() - shownAfterMs)
  const due = await inTransaction(services.pool, undefined, (db) => jobsDueForRemoval(db, before, batch))
  for (const [companyId, rows] of Map.groupBy(due, (row) => row.company_id)) {
    const ids = rows.map((row) => row.id)
    await inTransaction(services.pool, companyId, (db) => deleteJobs(db, companyId, ids))
  }
  return due.length
}

export async function failUnheardJobs(services: RawServices, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unheardMs)
  const due = await inTransaction(services.pool, undefined, (db) => unheardJobs(db, before, batch))
  const ending = { message: '任务多次中断，请重新执行；如仍失败请联系管理员', expiresAt: keptUntil(now.getTime()) }
  for (const { company_id: companyId, id } of due) {
    await inTransaction(services.pool, companyId, (db) => failUnheard(db, companyId, id, before, ending))
  }
  return due.length
}

export const jobSweeps: readonly Sweep[] = [
  { name: 'jobs-unheard', everySeconds: 300, run: async (services) => void (await failUnheardJobs(services, new Date())) },
  { name: 'jobs-old', everySeconds: 3600, run: async (services) => void (await removeOldJobs(services, new Date())) },
]
