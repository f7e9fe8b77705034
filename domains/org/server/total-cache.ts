/** Totals that took long to count, kept for a few seconds so that turning pages does not count again. Cheap totals are never kept: they stay exact. */
const keepMs = 5_000
const slowMs = 25
const mostEntries = 500

interface Entry {
  readonly total: number
  readonly until: number
}

const totals = new Map<string, Map<string, Entry>>()

export function knownTotal(companyId: string, filter: string, nowMs: number): number | undefined {
  const entry = totals.get(companyId)?.get(filter)
  return entry && entry.until > nowMs ? entry.total : undefined
}

export function keepTotal(companyId: string, filter: string, counted: { total: number; tookMs: number; nowMs: number }): void {
  if (counted.tookMs < slowMs) return
  if (totals.size >= mostEntries) totals.clear()
  const own = totals.get(companyId) ?? new Map<string, Entry>()
  if (own.size >= mostEntries) own.clear()
  own.set(filter, { total: counted.total, until: counted.nowMs + keepMs })
  totals.set(companyId, own)
}

/** After a change of people: this process shows it at once, others within the seconds above. */
export function forgetTotals(companyId: string): void {
  totals.delete(companyId)
}
