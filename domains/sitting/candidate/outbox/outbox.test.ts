import { canonicalJson } from '@kaopei/contract'
import type { Answer } from '@kaopei/question/contract/answer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outbox } from './outbox.ts'
import { answerAt, FakeServer, type Fate, fakeBrowser, fates, settle, text } from './world.ts'

test('a choice goes at once, typing after a pause, and saved is said from a receipt alone', async () => {
  const server = new FakeServer(2)
  const { open, clock, network } = fakeBrowser(server)
  const outbox = await open()
  outbox.write(1, text('选'))
  expect(outbox.view).toMatchObject({ unsentCount: 1, lastSavedAt: null })
  await clock.advance(0)
  expect(server.rows.get(1)?.answer).toEqual(text('选'))
  expect(outbox.view).toMatchObject({ unsentCount: 0, lastSavedAt: expect.stringContaining('2026') })
  for (const words of ['打', '打字', '打字中']) {
    outbox.write(2, text(words), { isTyping: true })
    await clock.advance(300)
  }
  expect(server.rows.get(2)?.answer).toBeNull()
  await clock.advance(1500)
  expect(server.rows.get(2)?.answer).toEqual(text('打字中'))
  expect(network.calls).toBe(2)
})

test('offline for ten minutes: the count of unsent answers is told at once, and all go when the network is back', async () => {
  const server = new FakeServer(5)
  const { open, clock, network } = fakeBrowser(server)
  const outbox = await open()
  network.fates = Array.from({ length: 500 }, () => 'lost')
  outbox.setOffline(true)
  expect(outbox.view.isConnectionLost).toBe(true)
  for (let slot = 1; slot <= 5; slot++) outbox.write(slot, text(`离线 ${slot}`))
  await clock.advance(600_000)
  expect(outbox.view).toMatchObject({ unsentCount: 5, isConnectionLost: true })
  const tries = network.calls
  expect(tries).toBeGreaterThan(25)
  expect(tries).toBeLessThan(90)
  network.fates = []
  outbox.setOffline(false)
  await clock.advance(100)
  expect(outbox.view).toMatchObject({ unsentCount: 0, isConnectionLost: false })
  expect([...server.rows.values()].map(({ answer }) => answer)).toEqual([1, 2, 3, 4, 5].map((slot) => text(`离线 ${slot}`)))
})

test('a server that cannot take anything is told from a network that is away, and gets the answer later', async () => {
  const { open, clock, network } = fakeBrowser(new FakeServer(1))
  const outbox = await open()
  network.fates = ['busy']
  outbox.write(1, text('甲'))
  await clock.advance(0)
  expect(outbox.view).toMatchObject({ unsentCount: 1, isConnectionLost: true, putOff: 'busy' })
  await clock.advance(60_000)
  expect(outbox.view).toMatchObject({ unsentCount: 0, isConnectionLost: false, putOff: null })
})

test('an unsent answer is still unsent after a reload, and is sent', async () => {
  const server = new FakeServer(1)
  const device = fakeBrowser(server)
  const before = await device.open()
  device.network.fates = ['lost', 'lost']
  before.write(1, text('别丢'))
  await device.clock.advance(0)
  const after = await device.reload(before)
  expect(after.view).toMatchObject({ unsentCount: 1 })
  expect(answerAt(after, 1)).toEqual(text('别丢'))
  await device.clock.advance(60_000)
  expect(after.view.unsentCount).toBe(0)
  expect(server.rows.get(1)?.answer).toEqual(text('别丢'))
})

test('killed between write and acknowledgement: the same write again is one revision', async () => {
  const server = new FakeServer(1)
  const device = fakeBrowser(server)
  const before = await device.open()
  device.network.fates = ['answerLost']
  before.write(1, text('一次'))
  await device.clock.advance(0)
  const after = await device.reload(before)
  await device.clock.advance(5000)
  expect(after.view).toMatchObject({ unsentCount: 0 })
  expect(server.revisions).toHaveLength(1)
})

test('the page is left: the newest texts go in one last call and stay stored until a receipt comes', async () => {
  const server = new FakeServer(2)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  outbox.write(1, text('走了'), { isTyping: true })
  outbox.flushOnLeave()
  expect(server.rows.get(1)?.answer).toEqual(text('走了'))
  expect(outbox.view.unsentCount).toBe(1)
  const after = await device.reload(outbox)
  await device.clock.advance(2000)
  expect(after.view.unsentCount).toBe(0)
  expect(server.revisions).toHaveLength(1)
})

