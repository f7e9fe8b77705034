import { firstSecondsOf, type Ranges, secondsOf, unionOf, without } from './ranges.ts'

/**
 * The time of one person that reports of playing have used, in milliseconds, whatever the task: an hour of somebody is counted once, however many tabs
 * and devices tell of it.
 */
export interface OwnTime {
  readonly used: Ranges
  /** When the last report that was not kept offline came. */
  readonly lastMs: number | null
}

export type ReportTime =
  /** It tells of what happened until now. `isFirst` of its session. */
  | { readonly kind: 'live'; readonly nowMs: number; readonly isFirst: boolean; readonly sessionBeganMs: number }
  /** It was kept on the device while it was offline: its own span by the device's clock. */
  | { readonly kind: 'late'; readonly nowMs: number; readonly ownSpanMs: number; readonly sessionBeganMs: number }

export interface TakenTime {
  readonly spanSeconds: number
  readonly own: OwnTime
}

const firstMs = 10_000
const longestMs = 60_000
/** Reports are kept on a device so long. */
const horizonMs = 7 * 86_400_000

/**
 * So much of a person's time a report can stand for. One that comes at once stands for the time since the last of whatever task, at most a minute, a
 * session's first at most 10 s, and never for more than since its session began. One that was kept stands for its own span, taken from what is unused since its session began: neither a wrong
 * clock nor the order in which such reports come makes more of it than has passed.
 */
export function takeTime(own: OwnTime, report: ReportTime): TakenTime {
  const oldest = report.nowMs - horizonMs
  const taken = report.kind === 'live' ? liveTime(own, report) : lateTime(own, report, oldest)
  const used = without(unionOf(own.used, taken.used), [[Number.NEGATIVE_INFINITY, oldest]])
  const lastMs = report.kind === 'live' ? Math.max(own.lastMs ?? report.nowMs, report.nowMs) : own.lastMs
  return { spanSeconds: secondsOf(taken.free) / 1000, own: { used, lastMs } }
}

interface Piece {
  readonly free: Ranges
  readonly used: Ranges
}

function liveTime({ used, lastMs }: OwnTime, { nowMs, isFirst, sessionBeganMs }: Extract<ReportTime, { kind: 'live' }>): Piece {
  const from = Math.max(lastMs ?? 0, sessionBeganMs, nowMs - (isFirst ? firstMs : longestMs))
  const window: Ranges = from < nowMs ? [[from, nowMs]] : []
  return { free: without(window, used), used: window }
}

function lateTime(
  { used }: OwnTime,
  { nowMs, ownSpanMs, sessionBeganMs }: Extract<ReportTime, { kind: 'late' }>,
  oldest: number,
): Piece {
  const from = Math.max(sessionBeganMs, oldest)
  const unused = without(from < nowMs ? [[from, nowMs]] : [], used)
  const free = firstSecondsOf(unused, Math.min(ownSpanMs, longestMs))
  return { free, used: free }
}
