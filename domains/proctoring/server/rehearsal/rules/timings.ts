import type { Timing } from '../../../contract/rehearsal/run.ts'

/** Nearest rank, of milliseconds; 0 of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0)
}

export function timingOf(milliseconds: readonly number[], errors: number): Timing {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number) => percentile([...sorted], share)
  return { count: milliseconds.length, errors, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
