import type { RawServices } from '../implement.ts'

const longestPauseMs = 600_000

/** Companies where something failed: tried again after a pause that grows, while the others go on. */
export class Troubles {
  readonly #what: string
  readonly #waiting = new Map<string, { readonly failures: number; readonly retryAt: number }>()

  constructor(what: string) {
    this.#what = what
  }

  /** What `work` answers; undefined where it failed or still waits. */
  async guard<T>({ log }: Pick<RawServices, 'log'>, companyId: string, work: () => Promise<T>): Promise<T | undefined> {
    const before = this.#waiting.get(companyId)
    if (before && before.retryAt > Date.now()) return undefined
    try {
      const done = await work()
      this.#waiting.delete(companyId)
      return done
    } catch (error) {
      const failures = (before?.failures ?? 0) + 1
      this.#waiting.set(companyId, { failures, retryAt: Date.now() + Math.min(longestPauseMs, 500 * 2 ** failures) })
      log.error({ err: error, companyId, work: this.#what }, 'work of a company failed, trying again later')
      return undefined
    }
  }
}
