import type pg from 'pg'
import type { Logger } from 'pino'
import type { JobRuns } from './job-runs.ts'
import { presenceClass } from './worker-presence.ts'

interface TakenJob {
  readonly id: string
  readonly locked_by: string
  readonly attempts: number
}

/**
 * Looks for jobs that are taken and that nobody is running: their worker died, or it never heard that it had got them because the connection
 * broke. Released is only what was so at two looks in a row: a living worker whose connection breaks has the time to show itself again.
 * No clock is asked.
 */
export function watchAbandoned(pool: pg.Pool, runs: Pick<JobRuns, 'has' | 'isOwn'>, log: Logger): () => Promise<void> {
  let suspects = new Set<string>()
  return async () => {
    const taken = await takenJobs(pool)
    const dead = await deadAmong(
      pool,
      [...new Set(taken.map((job) => job.locked_by))].filter((poolId) => !runs.isOwn(poolId)),
    )
    const abandoned = taken.filter((job) => (runs.isOwn(job.locked_by) ? !runs.has(job.id) : dead.has(job.locked_by)))
    const before = suspects
    suspects = new Set(abandoned.map(keyOf))
    for (const job of abandoned) {
      if (before.has(keyOf(job)) && (await release(pool, job))) {
        log.warn({ job: job.id, worker: job.locked_by }, 'released a job that nobody is running')
      }
    }
  }
}

function keyOf({ id, locked_by, attempts }: TakenJob): string {
  return `${id}/${locked_by}/${attempts}`
}

async function takenJobs(pool: pg.Pool): Promise<TakenJob[]> {
  const { rows } = await pool.query<TakenJob>(
    'select id, locked_by, attempts from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows
}

/** Those of the queues whose lock nobody holds. */
async function deadAmong(pool: pg.Pool, poolIds: readonly string[]): Promise<Set<string>> {
  if (poolIds.length === 0) return new Set()
  const { rows } = await pool.query<{ id: string }>(
    'select id from unnest($2::text[]) as known (id) where pg_try_advisory_xact_lock($1, hashtext(id))',
    [presenceClass, poolIds],
  )
  return new Set(rows.map(({ id }) => id))
}

async function release(pool: pg.Pool, { id, locked_by, attempts }: TakenJob): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs
     set locked_by = null, locked_at = null, run_at = greatest(run_at, now())
     where id = $1 and locked_by = $2 and attempts = $3`,
    [id, locked_by, attempts],
  )
  return rowCount === 1
}
