import pg from 'pg'
import type { Logger } from 'pino'
import type { Sweep } from './implement.ts'
import { quietConnection } from './quiet-connection.ts'

/** Class of the advisory locks by which living workers are known; the second key is a hash of the worker's id. */
const lockClass = 20_261_121
/** A worker takes its lock moments after it takes its first job; only older ones are judged. */
const settledSeconds = 3

export interface Presence {
  announce(workerId: string): void
  sweep(pool: pg.Pool): Sweep
  stop(): Promise<void>
}

/**
 * Each worker holds an advisory lock on one connection of its process. When the process dies, however it dies, PostgreSQL frees the lock,
 * and any other worker releases the jobs that the dead one had taken: within seconds instead of the queue's own four hours.
 */
export function startPresence(ownerUrl: string, log: Logger): Presence {
  const workerIds = new Set<string>()
  let client: pg.Client | undefined
  let isConnecting = false
  let isStopped = false

  const connect = async () => {
    const fresh = new pg.Client({ ...quietConnection, connectionString: ownerUrl, application_name: 'kaopei-worker-presence' })
    const lost = () => {
      if (client === fresh) client = undefined
      if (!isStopped) setTimeout(() => void ensure(), 500).unref()
    }
    fresh.once('error', lost)
    fresh.on('error', () => undefined)
    await fresh.connect()
    client = fresh
    for (const workerId of workerIds) await hold(fresh, workerId)
  }
  const ensure = async () => {
    if (client || isConnecting || isStopped) return
    isConnecting = true
    await connect()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'worker presence lost, trying again')
        if (!isStopped) setTimeout(() => void ensure(), 1000).unref()
      })
      .finally(() => {
        isConnecting = false
      })
  }
  void ensure()

  return {
    announce: (workerId) => {
      workerIds.add(workerId)
      if (client) hold(client, workerId).catch((error: unknown) => log.warn({ err: error }, 'worker presence not announced'))
    },
    sweep: (pool) => ({ name: 'dead-workers', everySeconds: 2, run: () => releaseJobsOfTheDead(pool, log) }),
    stop: async () => {
      isStopped = true
      await client?.end().catch(() => undefined) // the connection may be gone already
    },
  }
}

async function hold(client: pg.Client, workerId: string): Promise<void> {
  await client.query('select pg_try_advisory_lock($1, hashtext($2))', [lockClass, workerId])
}

async function releaseJobsOfTheDead(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by
     from graphile_worker._private_jobs
     where locked_by is not null
       and locked_at < now() - make_interval(secs => $1)`,
    [settledSeconds],
  )
  for (const { locked_by: workerId } of rows) {
    const released = await pool.query<{ is_dead: boolean }>(`select pg_try_advisory_xact_lock($1, hashtext($2)) as is_dead`, [
      lockClass,
      workerId,
    ])
    if (!released.rows[0]?.is_dead) continue
    await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId])
    log.warn({ workerId }, 'released the jobs of a worker that died')
  }
}
