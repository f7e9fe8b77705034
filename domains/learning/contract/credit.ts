import { firstSecondsOf, type Range, type Ranges, rangesOf, secondsOf, without } from './ranges.ts'

/** How much time may have passed for a report of playing. All in seconds of the server's clock, but where it says otherwise. */
export type Elapsed =
  /** The first report of a session. */
  | { readonly kind: 'first' }
  /** Since this person's last accepted report of any task: two tabs share one clock. */
  | { readonly kind: 'live'; readonly sinceLast: number }
  /** Kept on the device while it was offline: its own span by the device's clock, at most what passed since the session's last report. */
  | { readonly kind: 'late'; readonly ownSpan: number; readonly sinceSession: number }

const firstSeconds = 10
const longestSpan = 60
const fastestRate = 2
const toleranceFactor = 1.05
const toleranceSeconds = 1

/** So many seconds of content can have been played in that time at that rate. */
export function allowedSeconds(elapsed: Elapsed, rate: number): number {
  const span = Math.min(Math.max(0, spanOf(elapsed)), longestSpan)
  const playable = Number.isFinite(rate) ? Math.min(Math.max(0, rate), fastestRate) : 1
  return span * playable * toleranceFactor + toleranceSeconds
}

function spanOf(elapsed: Elapsed): number {
  if (elapsed.kind === 'first') return firstSeconds
  return elapsed.kind === 'live' ? elapsed.sinceLast : Math.min(elapsed.ownSpan, elapsed.sinceSession)
}

export interface Credit {
  readonly credited: Ranges
  /** Whole seconds that were said to be played and cannot have been. */
  readonly cutSeconds: number
}

/**
 * What counts of a report of playing: the clock allows so much, the newest beyond it is cut, the rest stays. A report is never refused as a
 * whole, or an honest learner with a jumping clock would lose what they did.
 */
export function creditOf(
  played: readonly Range[],
  { elapsed, rate, lengthSeconds }: { elapsed: Elapsed; rate: number; lengthSeconds: number },
): Credit {
  const said = played.flatMap((one) => rangesOf([one], lengthSeconds))
  const kept = firstSecondsOf(said, Math.floor(allowedSeconds(elapsed, rate)))
  return { credited: rangesOf(kept, lengthSeconds), cutSeconds: sum(said) - sum(kept) }
}

export interface LearnedTime {
  readonly newSeconds: number
  /** Seen again; all repetitions of a task together count at most its length once. */
  readonly repeatedSeconds: number
}

export function learnedTime(
  credited: Ranges,
  { watched, repeatedBefore, lengthSeconds }: { watched: Ranges; repeatedBefore: number; lengthSeconds: number },
): LearnedTime {
  const newSeconds = secondsOf(without(credited, watched))
  const repeated = secondsOf(credited) - newSeconds
  return { newSeconds, repeatedSeconds: Math.min(repeated, Math.max(0, lengthSeconds - repeatedBefore)) }
}

const sum = (ranges: readonly Range[]) => ranges.reduce((total, [from, until]) => total + until - from, 0)
