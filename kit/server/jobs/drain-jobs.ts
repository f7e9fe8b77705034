import type pg from 'pg'
import type { Module, RawServices } from '../calls/implement.ts'
import { jobsOf } from './events.ts'
import { jobContext } from './jobs.ts'

interface WaitingJob {
  readonly id: string
  readonly task: string
  readonly payload: { readonly companyId: string; readonly payload: unknown }
}

/**
 * Runs every waiting job whose time has come in this process, oldest first, and every backlog, until nothing is left, and answers the names that ran. For
 * seeding and tests, where no worker is running yet: a job that fails throws, and is not tried again.
 */
export async function drainJobs(ownerPool: pg.Pool, modules: readonly Module[], services: RawServices): Promise<string[]> {
  const ran: string[] = []
  const jobs = new Map(jobsOf(modules).map((job) => [job.name, job]))
  while (true) {
    const next = await takeOldest(ownerPool)
    if (!next) {
      const worked = await workOff(modules, services)
      if (worked.length === 0) return ran
      ran.push(...worked)
      continue
    }
    const job = jobs.get(next.task)
    if (!job) throw new Error(`no job is called ${next.task}`)
    const facts = { companyId: next.payload.companyId, attempt: 1, isLastAttempt: false, isStopping: () => false }
    await job.run(job.payload.parse(next.payload.payload), jobContext(services, facts))
    ran.push(next.task)
  }
}

/** The names of the backlogs that had something to do. */
async function workOff(modules: readonly Module[], services: RawServices): Promise<string[]> {
  const worked: string[] = []
  for (const { name, work } of modules.flatMap((module) => module.backlogs ?? [])) {
    if ((await work(services)) === 0) continue
    while ((await work(services)) > 0);
    worked.push(name)
  }
  return worked
}

async function takeOldest(ownerPool: pg.Pool): Promise<WaitingJob | undefined> {
  const { rows } = await ownerPool.query<WaitingJob>(
    `delete from graphile_worker._private_jobs
     where id = (select id from graphile_worker._private_jobs where run_at <= now() order by id limit 1)
     returning id, payload, (select identifier from graphile_worker._private_tasks where _private_tasks.id = task_id) as task`,
  )
  return rows[0]
}
