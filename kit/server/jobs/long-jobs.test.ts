import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseClock } from '../database/database-clock.ts'
import { World } from '../testing/index.ts'
import { watchAbandoned } from './abandoned-jobs.ts'
import { JobRuns } from './job-runs.ts'
import { enqueue, job } from './jobs.ts'
import { startWorker, type Worker } from './worker.ts'
import { Presence, presenceClass } from './worker-presence.ts'

interface Run {
  readonly attempt: number
  readonly end: () => void
}
const begun: Run[] = []
let isOver = false
/** Lasts until its test ends it, or ends. */
const long = job({
  name: 'test.long',
  payload: z.object({}),
  run: async (_payload, { attempt }) => {
    const ended = Promise.withResolvers<void>()
    begun.push({ attempt, end: ended.resolve })
    if (!isOver) await ended.promise
  },
})

let world: World
let worker: Worker | undefined
beforeEach(async () => {
  begun.length = 0
  isOver = false
  world = await World.open([{ endpoints: [], jobs: [long] }])
})
afterEach(async () => {
  isOver = true
  for (const { end } of begun) end()
  await worker?.stop()
  worker = undefined
  await world.close()
})

const start = async () => {
  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1, lookEverySeconds: 0.01 })
}

const enqueueLong = async () => {
  const companyId = await world.company()
  await world.inCompany(companyId, (db) => enqueue(db, long, companyId, {}))
}
const queued = () =>
  world.rows<{ locked_by: string | null; attempts: number }>('select locked_by, attempts from graphile_worker._private_jobs')
/** The eyes of another worker process. */
const stranger = () => watchAbandoned(world.pools.owner, new JobRuns(), world.services.log)

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5)
}

test('a job that lasts is left to its living worker by everybody, and runs once', async () => {
  await enqueueLong()
  await start()
  await until(() => begun.length === 1)
  await world.rows(`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'`)
  const look = stranger()
  for (let count = 0; count < 4; count++) await look()
  expect(await queued()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])
  begun[0]?.end()
  await until(async () => (await queued()).length === 0)
  expect(begun).toHaveLength(1)
})

test('a worker whose connection breaks shows itself again and keeps its job', async () => {
  await enqueueLong()
  await start()
  await until(() => begun.length === 1)
  const ofPresence = `from pg_stat_activity where application_name = 'kaopei-worker-presence' and datname = current_database()`
  /** The lock by which the queue that runs the job is known. */
  const lock = `select l.pid from pg_locks l, graphile_worker._private_jobs j
    where l.locktype = 'advisory' and l.granted and l.classid = ${presenceClass} and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
      and l.database = (select oid from pg_database where datname = current_database())`
  const [before] = await world.rows<{ pid: number }>(lock)
  expect(before).toBeDefined()
  const look = stranger()
  await world.rows(`select pg_terminate_backend(pid) ${ofPresence}`)
  await look()
  await until(async () => (await world.rows(lock)).some(({ pid }) => pid !== before?.pid))
  for (let count = 0; count < 3; count++) await look()
  expect(await queued()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])
})

test('the job of a worker that died is released at the second look', async () => {
  await enqueueLong()
  await world.rows(`update graphile_worker._private_jobs set locked_by = 'pool-that-died', locked_at = now(), attempts = 1`)
  const look = stranger()
  await look()
  expect(await queued()).toMatchObject([{ locked_by: 'pool-that-died' }])
  await look()
  expect(await queued()).toMatchObject([{ locked_by: null }])
})

test('a worker whose clock is wrong still takes up the jobs of the dead: no clock is asked for that', async () => {
  await enqueueLong()
  await world.rows(`update graphile_worker._private_jobs set locked_by = 'pool-that-died', locked_at = now(), attempts = 1`)
  databaseClock.aheadMs = 3 * 3_600_000
  try {
    await start()
    await until(() => begun.length === 1)
  } finally {
    databaseClock.aheadMs = 0
  }
  expect(begun[0]).toMatchObject({ attempt: 2 })
})

test('a job that the queue gave out and nobody heard of is given out again', async () => {
  await enqueueLong()
  await start()
  await until(() => begun.length === 1)
  const [own] = await queued()
  await enqueueLong()
  await world.rows(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null`,
    [own?.locked_by],
  )
  await until(async () => (await queued()).filter((row) => row.locked_by === null).length === 1)
  begun[0]?.end()
  await until(() => begun.length === 2)
  expect(begun[1]).toMatchObject({ attempt: 2 })
})

test('a run that has lost its job leaves it to the one who has it now', async () => {
  await enqueueLong()
  await start()
  await until(() => begun.length === 1)
  const another = new Presence(world.url, world.services.log)
  await another.hold('pool-of-another')
  await world.rows(`update graphile_worker._private_jobs set locked_by = 'pool-of-another', locked_at = now(), attempts = 2`)
  begun[0]?.end()
  await worker?.stop()
  worker = undefined
  await another.stop()
  expect(await queued()).toEqual([{ locked_by: 'pool-of-another', attempts: 2 }])
})
