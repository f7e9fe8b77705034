import { answerMark } from '@kaopei/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeClock } from '../outbox/world.ts'
import { ExamClock } from './clock.ts'
import { SittingHeart } from './heart.ts'

const told = {
  ...{ serverTime: '2026-11-21T08:00:00.000Z', due: null, graceSeconds: 60, state: 'in_progress' },
  ...{ submittedAt: null, leaseEpoch: 1, hasLease: true, leaves: 0, awayMs: 0, tellings: [], load: 0 },
}
let answered = told
let isStopped = false
let heard = 0
let lost = 0

/** `answer`: what the network does with a beat that tells these events; undefined lets it through. */
function beating(answer: (types: string[]) => Response | Error | undefined) {
  const clock = new FakeClock()
  const seen: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { events }: { events: { type: string }[] } = JSON.parse(body)
    const types = events.map(({ type }) => type)
    const instead = answer(types)
    if (instead instanceof Error) throw instead
    if (instead) return instead
    seen.push(...types)
    return Response.json({ code: 0, message: 'success', data: answered }, { headers: { [answerMark.name]: answerMark.value } })
  })
  const heart = new SittingHeart({
    ...{
      attemptId: 'a',
      leaseEpoch: 1,
      clock: new ExamClock(told.serverTime),
      scheduler: clock,
      shelf: Promise.resolve(undefined),
    },
    get isStopped() {
      return isStopped
    },
    heard: ({ state }) => {
      heard++
      isStopped = state === 'paused'
    },
    lost: () => void lost++,
  })
  return { heart, clock, seen }
}

/** Lets answers of the network come in between the beats. */
async function pass(clock: FakeClock, beats: number): Promise<void> {
  for (let beat = 0; beat < beats; beat++) {
    await clock.advance(20_000)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

beforeEach(() => {
  answered = told
  isStopped = false
  heard = 0
  lost = 0
})
afterEach(() => vi.unstubAllGlobals())

test('an event that a filter refuses neither looks like a lost network nor holds back the others', async () => {
  const { heart, clock, seen } = beating((types) =>
    types.includes('paste') ? new Response('blocked', { status: 403 }) : undefined,
  )
  for (const type of ['paste', 'leave', 'netUp'] as const) heart.note(type, {})
  await heart.beat()
  expect([heard, lost]).toEqual([1, 0])
  await pass(clock, 12)
  expect(seen.sort()).toEqual(['leave', 'netUp'])
  expect(lost).toBe(0)
  heart.stop()
})

test('without network the events wait, and all are told once it is back', async () => {
  let isBack = false
  const { heart, clock, seen } = beating(() => (isBack ? undefined : new TypeError('no network')))
  heart.note('netDown', {})
  await heart.beat()
  expect([heard, lost]).toEqual([0, 1])
  isBack = true
  await pass(clock, 4)
  expect(seen).toEqual(['netDown'])
  heart.stop()
})

test('while the clock stands still the server is asked every few seconds, unless it is busy', async () => {
  const { heart, clock } = beating(() => undefined)
  const beatsOf = async (seconds: number) => {
    const before = heard
    for (let second = 0; second < seconds; second++) {
      await clock.advance(1000)
      await new Promise((resolve) => setTimeout(resolve))
    }
    return heard - before
  }
  await heart.beat()
  expect(await beatsOf(60)).toBeLessThanOrEqual(4)
  answered = { ...told, state: 'paused' }
  await heart.beat()
  // Each within five seconds, counted from the answer that said it.
  expect(await beatsOf(5)).toBeGreaterThanOrEqual(1)
  const stopped = await beatsOf(60)
  expect(stopped).toBeGreaterThanOrEqual(12)
  expect(stopped).toBeLessThanOrEqual(20)
  answered = { ...answered, load: 4 }
  await beatsOf(5)
  expect(await beatsOf(60)).toBeLessThanOrEqual(4)
  answered = told
  await heart.beat()
  expect(await beatsOf(60)).toBeLessThanOrEqual(4)
  heart.stop()
})
