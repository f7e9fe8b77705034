import { firstSecondsOf, type Range, type Ranges, rangesOf, secondsOf, unionOf, without } from './ranges.ts'

const fastestRate = 2
const toleranceFactor = 1.05
const toleranceSeconds = 1
/** A report that stands for less than this has only its share of the tolerance: many small ones earn no more than one. */
const fullToleranceSpan = 5

/** So many seconds of content can have been played in that much of a person's own time (`takeTime`) at that rate. */
export function allowedSeconds(spanSeconds: number, rate: number): number {
  const playable = Number.isFinite(rate) ? Math.min(Math.max(0, rate), fastestRate) : 1
  const tolerance = toleranceSeconds * Math.min(1, spanSeconds / fullToleranceSpan)
  return spanSeconds * playable * toleranceFactor + tolerance
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
  { spanSeconds, rate, lengthSeconds }: { spanSeconds: number; rate: number; lengthSeconds: number },
): Credit {
  const said = played.flatMap((one) => rangesOf([one], lengthSeconds))
  const kept = firstSecondsOf(said, Math.floor(allowedSeconds(spanSeconds, rate)))
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

/**
 * Of a film that may not be skipped through only what joins its beginning counts. What was seen before stays seen. `starts`: where several begin that count
 * one behind the other.
 */
export function withoutSkipped(credited: Ranges, watched: Ranges, starts: readonly number[] = [0]): Ranges {
  const seen = unionOf(watched, credited)
  const whole = starts.flatMap((begin, index): Range[] => {
    const reached = seen.find(([from, until]) => from <= begin && begin < until)?.[1] ?? begin
    const end = Math.min(reached, starts[index + 1] ?? reached)
    return credited.flatMap(([from, until]): Range[] =>
      from < end && until > begin ? [[Math.max(from, begin), Math.min(until, end)]] : [],
    )
  })
  return unionOf(whole, [])
}

/** Seconds that a page was in view; pages count from 0. */
export type PageSeconds = readonly [page: number, seconds: number]

export const pagesAtOnce = 2

/** Of pages each can have been in view for all of the time, and two beside each other; the newest beyond it is cut. */
export function creditOfPages(
  said: readonly PageSeconds[],
  { spanSeconds, pageCount }: { spanSeconds: number; pageCount: number },
): PageSeconds[] {
  const allowed = Math.floor(allowedSeconds(spanSeconds, 1))
  let left = allowed * pagesAtOnce
  return said.flatMap(([page, seconds]): PageSeconds[] => {
    if (page >= pageCount) return []
    const kept = Math.min(seconds, allowed, left)
    left -= kept
    return kept > 0 ? [[page, kept]] : []
  })
}

const sum = (ranges: readonly Range[]) => ranges.reduce((total, [from, until]) => total + until - from, 0)
