/** How much of what should have been recorded was recorded. Instants are milliseconds. */
export interface Span {
  readonly from: number
  readonly until: number
}

export interface Coverage {
  readonly expectedSeconds: number
  readonly coveredSeconds: number
  readonly holes: readonly Span[]
}

/** Of films shorter ones are between two recorders. */
const betweenFilmsMs = 2000

/** Of the time under way without pauses and exemptions (`apart`) that which lies in no piece, however often pieces overlap; what is shorter than `leastHoleMs` is no hole. */
export function coverageOf(
  underWay: Span,
  apart: readonly Span[],
  pieces: readonly Span[],
  leastHoleMs = betweenFilmsMs,
): Coverage {
  const expected = without([underWay], united(apart))
  const holes = without(expected, united(pieces)).filter(({ from, until }) => until - from >= leastHoleMs)
  const expectedMs = lengthOf(expected)
  return { expectedSeconds: expectedMs / 1000, coveredSeconds: (expectedMs - lengthOf(holes)) / 1000, holes }
}

/** Floored to whole percent, as the product's other shares are; nothing expected is nothing missing. */
export function coveragePercent({ expectedSeconds, coveredSeconds }: Coverage): number {
  return expectedSeconds <= 0 ? 100 : Math.floor((coveredSeconds / expectedSeconds) * 100)
}

function united(spans: readonly Span[]): Span[] {
  const result: { from: number; until: number }[] = []
  for (const { from, until } of spans.filter((span) => span.until > span.from).toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else result.push({ from, until })
  }
  return result
}

/** `spans` and `taken` are in order, each without overlaps. */
function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  return spans.flatMap(({ from, until }) => {
    const rest: Span[] = []
    let at = from
    for (const span of taken) {
      if (span.until <= at || span.from >= until) continue
      if (span.from > at) rest.push({ from: at, until: span.from })
      at = span.until
    }
    if (at < until) rest.push({ from: at, until })
    return rest
  })
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, until }) => sum + until - from, 0)
}