test.each([
  { fates: ['lost' as const], evidence: ['replaced'] },
  { fates: ['lost' as const, 'lost' as const], evidence: [] },
])('a device that hears of its successor tells once what it could not send: $evidence', async ({ fates, evidence }) => {
  const server = new FakeServer(1)
  const laptop = fakeBrowser(server)
  const outbox = await laptop.open()
  laptop.network.fates = [...fates]
  outbox.write(1, text('没送到'))
  await laptop.clock.advance(0)
  server.epoch += 1
  await outbox.giveWay()
  expect(outbox.view).toMatchObject({ standing: 'replaced', unsentCount: 1 })
  await laptop.clock.advance(60_000)
  expect(server.revisions.map(({ kind }) => kind)).toEqual(evidence)
})

test('a second device takes over: the first stops, both texts are kept, and the candidate chooses', async () => {
  const server = new FakeServer(1)
  const [laptop, phone] = [fakeBrowser(server), fakeBrowser(server)]
  const onLaptop = await laptop.open()
  laptop.network.fates = ['lost']
  onLaptop.write(1, text('电脑上写的'))
  await laptop.clock.advance(0)
  server.epoch += 1
  const onPhone = await phone.open()
  onPhone.write(1, text('手机上写的'))
  await phone.clock.advance(0)
  await laptop.clock.advance(10_000)
  expect(onLaptop.view).toMatchObject({ standing: 'replaced', unsentCount: 1 })
  expect(server.revisions.map(({ kind }) => kind)).toEqual(['save', 'replaced'])
  onLaptop.write(1, text('不该写'))
  expect(answerAt(onLaptop, 1)).toEqual(text('电脑上写的'))
  server.epoch += 1
  await onLaptop.adoptSheet(server.sheet())
  const { conflict } = onLaptop.view.slots.get(1) ?? {}
  expect(conflict).toMatchObject({ mine: text('电脑上写的'), theirs: text('手机上写的') })
  onLaptop.resolve(1, 'mine')
  await laptop.clock.advance(0)
  expect(server.rows.get(1)?.answer).toEqual(text('电脑上写的'))
  expect(onLaptop.view).toMatchObject({ unsentCount: 0 })
})

test('a conflict survives a reload until it is decided', async () => {
  const server = new FakeServer(1)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.fates = ['lost']
  outbox.write(1, text('我的'))
  await device.clock.advance(0)
  const row = server.rows.get(1)
  if (row) Object.assign(row, { answer: text('别处的'), rev: 1, lastRev: 1 })
  await device.clock.advance(10_000)
  expect(outbox.view.slots.get(1)?.conflict).toMatchObject({ mine: text('我的'), theirs: text('别处的') })
  const after = await device.reload(outbox)
  expect(after.view.slots.get(1)?.conflict).toMatchObject({ mine: text('我的'), theirs: text('别处的') })
  after.resolve(1, 'theirs')
  expect(answerAt(after, 1)).toEqual(text('别处的'))
  expect((await device.reload(after)).view.slots.get(1)?.conflict).toBeNull()
})

test('after the hand-in nothing is sent any more, and what came in time keeps its receipt', async () => {
  const server = new FakeServer(2)
  const device = fakeBrowser(server)
  const outbox = await device.open()
  device.network.fates = ['answerLost']
  outbox.write(1, text('及时'))
  await device.clock.advance(0)
  server.isClosed = true
  outbox.write(2, text('迟到'))
  await device.clock.advance(10_000)
  expect(outbox.view).toMatchObject({ standing: 'closed', unsentCount: 1 })
  expect(outbox.view.slots.get(1)?.isUnsent).toBe(false)
  expect(server.revisions.map(({ kind }) => kind)).toEqual(['save', 'late'])
})

test('a write that the server will never take does not hold up the others', async () => {
  const server = new FakeServer(3)
  const device = fakeBrowser(server)
  const { network } = device
  const send = network.send.bind(network)
  network.send = (epoch, items) =>
    items.some(({ slot }) => slot === 2) ? Promise.resolve({ kind: 'refused' }) : send(epoch, items)
  const outbox = await device.open()
  for (const slot of [1, 2, 3]) outbox.write(slot, text(`第 ${slot} 题`))
  await device.clock.advance(10_000)
  expect([1, 2, 3].map((slot) => server.rows.get(slot)?.answer ?? null)).toEqual([text('第 1 题'), null, text('第 3 题')])
  expect(outbox.view.slots.get(2)).toMatchObject({ isRejected: true, isUnsent: false })
})

