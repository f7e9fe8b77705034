/**
 * How long things wait in this server process while a rehearsal asks: the event loop, a connection of the pool, an answer of the database. Nothing is
 * measured while nobody asks.
 */
import type { RawServices } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'

type Pool = RawServices['pool']
export interface Gauged {
  readonly load: number
  readonly loopMs: number
  readonly poolMs: number
  readonly databaseMs: number
}

const tickMs = 250
const askedWithinMs = 15_000
const fullMs = 500

class Gauge {
  #pool: Pool | undefined
  #timer: NodeJS.Timeout | undefined
  #askedAt = 0
  #worst = { loopMs: 0, poolMs: 0, databaseMs: 0 }
  #isProbing = false

  use(pool: Pool): void {
    this.#pool = pool
  }

  /** The worst since it was read last. */
  read(): Gauged {
    this.#askedAt = performance.now()
    this.#watch()
    const { loopMs, poolMs, databaseMs } = this.#worst
    this.#worst = { loopMs: 0, poolMs: 0, databaseMs: 0 }
    const level = Math.min(10, Math.floor((Math.max(loopMs, poolMs, databaseMs) / fullMs) * 10))
    const rounded = { loopMs: Math.round(loopMs), poolMs: Math.round(poolMs), databaseMs: Math.round(databaseMs) }
    return { load: Math.max(level, serverLoad.level), ...rounded }
  }

  #watch(): void {
    if (this.#timer) return
    let expected = performance.now() + tickMs
    this.#timer = setInterval(() => {
      const now = performance.now()
      this.#note('loopMs', now - expected)
      expected = now + tickMs
      if (now - this.#askedAt > askedWithinMs) this.#rest()
      else void this.#probe()
    }, tickMs)
    this.#timer.unref()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || !this.#pool) return
    this.#isProbing = true
    const began = performance.now()
    try {
      const client = await this.#pool.connect()
      const connected = performance.now()
      this.#note('poolMs', connected - began)
      await client.query('select 1').finally(() => client.release())
      this.#note('databaseMs', performance.now() - connected)
    } catch {
      // A database that cannot be reached is told by the calls themselves; the probe only says how long it waited.
      this.#note('databaseMs', performance.now() - began)
    } finally {
      this.#isProbing = false
    }
  }

  #note(what: 'loopMs' | 'poolMs' | 'databaseMs', milliseconds: number): void {
    this.#worst[what] = Math.max(this.#worst[what], milliseconds)
  }
}

/** Of this process. */
export const gauge = new Gauge()
