import type { RawServices } from '../calls/implement.ts'
import { type Db, inTransaction } from '../database/db.ts'

const longestPauseMs = 600_000
const forgottenMs = 3_600_000

/** A company, or one thing of it. */
export interface Subject {
  readonly companyId: string
  readonly id?: string
}

type Logging = Pick<RawServices, 'log'>
type Working = Pick<RawServices, 'log' | 'pool'>

interface Waiting {
  readonly failures: number
  readonly retryAt: number
}

/**
 * Where work that nobody waits for has failed: logged, and tried again after a pause that grows, while all others go on. One of these belongs to one sweep or
 * backlog of this process. Whoever looks for a batch looks for `size` more, so that those that wait do not stand in front for ever.
 */
export class Troubles {
  readonly #what: string
  readonly #waiting = new Map<string, Waiting>()

  /** `<room>.<what it does>` */
  constructor(what: string) {
    this.#what = what
  }

  get size(): number {
    return this.#waiting.size
  }

  /** What `work` answers; undefined where it failed or still waits. */
  async guard<T>({ log }: Logging, subject: Subject, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#waits(subject)) return undefined
    try {
      const done = await work()
      this.#waiting.delete(keyOf(subject))
      return done
    } catch (error) {
      this.#remember(subject)
      log.error({ err: error, companyId: subject.companyId, id: subject.id, work: this.#what }, 'work failed, trying again later')
      return undefined
    }
  }

  /** Each in a transaction of its own. Answers how many were done; `work` says false where there was nothing to do. */
  async each<S extends Subject>(
    { pool, log }: Working,
    subjects: readonly S[],
    work: (db: Db, subject: S) => Promise<unknown>,
  ): Promise<number> {
    let done = 0
    for (const subject of subjects) {
      const answer = await this.guard({ log }, subject, async () => ({
        is: await inTransaction(pool, subject.companyId, (db) => work(db, subject)),
      }))
      if (answer && answer.is !== false) done += 1
    }
    return done
  }

  /** Those of a company in one transaction, where that is cheaper; when it fails, each alone. Answers how many were done. */
  async together<S extends Subject>(
    services: Working,
    subjects: readonly S[],
    work: (db: Db, subjects: readonly S[]) => Promise<unknown>,
  ): Promise<number> {
    let done = 0
    for (const [companyId, all] of Map.groupBy(subjects, (one) => one.companyId)) {
      const due = all.filter((one) => !this.#waits(one))
      if (due.length === 0) continue
      try {
        await inTransaction(services.pool, companyId, (db) => work(db, due))
        for (const one of due) this.#waiting.delete(keyOf(one))
        done += due.length
      } catch {
        // Alone the one that it failed for says what is wrong.
        done += await this.each(services, due, async (db, one) => void (await work(db, [one])))
      }
    }
    return done
  }

  #waits(subject: Subject): boolean {
    return (this.#waiting.get(keyOf(subject))?.retryAt ?? 0) > Date.now()
  }

  #remember(subject: Subject): void {
    const now = Date.now()
    // What has not come again for so long is gone.
    for (const [key, { retryAt }] of this.#waiting) if (retryAt + forgottenMs < now) this.#waiting.delete(key)
    const failures = (this.#waiting.get(keyOf(subject))?.failures ?? 0) + 1
    this.#waiting.set(keyOf(subject), { failures, retryAt: now + Math.min(longestPauseMs, 500 * 2 ** failures) })
  }
}

const keyOf = ({ companyId, id = '' }: Subject) => `${companyId}|${id}`
