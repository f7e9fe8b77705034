import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeServer, fakeBrowser, text } from './world.ts'

const told = { isAnswered: true, wasLost: false }

test.each([
  { way: 'answered in the server’s place', isPoisonTold: true },
  { way: 'cut', isPoisonTold: false },
])('one text is refused on the way, the connection $way: the others are saved, and it is named', async ({ isPoisonTold }) => {
  const server = new FakeServer(6)
  const { open, clock, network } = fakeBrowser(server)
  Object.assign(network, { poison: '毒', isPoisonTold })
  const outbox = await open()
  for (const slot of [1, 2, 3, 4, 5, 6]) outbox.write(slot, text(slot === 2 ? '毒' : `第 ${slot} 题`))
  await clock.advance(20_000)
  expect([1, 2, 3, 4, 5, 6].filter((slot) => server.rows.get(slot)?.answer !== null)).toEqual([1, 3, 4, 5, 6])
  outbox.hearBeat(told)
  await clock.advance(20_000)
  outbox.hearBeat(told)
  expect(outbox.view.slots.get(2)).toMatchObject({ isUnsent: true, isStuck: true })
  expect(outbox.view).toMatchObject({ unsentCount: 1, isConnectionLost: false })
  // From now on it disturbs nobody, and what others write goes at once.
  const before = network.calls
  await clock.advance(300_000)
  expect(network.calls - before).toBeLessThan(12)
  outbox.write(5, text('再改'))
  await clock.advance(100)
  expect(server.rows.get(5)?.answer).toEqual(text('再改'))
  outbox.write(2, text('改好了'))
  await clock.advance(100)
  expect(server.rows.get(2)?.answer).toEqual(text('改好了'))
  expect(outbox.view).toMatchObject({ unsentCount: 0 })
  expect(outbox.view.slots.get(2)?.isStuck).toBe(false)
})

test('seven texts that cut the connection keep no other waiting for longer than a minute and a half', async () => {
  const server = new FakeServer(10)
  const { open, clock, network } = fakeBrowser(server)
  Object.assign(network, { poison: '毒', isPoisonTold: false })
  const outbox = await open()
  const good = [3, 5, 1]
  for (const slot of [4, 6, 9, 3, 2, 5, 7, 10, 8, 1]) outbox.write(slot, text(good.includes(slot) ? `好${slot}` : `毒${slot}`))
  for (let beat = 0; beat < 4; beat++) {
    await clock.advance(20_000)
    outbox.hearBeat(told)
  }
  await clock.advance(10_000)
  expect(good.filter((slot) => server.rows.get(slot)?.answer === null)).toEqual([])
})

test('while no answer gets through at all no text is to blame', async () => {
  const server = new FakeServer(3)
  const { open, clock, network } = fakeBrowser(server)
  network.blocked.add('save')
  const outbox = await open()
  outbox.write(1, text('一'))
  outbox.write(3, text('三'))
  for (let beat = 0; beat < 6; beat++) {
    await clock.advance(20_000)
    outbox.hearBeat(told)
  }
  expect([1, 3].map((slot) => outbox.view.slots.get(slot)?.isStuck)).toEqual([false, false])
  expect(outbox.view).toMatchObject({ unsentCount: 2, isConnectionLost: true })
  network.blocked.clear()
  await clock.advance(70_000)
  expect(outbox.view).toMatchObject({ unsentCount: 0, isConnectionLost: false })
})

test('where one may not go back nothing overtakes, unless the text before it is known to be refused on the way', async () => {
  const server = new FakeServer(4)
  const { open, clock, network } = fakeBrowser(server)
  const outbox = await open({ isInOrder: true })
  network.fates = Array.from({ length: 7 }, () => 'lost')
  for (const slot of [1, 2, 3, 4]) {
    outbox.write(slot, text(`第 ${slot} 题`))
    await clock.advance(1500)
  }
  await clock.advance(60_000)
  expect(server.revisions.map(({ slot }) => slot)).toEqual([1, 2, 3, 4])
  network.poison = '毒'
  outbox.write(3, text('毒'))
  outbox.write(4, text('改了'))
  for (let beat = 0; beat < 4; beat++) {
    await clock.advance(20_000)
    outbox.hearBeat(told)
  }
  expect(server.rows.get(4)?.answer).toEqual(text('改了'))
})

test('whichever texts are refused on the way, however the calls fall, the others are saved', async () => {
  const word = fc.record({ slot: fc.integer({ min: 1, max: 12 }), isPoison: fc.boolean(), waitMs: fc.constantFrom(0, 500, 3000) })
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 25 }), fc.boolean(), async (words, isPoisonTold) => {
      const server = new FakeServer(12)
      const { open, clock, network } = fakeBrowser(server)
      Object.assign(network, { poison: '毒', isPoisonTold })
      const outbox = await open()
      const wanted = new Map<number, string>()
      for (const [index, { slot, isPoison, waitMs }] of words.entries()) {
        wanted.set(slot, `${isPoison ? '毒' : '好'}${index}`)
        outbox.write(slot, text(`${isPoison ? '毒' : '好'}${index}`))
        await clock.advance(waitMs)
      }
      for (let beat = 0; beat < 8; beat++) {
        await clock.advance(20_000)
        outbox.hearBeat(told)
      }
      for (const [slot, said] of wanted) {
        const isPoison = said.startsWith('毒')
        if (!isPoison) expect(server.rows.get(slot)?.answer).toEqual(text(said))
        expect(outbox.view.slots.get(slot)).toMatchObject({ answer: text(said), isUnsent: isPoison })
      }
    }),
    { numRuns: 200 },
  )
})
