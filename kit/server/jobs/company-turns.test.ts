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
const film = job({
  name: 'test.film',
  lane: 'film',
  takesMachine: true,
  payload: z.object({ at: z.number() }),
  run: (_, { companyId }) => new Promise((end) => begun.push({ companyId, end })),
})
const others: string[] = []
const quick = job({ name: 'test.quick', payload: z.object({}), run: async () => void others.push('quick') })
const long = job({ name: 'test.export', lane: 'export', payload: z.object({}), run: async () => void others.push('long') })

let world: World
let worker: Worker
beforeAll(async () => {
  world = await World.open([{ endpoints: [], jobs: [film, quick, long] }])
})
afterAll(async () => {
  for (const { end } of begun) end()
  await worker?.stop()
  await world.close()
})

test('of what takes the machine one runs at a time, companies take turns, and nothing else waits for it', async () => {
  const [crowded, other] = [await world.company(), await world.company()]
  await world.inCompany(crowded, async (db) => {
    for (let at = 0; at < 3; at++) await enqueue(db, film, crowded, { at })
  })
  await world.inCompany(other, (db) => enqueue(db, film, other, { at: 0 }))
  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1 })
  await expect.poll(() => begun.length, { timeout: 15_000 }).toBe(1)
  await world.inCompany(crowded, async (db) => {
    await enqueue(db, quick, crowded, {})
    await enqueue(db, long, crowded, {})
  })
  await expect.poll(() => others.toSorted(), { timeout: 15_000 }).toEqual(['long', 'quick'])
  expect(begun).toHaveLength(1)
  for (let count = 1; count < 4; count++) {
    begun[count - 1]?.end()
    await expect.poll(() => begun.length, { timeout: 15_000 }).toBe(count + 1)
  }
  expect(begun.map(({ companyId }) => companyId)).toEqual([crowded, other, crowded, crowded])
})
