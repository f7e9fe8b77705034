/** Half-open spans of time, in milliseconds: the end does not belong to them. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** In order, those that touch or overlap as one. */
export function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

export function minus(spans: readonly Span[], taken: readonly Span[]): Span[] {
  let left = union(spans)
  for (const { from, to } of union(taken))
    left = left.flatMap((span) =>
      to <= span.from || span.to <= from
        ? [span]
        : [
            { from: span.from, to: Math.min(span.to, from) },
            { from: Math.max(span.from, to), to: span.to },
          ].filter((part) => part.from < part.to),
    )
  return left
}

export function within(spans: readonly Span[], { from, to }: Span): Span[] {
  return union(spans.map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) })))
}

export const meets = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to
