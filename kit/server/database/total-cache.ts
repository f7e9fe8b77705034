const keepMs = 5_000
const slowMs = 25
const mostEntries = 500

interface Entry {
  readonly total: number
  readonly until: number
}

/**
 * Totals of lists that took long to count, by company and filter, kept for a few seconds so that turning pages does not count again. Cheap
 * totals are never kept: they stay exact. Other processes show a change within those seconds.
 */
export class TotalCache {
  readonly #totals = new Map<string, Map<string, Entry>>()

  /** The total that is known, or what `count` answers. */
  async of(companyId: string, filter: string, count: () => Promise<number>): Promise<number> {
    const startMs = performance.now()
    const known = this.known(companyId, filter, startMs)
    if (known !== undefined) return known
    const total = await count()
    const nowMs = performance.now()
    this.keep(companyId, filter, { total, tookMs: nowMs - startMs, nowMs })
    return total
  }

  known(companyId: string, filter: string, nowMs: number): number | undefined {
    const entry = this.#totals.get(companyId)?.get(filter)
    return entry && entry.until > nowMs ? entry.total : undefined
  }

  keep(companyId: string, filter: string, counted: { total: number; tookMs: number; nowMs: number }): void {
    if (counted.tookMs < slowMs) return
    if (this.#totals.size >= mostEntries) this.#totals.clear()
    const own = this.#totals.get(companyId) ?? new Map<string, Entry>()
    if (own.size >= mostEntries) own.clear()
    own.set(filter, { total: counted.total, until: counted.nowMs + keepMs })
    this.#totals.set(companyId, own)
  }

  /** After a change in this process: the next page counts. */
  forget(companyId: string): void {
    this.#totals.delete(companyId)
  }
}
