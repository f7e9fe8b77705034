import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outbox } from '../outbox/outbox.ts'
import { attemptId, FakeServer, type Fate, fakeBrowser, fates, settle, text } from '../outbox/world.ts'
import { type HandInCause, tryHandIn } from './hand-in.ts'

type Device = ReturnType<typeof fakeBrowser>

/** A hand-in with its waiting played through. */
async function handIn({ clock, network }: Device, outbox: Outbox, cause: HandInCause) {
  const submit = network.submitVia(() => cause === 'timeUp')
  const done = tryHandIn(outbox, cause, { submit, drainMs: 8000 })
  let isOver = false
  void done.finally(() => {
    isOver = true
  })
  for (let turn = 0; turn < 60 && !isOver; turn++) await clock.advance(500)
  return done
}

describe('when saving does not get through', () => {
  test('with time left nothing is handed in, everything is still here, and once the way is free it goes in', async () => {
    const server = new FakeServer(3)
    const device = fakeBrowser(server)
    const outbox = await device.open()
    device.network.blocked.add('save')
    outbox.write(1, text('一'))
    outbox.write(2, text('二'))
    expect(await handIn(device, outbox, 'manual')).toEqual({ kind: 'heldBack' })
    expect([server.isClosed, outbox.view.unsentCount]).toEqual([false, 2])
    outbox.write(3, text('三'))
    device.network.blocked.clear()
    await device.clock.advance(30_000)
    expect(outbox.view.unsentCount).toBe(0)
    expect(await handIn(device, outbox, 'manual')).toMatchObject({ kind: 'handedIn' })
    expect([1, 2, 3].map((slot) => server.rows.get(slot)?.answer)).toEqual([text('一'), text('二'), text('三')])
  })

  test('at the end of the time the hand-in carries what is unsent, and the device forgets it', async () => {
    const server = new FakeServer(2)
    const device = fakeBrowser(server)
    const outbox = await device.open()
    device.network.blocked.add('save')
    outbox.write(1, text('一'))
    outbox.write(2, text('二'))
    expect(await handIn(device, outbox, 'timeUp')).toMatchObject({ kind: 'handedIn' })
    expect([1, 2].map((slot) => server.rows.get(slot)?.answer)).toEqual([text('一'), text('二')])
    await outbox.forgetSettled()
    expect((await device.disk.load(attemptId)).writes).toEqual([])
  })
})

test('with time left a text that is refused on the way holds the hand-in back until it is changed', async () => {
  const server = new FakeServer(2)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.poison = '毒'
  outbox.write(1, text('好'))
  outbox.write(2, text('毒'))
  expect(await handIn(device, outbox, 'manual')).toEqual({ kind: 'heldBack' })
  expect(server.rows.get(1)?.answer).toEqual(text('好'))
  outbox.write(2, text('改好了'))
  expect(await handIn(device, outbox, 'manual')).toMatchObject({ kind: 'handedIn' })
  expect(server.rows.get(2)?.answer).toEqual(text('改好了'))
})

test('at the end of the time such a text neither stops the hand-in nor takes the others with it, and stays on the device', async () => {
  const server = new FakeServer(3)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.poison = '毒'
  for (const [slot, words] of [
    [1, '一'],
    [2, '毒'],
    [3, '三'],
  ] as const)
    outbox.write(slot, text(words))
  expect(await handIn(device, outbox, 'timeUp')).toMatchObject({ kind: 'handedIn' })
  expect([1, 2, 3].map((slot) => server.rows.get(slot)?.answer ?? null)).toEqual([text('一'), null, text('三')])
  await outbox.forgetSettled()
  expect((await device.disk.load(attemptId)).writes).toMatchObject([{ slot: 2, answer: text('毒') }])
})

test('two texts between which nobody has chosen are both with the server when the time is over', async () => {
  const server = new FakeServer(1)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.fates = ['lost']
  outbox.write(1, text('我的'))
  await device.clock.advance(0)
  Object.assign(server.rows.get(1) ?? {}, { answer: text('别处的'), rev: 1, lastRev: 1 })
  server.epoch += 1
  await outbox.adoptSheet(server.sheet())
  expect(outbox.view.slots.get(1)?.conflict).not.toBeNull()
  expect(await handIn(device, outbox, 'timeUp')).toMatchObject({ kind: 'handedIn' })
  expect(server.revisions).toMatchObject([{ kind: 'conflict', answer: text('我的') }])
})

test('without any answer the hand-in is lost and may be tried again', async () => {
  const server = new FakeServer(1)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.blocked.add('save').add('submit')
  outbox.write(1, text('一'))
  expect(await handIn(device, outbox, 'timeUp')).toEqual({ kind: 'lost' })
  device.network.blocked.clear()
  expect(await handIn(device, outbox, 'timeUp')).toMatchObject({ kind: 'handedIn' })
  expect(server.rows.get(1)?.answer).toEqual(text('一'))
})

describe('whatever the network does', () => {
  const write = fc.record({
    slot: fc.integer({ min: 1, max: 4 }),
    isPoison: fc.boolean(),
    waitMs: fc.constantFrom(0, 200, 2000),
    fates: fc.array(fc.constantFrom<Fate>(...fates), { maxLength: 3 }),
  })
  const trouble = fc.record({ isSaveBlocked: fc.boolean(), isPoisonTold: fc.boolean(), hasPoison: fc.boolean() })
  const ending = fc.array(fc.constantFrom<HandInCause>('manual', 'timeUp'), { minLength: 1, maxLength: 3 })

  test('no hand-in leaves an answer behind while there is time, and none leaves the device unheard', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), trouble, ending, async (writes, given, causes) => {
        const server = new FakeServer(4)
        const device = fakeBrowser(server)
        const { network, clock } = device
        const outbox = await device.open()
        const wanted = new Map<number, string>()
        network.isPoisonTold = given.isPoisonTold
        if (given.hasPoison) network.poison = '毒'
        if (given.isSaveBlocked) network.blocked.add('save')
        for (const [index, { slot, isPoison, waitMs, fates: next }] of writes.entries()) {
          network.fates = [...next]
          wanted.set(slot, `${isPoison ? '毒' : '好'}${index}`)
          outbox.write(slot, text(`${isPoison ? '毒' : '好'}${index}`))
          await clock.advance(waitMs)
        }
        network.fates = []
        for (const cause of causes) {
          const result = await handIn(device, outbox, cause)
          await settle()
          const isIn = result.kind === 'handedIn'
          const missing = [...wanted].filter(([slot, said]) => !isSame(server, slot, said))
          if (cause === 'manual' && isIn) expect(missing).toEqual([])
          if (cause === 'timeUp') expect(isIn).toBe(true)
          if (!isIn) continue
          await outbox.forgetSettled()
          const kept = new Map((await device.disk.load(attemptId)).writes.map((one) => [one.slot, one.answer]))
          for (const [slot, said] of wanted) {
            const isHeard = server.revisions.some((one) => one.slot === slot && JSON.stringify(one.answer).includes(said))
            expect(isHeard || JSON.stringify(kept.get(slot) ?? null).includes(said)).toBe(true)
            // Where saving is blocked altogether, the one call that is left cannot be parted: then the hand-in itself matters most.
            const isFree = !given.hasPoison || (!said.startsWith('毒') && !given.isSaveBlocked)
            if (isFree) expect(isSame(server, slot, said)).toBe(true)
          }
          return
        }
      }),
      { numRuns: 300 },
    )
  })

  const isSame = (server: FakeServer, slot: number, said: string) =>
    JSON.stringify(server.rows.get(slot)?.answer ?? null).includes(`"${said}"`)
})
