import { inTransaction, type RawServices } from '@kaopei/server'
import { findAttempt } from '@kaopei/sitting/server'
import { agreedStreams } from './agreed.ts'
import type { PieceAddress } from './piece-address.ts'
import type { Wanted } from './wanted.ts'
import { findWatch } from './watch.sql.ts'

export interface AttemptFacts {
  readonly startedAt: Date
  readonly due: Date | null
  readonly graceSeconds: number
  readonly submittedAt: Date | null
  readonly streams: readonly Wanted[]
}

const keptMs = 10_000
const mostKept = 20_000

/** What is asked of each piece and hardly changes: read each ten seconds, not six times. */
export class AttemptFactsCache {
  readonly #known = new Map<string, { readonly facts: AttemptFacts; readonly until: number }>()

  async of(services: Pick<RawServices, 'pool'>, { companyId, attemptId }: PieceAddress): Promise<AttemptFacts | undefined> {
    const now = performance.now()
    const known = this.#known.get(attemptId)
    if (known && known.until > now) return known.facts
    const facts = await inTransaction(services.pool, companyId, async (db) => {
      const watch = await findWatch(db, attemptId)
      const attempt = watch && (await findAttempt(db, attemptId))
      return attempt && { ...attempt, streams: await agreedStreams(db, watch) }
    })
    // The oldest goes first: entries are in the order of their reading.
    this.#known.delete(attemptId)
    if (this.#known.size >= mostKept) for (const oldest of this.#known.keys()) return this.#dropAndKeep(oldest, attemptId, facts)
    return this.#keep(attemptId, facts)
  }

  #dropAndKeep(oldest: string, attemptId: string, facts: AttemptFacts | undefined): AttemptFacts | undefined {
    this.#known.delete(oldest)
    return this.#keep(attemptId, facts)
  }

  #keep(attemptId: string, facts: AttemptFacts | undefined): AttemptFacts | undefined {
    if (facts) this.#known.set(attemptId, { facts, until: performance.now() + keptMs })
    return facts
  }
}
