import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { World } from '../testing/index.ts'
import { emit, event, listener } from './events.ts'
import { enqueue, job } from './jobs.ts'
import { startWorker, type Worker } from './worker.ts'

const told: string[] = []
const waiters: (() => void)[] = []
const heard = (text: string) => {
  told.push(text)
  for (const wake of waiters.splice(0)) wake()
}
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise<void>((resolve) => waiters.push(resolve))
}

const failsOnce = job({
  name: 'test.failsOnce',
  payload: z.object({ text: z.string() }),
  run: async ({ text }, { attempt, transaction, companyId }) => {
    if (attempt === 1) throw new Error('the first try fails')
    const seen = await transaction(async (db) => db.selectFrom('kit.operation_log').select('company_id').execute())
    heard(`${text} ${attempt} ${seen.length} ${companyId.length}`)
  },
})
const news = event({ name: 'test.news', payload: z.object({ text: z.string() }) })
const listeners = [1, 2].map((number) =>
  listener({ name: `test.hears${number}`, event: news, run: async ({ text }) => heard(`${text}-${number}`) }),
)
let tries = 0
const hearsLate = listener({
  name: 'test.hearsLate',
  event: news,
  run: async ({ text }) => {
    if (++tries === 1) throw new Error('the first try fails')
    heard(`${text}-late`)
  },
})

let world: World
let worker: Worker
beforeAll(async () => {
  world = await World.open([{ endpoints: [], jobs: [failsOnce], events: [news], listeners: [...listeners, hearsLate] }])
})
afterAll(async () => {
  await worker?.stop()
  await world.close()
})

test('jobs of dead workers are taken up, failed ones tried again, and news reaches every listener once, whichever fails first', async () => {
  const companyId = await world.company()
  await world.inCompany(companyId, async (db) => {
    await enqueue(db, failsOnce, companyId, { text: 'orphan' })
    await emit(db, news, companyId, { text: 'news' })
  })
  await world.rows(
    `update graphile_worker._private_jobs set locked_by = 'worker-that-died', locked_at = now() - interval '1 minute', attempts = 1
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.failsOnce')`,
  )
  await world
    .inCompany(companyId, async (db) => {
      await emit(db, news, companyId, { text: 'rolled back' })
      throw new Error('undo')
    })
    .catch(() => undefined)
  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 2 })
  await until(() => told.length >= 4)
  expect(told.sort()).toEqual(['news-1', 'news-2', 'news-late', `orphan 2 0 ${companyId.length}`])
})