describe('whatever the network does', () => {
  type Step =
    | { kind: 'write'; slot: number; words: string; isTyping: boolean }
    | { kind: 'flag'; slot: number; isFlagged: boolean }
    | { kind: 'wait'; ms: number }
    | { kind: 'fates'; fates: Fate[] }
    | { kind: 'reload' | 'leave' | 'deliverLate' | 'online' }
  const slot = fc.integer({ min: 1, max: 3 })
  const words = fc.string({ unit: fc.constantFrom(...'甲乙丙丁'), maxLength: 3 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), slot, words, isTyping: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('flag' as const), slot, isFlagged: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 1500, 25_000) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('fates' as const), fates: fc.array(fc.constantFrom(...fates), { maxLength: 5 }) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('reload' as const, 'leave', 'deliverLate', 'online') }) },
  )

  test('one device: the server ends with what the candidate sees, without asking, and no acknowledged answer is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const server = new FakeServer(3)
        const device = fakeBrowser(server)
        const { clock, network } = device
        let outbox = await device.open()
        const wanted = new Map<number, Answer>()
        const flags = new Map<number, boolean>()
        for (const one of steps) {
          if (one.kind === 'write') {
            outbox.write(one.slot, text(one.words), { isTyping: one.isTyping })
            wanted.set(one.slot, text(one.words))
          } else if (one.kind === 'flag') {
            outbox.flag(one.slot, one.isFlagged)
            flags.set(one.slot, one.isFlagged)
          } else if (one.kind === 'wait') await clock.advance(one.ms)
          else if (one.kind === 'fates') network.fates = [...one.fates]
          else if (one.kind === 'reload') {
            await settle()
            outbox = await device.reload(outbox)
          } else if (one.kind === 'leave') outbox.flushOnLeave()
          else if (one.kind === 'deliverLate') network.deliverLate()
          else outbox.setOffline(false)
        }
        network.fates = []
        await clock.advance(120_000)
        network.deliverLate()
        await clock.advance(1000)
        for (const [at, answer] of wanted) {
          expect(server.rows.get(at)?.answer).toEqual(answer)
          expect(outbox.view.slots.get(at)).toMatchObject({ answer, conflict: null, isUnsent: false })
        }
        for (const [at, isFlagged] of flags) expect(server.rows.get(at)?.isFlagged).toBe(isFlagged)
        const stored = new Set(server.revisions.map(({ slot: at, rev, answer }) => `${at}/${rev}/${canonicalJson(answer)}`))
        for (const receipt of network.receipts) expect(stored.has(receipt)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('two devices taking turns: no acknowledged answer is lost, and every text that was written is kept or was replaced by its writer', async () => {
    const turn = fc.record({ steps: fc.array(step, { maxLength: 12 }), device: fc.constantFrom(0, 1) })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 6 }), async (turns) => {
        const server = new FakeServer(3)
        const devices = [fakeBrowser(server), fakeBrowser(server)]
        const pages: (Outbox | undefined)[] = [undefined, undefined]
        for (const { steps, device: index } of turns) {
          const device = devices[index]
          if (!device) continue
          server.epoch += 1
          const page = pages[index]
          if (page) await page.adoptSheet(server.sheet())
          const outbox = page ?? (await device.open())
          pages[index] = outbox
          for (const one of steps) {
            if (one.kind === 'write') outbox.write(one.slot, text(`${index}${one.words}`))
            else if (one.kind === 'wait') await device.clock.advance(one.ms)
            else if (one.kind === 'fates') device.network.fates = [...one.fates]
            else if (one.kind === 'deliverLate') device.network.deliverLate()
          }
        }
        for (const [index, device] of devices.entries()) {
          const page = pages[index]
          if (!page) continue
          device.network.fates = []
          server.epoch += 1
          await page.adoptSheet(server.sheet())
          await device.clock.advance(120_000)
          for (const at of [1, 2, 3]) if (page.view.slots.get(at)?.conflict) page.resolve(at, 'mine')
          await device.clock.advance(120_000)
          expect(page.view.unsentCount).toBe(0)
          for (const at of [1, 2, 3]) expect(answerAt(page, at)).toEqual(server.rows.get(at)?.answer ?? null)
        }
        const stored = new Set(server.revisions.map(({ slot: at, rev, answer }) => `${at}/${rev}/${canonicalJson(answer)}`))
        for (const { network } of devices) for (const receipt of network.receipts) expect(stored.has(receipt)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
