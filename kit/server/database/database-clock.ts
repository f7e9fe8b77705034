/**
 * One clock decides between processes: the database's. Each process knows it as a measured time that runs on by the process's own monotone
 * clock, so reading it costs nothing and setting the machine's clock changes nothing. Until the first measurement it is the machine's own.
 */
import type pg from 'pg'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'

const mostAheadMs = 5000
const measureEveryMs = 5000
/** An answer that took longer says too little. */
const longestRoundTripMs = 2000

export class DatabaseClock {
  #base: { readonly databaseMs: number; readonly monotoneMs: number } | undefined
  /** How far this machine's clock is ahead of the database's; negative: behind. */
  aheadMs = 0

  now(): Date {
    if (!this.#base) return new Date()
    return new Date(this.#base.databaseMs + performance.now() - this.#base.monotoneMs)
  }

  /** Too far off to be left alone with what waits for a time. */
  get isOff(): boolean {
    return Math.abs(this.aheadMs) > mostAheadMs
  }

  /** Throws when the database does not answer. */
  async measure(pool: Pick<pg.Pool, 'query'>): Promise<void> {
    const askedMs = performance.now()
    const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
    const monotoneMs = performance.now()
    const [row] = rows
    const roundTripMs = monotoneMs - askedMs
    if (!row || (roundTripMs > longestRoundTripMs && this.#base)) return
    const databaseMs = row.at.getTime() + roundTripMs / 2
    this.#base = { databaseMs, monotoneMs }
    this.aheadMs = Date.now() - databaseMs
  }
}

/** Of this process: it serves one database. */
export const databaseClock = new DatabaseClock()

/** The instant that decides. `new Date()` is for what stays within this process. */
export function databaseNow(): Date {
  return databaseClock.now()
}

/** Measures until stopped, and says when this machine's clock is off and when it is right again. */
export async function watchDatabaseClock(
  pool: Pick<pg.Pool, 'query'>,
  log: Logger,
  clock: DatabaseClock = databaseClock,
): Promise<{ stop(): void }> {
  let wasOff = false
  const look = async () => {
    // A database that is away is noticed by whoever needs it.
    await clock.measure(pool).catch(() => undefined)
    aheadSeconds.set(clock.aheadMs / 1000)
    if (clock.isOff && !wasOff)
      log.error(
        { aheadSeconds: Math.round(clock.aheadMs / 1000) },
        "this machine's clock differs from the database's: no sweeps run here",
      )
    if (!clock.isOff && wasOff) log.info("this machine's clock agrees with the database's again")
    wasOff = clock.isOff
  }
  await look()
  const timer = setInterval(() => void look(), measureEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

const aheadSeconds = new Gauge({
  name: 'kaopei_clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's",
})
