/**
 * Until when a candidate may work. Instants are UTC and come from the server; a client's clock only advises.
 * One formula serves the start of an attempt, every change of times while it runs, and the check of each saved answer.
 */

/** What an owner lays down of an attempt's time. */
export interface TimeTerms {
  /** Nobody works longer, but for pauses; null: no such moment. */
  readonly closeAt: Date | null
  /** From the start; 0: no limit. */
  readonly limitMinutes: number
}

export interface Pause {
  readonly from: Date
  readonly until: Date | null
  /** Granted beside the pause for starting again; pauses that touch grant the longest of theirs once. */
  readonly restartMinutes?: number
}

/**
 * The moment when the time that was not stopped since the start reaches the limit, or the time from the start to the close; what comes first. A stop
 * within an extension counts too, one that begins later does not. An absent term is left out, and with none there is no deadline. `now`: how far a
 * pause that still runs has come.
 */
export function dueAt(
  { closeAt, limitMinutes }: TimeTerms,
  { startedAt, pauses = [], now = startedAt }: { startedAt: Date; pauses?: readonly Pause[]; now?: Date },
): Date | null {
  const ends = [closeAt, limitMinutes === 0 ? null : after(startedAt, limitMinutes * minute)].filter((end) => end !== null)
  const first = earliest(ends)
  if (first === undefined) return null
  let due = first.getTime()
  for (const stop of stopsOf(pauses, { startedAt, now })) {
    if (stop.from >= due) break
    due += stop.until - stop.from + stop.restartMinutes * minute
  }
  return new Date(due)
}

interface Stop {
  from: number
  until: number
  restartMinutes: number
}

/** Since the start, in their order, those that overlap or touch as one. */
function stopsOf(pauses: readonly Pause[], { startedAt, now }: { startedAt: Date; now: Date }): Stop[] {
  const spans = pauses
    .map(({ from, until, restartMinutes = 0 }) => ({
      from: Math.max(from.getTime(), startedAt.getTime()),
      until: (until ?? now).getTime(),
      restartMinutes,
    }))
    .filter(({ from, until }) => until > from)
    .sort((one, other) => one.from - other.from)
  const stops: Stop[] = []
  for (const span of spans) {
    const last = stops.at(-1)
    if (last === undefined || span.from > last.until) {
      stops.push(span)
      continue
    }
    last.until = Math.max(last.until, span.until)
    last.restartMinutes = Math.max(last.restartMinutes, span.restartMinutes)
  }
  return stops
}

/** Milliseconds of stopped clock since the start; pauses that overlap count once, one that still runs counts up to now. */
export function pausedMilliseconds(pauses: readonly Pause[], during: { startedAt: Date; now: Date }): number {
  return stopsOf(pauses, during).reduce((sum, { from, until }) => sum + until - from, 0)
}

/** Network grace on top of the deadline; Moodle gives 60 s, Artemis 180 s. */
export const defaultGraceSeconds = 60

export type WriteVerdict = 'onTime' | 'inGrace' | 'late'

/** accept = now ≤ due + grace. What comes late is kept as evidence, not as an answer. */
export function judgeWrite(now: Date, due: Date | null, graceSeconds = defaultGraceSeconds): WriteVerdict {
  if (due === null || now <= due) return 'onTime'
  return now <= after(due, graceSeconds * second) ? 'inGrace' : 'late'
}

/** When the server closes an attempt that nobody handed in: only after the grace, so that no acknowledged save is cut off. */
export function isOverdue(now: Date, due: Date | null, graceSeconds = defaultGraceSeconds): boolean {
  return judgeWrite(now, due, graceSeconds) === 'late'
}

/** The finish time on record: of a swept attempt, and of one handed in within the grace, the due time and not the sweep's. */
export function finishedAt(now: Date, due: Date | null): Date {
  return due !== null && now > due ? due : now
}

/** Milliseconds left for display, never negative; null without a deadline. */
export function millisecondsLeft(now: Date, due: Date | null): number | null {
  return due === null ? null : Math.max(0, due.getTime() - now.getTime())
}

const shortestNotice = 2

/**
 * The deadline after a change of times. A shortened one never lies in the past: the candidate has two minutes from now, or what was left
 * when that is less.
 */
export function changedDue(oldDue: Date | null, newDue: Date | null, now: Date): { due: Date | null; warning: string | null } {
  if (newDue === null || (oldDue !== null && newDue >= oldDue)) return { due: newDue, warning: null }
  const notice = after(now, shortestNotice * minute)
  const atLeast = oldDue !== null && oldDue < notice ? oldDue : notice
  if (newDue >= atLeast) return { due: newDue, warning: null }
  return { due: atLeast, warning: `新的截止时间早于当前时间，已为考生保留 ${shortestNotice} 分钟的交卷时间` }
}

/** The deadline after the clock stood still: never in the past, and a shortened one leaves notice as any other change does. */
export function movedDue(oldDue: Date | null, newDue: Date | null, now: Date): { due: Date | null; warning: string | null } {
  if (newDue !== null && newDue < now && (oldDue === null || newDue >= oldDue))
    return { due: after(now, shortestNotice * minute), warning: null }
  return changedDue(oldDue, newDue, now)
}

const second = 1000
const minute = 60 * second

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.reduce<Date | undefined>((best, date) => (best === undefined || date < best ? date : best), undefined)
}

function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds)
}
