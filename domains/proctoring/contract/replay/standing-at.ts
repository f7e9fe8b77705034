/** What stood at a moment of an attempt. Tracks are prepared once; a moment is then found by halves. Milliseconds. */
export interface AnswerMark {
  readonly at: number
  readonly slot: number
  readonly rev: number
  /** False: it came late, or lost to another, and counted for nothing. */
  readonly counts: boolean
  readonly text: string
}

interface Span {
  readonly from: number
  readonly until: number
}

export interface Tracks<Event extends { readonly at: number }, Absence extends Span> {
  readonly answers: readonly AnswerMark[]
  readonly events: readonly Event[]
  readonly absences: readonly Absence[]
  readonly offline: readonly Span[]
  readonly pauses: readonly Span[]
}

export interface Prepared<Event extends { readonly at: number }, Absence extends Span> extends Tracks<Event, Absence> {
  readonly bySlot: ReadonlyMap<number, readonly AnswerMark[]>
}

export interface StandingAt<Event, Absence> {
  /** Of each question that had an answer by then the last one that counted. */
  readonly answers: ReadonlyMap<number, AnswerMark>
  /** The question that was answered last. */
  readonly lastSlot: number | null
  readonly absence: Absence | null
  readonly isOffline: boolean
  readonly isPaused: boolean
  /** What had happened by then, the latest first, up to some. */
  readonly events: readonly Event[]
}

export function prepareTracks<Event extends { readonly at: number }, Absence extends Span>(
  tracks: Tracks<Event, Absence>,
): Prepared<Event, Absence> {
  return { ...tracks, bySlot: Map.groupBy(tracks.answers, ({ slot }) => slot) }
}

const mostEvents = 12

export function standingAt<Event extends { readonly at: number }, Absence extends Span>(
  { answers, bySlot, events, absences, offline, pauses }: Prepared<Event, Absence>,
  at: number,
): StandingAt<Event, Absence> {
  const standing = new Map<number, AnswerMark>()
  for (const [slot, marks] of bySlot) {
    const last = marks.slice(0, countUntil(marks, at)).findLast(({ counts }) => counts)
    if (last) standing.set(slot, last)
  }
  const passed = countUntil(events, at)
  const holds = ({ from, until }: Span) => from <= at && at < until
  return {
    answers: standing,
    lastSlot: answers[countUntil(answers, at) - 1]?.slot ?? null,
    absence: absences.find(holds) ?? null,
    isOffline: offline.some(holds),
    isPaused: pauses.some(holds),
    events: events.slice(Math.max(0, passed - mostEvents), passed).reverse(),
  }
}

/** How many are at this moment or before, of a list in the order of time. */
export function countUntil(marks: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
