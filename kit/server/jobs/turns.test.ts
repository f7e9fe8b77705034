import { endpoint } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { implement } from '../calls/implement.ts'
import { World } from '../testing/index.ts'
import { NoTurn, Turns } from './turns.ts'

/** Works that end when told, and a note of each that has begun. */
function works() {
  const begun: { end: (nothing?: undefined) => void; fail: (error: Error) => void }[] = []
  const work = () => new Promise<undefined>((end, fail) => begun.push({ end, fail }))
  return { begun, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once, the next begins when one ends, also when it fails', async () => {
  const { begun, work } = works()
  const turns = new Turns(2)
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map((party) => turns.run(party, work)))
  await settled()
  expect(begun).toHaveLength(2)
  begun[0]?.fail(new Error('failed'))
  await settled()
  expect(begun).toHaveLength(3)
  for (const one of begun) one.end()
  await settled()
  expect(begun).toHaveLength(4)
  begun[3]?.end()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  await turns.run('a', async () => undefined)
})

test('a crowd of one party waits for itself: the others come next, and find a turn at once', async () => {
  const turns = new Turns(3)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (party: string) =>
    turns.run(party, () => {
      begun.push(party)
      return new Promise<void>((end) => ends.push(end))
    })
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'c'].map(ask)
  await settled()
  expect(begun).toEqual(['a', 'a', 'b'])
  ends[2]?.()
  await settled()
  expect(begun).toEqual(['a', 'a', 'b', 'c'])
  ends[0]?.()
  await settled()
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a'])
  for (let at = 0; at < all.length; at++) {
    ends[at]?.()
    await settled()
  }
  await Promise.all(all)
  expect([...begun].sort()).toEqual(['a', 'a', 'a', 'a', 'b', 'c', 'c'])
})

test('nobody waits for ever, and whoever gave up does not take a turn', async () => {
  const { begun, work } = works()
  const turns = new Turns(1, 1)
  const first = turns.run('a', work)
  await expect(turns.run('a', work)).rejects.toThrow(NoTurn)
  begun[0]?.end()
  await first
  await turns.run('a', async () => undefined)
  expect(begun).toHaveLength(1)
})

test('calls that take long hold only some of the connections, so that the others are still answered', async () => {
  const slow = endpoint({ path: '/api/v1/slow', summary: '慢', access: 'signedIn', audit: 'read', atOnce: 3 })
  const quick = endpoint({ path: '/api/v1/quick', summary: '快', access: 'signedIn', audit: 'read' })
  const { begun, work } = works()
  const world = await World.open([{ endpoints: implement({ slow, quick }, { slow: work, quick: async () => undefined }) }])
  const actor = await world.actor()
  const most = world.pools.app.options.max
  const waiting = Array.from({ length: most * 2 }, () => world.as(actor).call(slow))
  await expect.poll(() => begun.length).toBe(2)
  expect(await world.as(actor).call(quick)).toMatchObject({ code: 0 })
  expect(begun).toHaveLength(2)
  const other = world.as(await world.actor()).call(slow)
  await expect.poll(() => begun.length).toBe(3)
  begun.pop()?.end()
  expect(await other).toMatchObject({ code: 0 })
  const ended = Promise.all(waiting)
  for (let next = 0; next < waiting.length; next++) {
    await expect.poll(() => begun.length).toBeGreaterThan(next)
    begun[next]?.end()
  }
  expect((await ended).every(({ code }) => code === 0)).toBe(true)
  await world.close()
})

test('one company never holds all connections, whichever its calls are: others find one that is free', async () => {
  const slow = endpoint({ path: '/api/v1/slow', summary: '慢', access: 'signedIn', audit: 'read' })
  const quick = endpoint({ path: '/api/v1/quick', summary: '快', access: 'signedIn', audit: 'read' })
  const { begun, work } = works()
  const world = await World.open([{ endpoints: implement({ slow, quick }, { slow: work, quick: async () => undefined }) }])
  const crowd = world.as(await world.actor())
  const most = Math.floor(world.pools.app.options.max * 0.7)
  const waiting = Array.from({ length: world.pools.app.options.max * 2 }, () => crowd.call(slow))
  await expect.poll(() => begun.length).toBe(most)
  const other = world.as(await world.actor())
  expect(await other.call(quick)).toMatchObject({ code: 0 })
  expect(begun).toHaveLength(most)
  for (let next = 0; next < waiting.length; next++) {
    await expect.poll(() => begun.length).toBeGreaterThan(next)
    begun[next]?.end()
  }
  expect((await Promise.all(waiting)).every(({ code }) => code === 0)).toBe(true)
  await world.close()
})
