import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseClock, watchDatabaseClock } from './database-clock.ts'

afterEach(() => void vi.useRealTimers())

const hour = 3_600_000
/** A database whose clock is this machine's real one, however `Date` is set. */
const begun = Date.now() - performance.now()
const pool = { query: async () => ({ rows: [{ at: new Date(begun + performance.now()) }] }) } as never // only clock_timestamp() is asked for
const setMachine = (aheadMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: begun + performance.now() + aheadMs })

test.each([3 * hour, -3 * hour])(
  'a machine whose clock is off by %i ms tells the time of the database, and knows that it is off',
  async (off) => {
    setMachine(off)
    const clock = new DatabaseClock()
    await clock.measure(pool)
    expect(Math.abs(clock.now().getTime() - (begun + performance.now()))).toBeLessThan(1000)
    expect([clock.isOff, Math.round(clock.aheadMs / 60_000)]).toEqual([true, off / 60_000])
  },
)

test('setting the clock of a machine while it works changes nothing', async () => {
  const clock = new DatabaseClock()
  await clock.measure(pool)
  setMachine(3 * hour)
  expect(Math.abs(clock.now().getTime() - (begun + performance.now()))).toBeLessThan(1000)
  expect(clock.isOff).toBe(false)
})

test('a few seconds are no reason to stop', async () => {
  setMachine(4000)
  const clock = new DatabaseClock()
  await clock.measure(pool)
  expect(clock.isOff).toBe(false)
})

test('the log says when a clock is off', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  setMachine(3 * hour)
  const watch = await watchDatabaseClock(pool, log, new DatabaseClock())
  watch.stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, aheadSeconds: 10_800 }])
})

test('a database that does not answer keeps nobody from starting', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as never // as above
  const clock = new DatabaseClock()
  const watch = await watchDatabaseClock(away, pino({ level: 'silent' }), clock)
  watch.stop()
  expect([clock.isOff, Math.abs(clock.now().getTime() - Date.now()) < 1000]).toEqual([false, true])
})
