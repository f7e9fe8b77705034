import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { World } from '../testing/index.ts'
import { enqueue, job } from './jobs.ts'
import { startWorker, type Worker } from './worker.ts'

interface Begun {
  readonly companyId: string
  readonly end: () => void
}

const begun: Begun[] = []
/** The worker waits for what runs: what begins while it is stopped ends by itself. */
let isOver = false
const long = job({
  name: 'test.long',
  lane: 'long',
  payload: z.object({ at: z.number() }),
  run: (_, { companyId }) => (isOver ? Promise.resolve() : new Promise((end) => begun.push({ companyId, end }))),
})
const short: string[] = []
const quick = job({
  name: 'test.quick',
  payload: z.object({}),
  run: async (_, { companyId }) => {
    short.push(companyId)
  },
})

let world: World
let worker: Worker
beforeAll(async () => {
  world = await World.open([{ endpoints: [], jobs: [long, quick] }])
})
afterAll(async () => {
  isOver = true
  for (const { end } of begun) end()
  await worker?.stop()
  await world.close()
})

const ask = (companyId: string, times: number) =>
  world.inCompany(companyId, async (db) => {
    for (let at = 0; at < times; at++) await enqueue(db, long, companyId, { at })
  })
const begunOf = (companyId: string) => begun.filter((one) => one.companyId === companyId)

test('a crowd of long jobs of one company keeps neither another company waiting nor its own short jobs', async () => {
  const [crowded, other] = [await world.company(), await world.company()]
  await ask(crowded, 6)
  await ask(other, 1)
  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1 })
  await expect.poll(() => begunOf(other).length, { timeout: 15_000 }).toBe(1)
  expect(begunOf(crowded)).toHaveLength(1)
  await world.inCompany(crowded, (db) => enqueue(db, quick, crowded, {}))
  await expect.poll(() => short, { timeout: 15_000 }).toEqual([crowded])
  expect(begunOf(crowded)).toHaveLength(1)
  begunOf(crowded)[0]?.end()
  await expect.poll(() => begunOf(crowded).length, { timeout: 15_000 }).toBe(2)
  begunOf(other)[0]?.end()
})
