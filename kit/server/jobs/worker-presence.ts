import pg from 'pg'
import type { Logger } from 'pino'
import { quietConnection } from '../database/quiet-connection.ts'

/** Class of the advisory locks by which living queues are known; the second key is a hash of the queue's id. */
export const presenceClass = 20_261_121
const tryAgainMs = 500

interface Wish {
  readonly held: PromiseWithResolvers<void>
  isHeld: boolean
}

/**
 * Each queue of this process holds an advisory lock, under the very id that it writes into `locked_by`, on one connection. When the process dies,
 * however it dies, PostgreSQL frees the lock, and any other worker releases its jobs (see abandoned-jobs.ts): within seconds instead of the
 * queue's own four hours. A lost connection is opened again, and the locks are taken anew.
 */
export class Presence {
  readonly #ownerUrl: string
  readonly #log: Logger
  readonly #wishes = new Map<string, Wish>()
  readonly #dropped = new Set<string>()
  readonly #done: Promise<void>
  #client: pg.Client | undefined
  #isStopped = false
  #nudge = Promise.withResolvers<void>()

  constructor(ownerUrl: string, log: Logger) {
    this.#ownerUrl = ownerUrl
    this.#log = log
    this.#done = this.#keep()
  }

  /** Ends once everybody can see that the queue of this id lives; also when the process stops meanwhile. */
  hold(poolId: string): Promise<void> {
    const wish = { held: Promise.withResolvers<void>(), isHeld: false }
    this.#wishes.set(poolId, wish)
    this.#nudge.resolve()
    return wish.held.promise
  }

  drop(poolId: string): void {
    if (this.#wishes.delete(poolId)) this.#dropped.add(poolId)
    this.#nudge.resolve()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { held } of this.#wishes.values()) held.resolve()
    this.#nudge.resolve()
    await this.#done
    await this.#client?.end().catch(() => undefined) // the connection may be gone already
  }

  async #keep(): Promise<void> {
    while (!this.#isStopped) {
      this.#nudge = Promise.withResolvers()
      const nudged = this.#nudge.promise
      try {
        await this.#settle()
      } catch (error) {
        this.#log.warn({ err: error }, 'worker presence lost, trying again')
        if (this.#client) this.#lose(this.#client)
      }
      await (this.#isSettled() ? nudged : Promise.race([nudged, pause()]))
    }
  }

  #isSettled(): boolean {
    return this.#client !== undefined && [...this.#wishes.values()].every(({ isHeld }) => isHeld)
  }

  async #settle(): Promise<void> {
    const client = this.#client ?? (await this.#connect())
    for (const poolId of this.#dropped) {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [presenceClass, poolId])
      this.#dropped.delete(poolId)
    }
    for (const [poolId, wish] of this.#wishes) {
      if (wish.isHeld || !(await tryLock(client, poolId))) continue
      wish.isHeld = true
      wish.held.resolve()
    }
  }

  async #connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...quietConnection,
      connectionString: this.#ownerUrl,
      application_name: 'kaopei-worker-presence',
    })
    fresh.on('error', () => this.#lose(fresh))
    await fresh.connect()
    this.#client = fresh
    return fresh
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    for (const wish of this.#wishes.values()) wish.isHeld = false
    this.#nudge.resolve()
    client.end().catch(() => undefined) // it may be gone already
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, tryAgainMs))
}

async function tryLock(client: pg.Client, poolId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as is_held', [
    presenceClass,
    poolId,
  ])
  return rows[0]?.is_held ?? false
}
