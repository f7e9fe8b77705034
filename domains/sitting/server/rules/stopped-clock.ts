/** What an incident (power, network, alarm) does to an attempt: the clock stands still for a span, also when that is said afterwards. */
import { type AttemptState, isUnderWay } from './attempt-transition.ts'
import { dueAt, movedDue, type Pause, type TimeTerms } from './deadline.ts'

export interface StoppedSpan {
  readonly from: Date
  /** Null: it goes on. */
  readonly until: Date | null
  /** Minutes for starting again, beside the stop. */
  readonly restartMinutes: number
}

/** An attempt as it stands, without the span in question. */
export interface Clock extends TimeTerms {
  readonly state: AttemptState
  readonly startedAt: Date
  readonly due: Date | null
  readonly pauses: readonly Pause[]
  readonly submittedAt: Date | null
  readonly submitCause: string | null
  /** A person has given a mark already. */
  readonly isMarked: boolean
  /** The person has begun another attempt since. */
  readonly hasOtherOpen: boolean
}

/** Why nothing is done to an attempt. */
export type Untouched =
  | 'begunLater'
  | 'handedIn'
  | 'closedOtherwise'
  | 'marked'
  | 'otherOpen'
  | 'noTimeLost'
  | 'voided'
  | 'closed'
  | 'sameDue'
  /** A nearer deadline would leave less than the notice, and less is left already. */
  | 'noticeKept'

export type ClockOutcome =
  /** The deadline moves; `leftMs`: where it comes nearer. */
  | { readonly kind: 'moved'; readonly due: Date | null; readonly leftMs?: number }
  /** The clock stands still until the incident ends; `due`: if it ended now. */
  | { readonly kind: 'stopped'; readonly due: Date | null }
  /** Closed meanwhile by the server: may be opened again, with what was left. */
  | { readonly kind: 'reopened'; readonly due: Date | null; readonly leftMs: number }
  | { readonly kind: 'untouched'; readonly why: Untouched }

const serverCauses: ReadonlySet<string | null> = new Set(['timeout', 'timeUp', 'limit'])
const openableStates: ReadonlySet<AttemptState> = new Set([
  'submitted',
  'timeout_submitted',
  'forced_submitted',
  'auto_scored',
  'marked',
  'published',
])

export function stopClock(clock: Clock, span: StoppedSpan, now: Date): ClockOutcome {
  const end = span.until ?? now
  if (clock.startedAt >= end && !(span.until === null && isUnderWay(clock.state))) return untouched('begunLater')
  if (isUnderWay(clock.state)) return moveOpen(clock, span, now)
  return reopenClosed(clock, span, { end, now })
}

function moveOpen(clock: Clock, span: StoppedSpan, now: Date): ClockOutcome {
  const { due } = movedDue(clock.due, dueAt(clock, { ...clock, pauses: [...clock.pauses, span], now }), now)
  if (span.until === null) return { kind: 'stopped', due }
  return due?.getTime() === clock.due?.getTime() ? untouched('noTimeLost') : { kind: 'moved', due }
}

/**
 * Whoever handed in stays in. Who was closed by the server while the clock stood still gets back what was left when that began; who was closed
 * later by a deadline that had not moved yet gets what was lost.
 */
function reopenClosed(clock: Clock, span: StoppedSpan, { end, now }: { end: Date; now: Date }): ClockOutcome {
  const { state, submitCause, submittedAt } = clock
  if (state === 'voided') return untouched('voided')
  if (submittedAt === null || submitCause === 'manual') return untouched('handedIn')
  const isInside = submittedAt >= span.from && submittedAt < end
  if (!serverCauses.has(submitCause) || (submitCause === 'limit' && !isInside)) return untouched('closedOtherwise')
  const pauses = [...clock.pauses, { ...span, until: end }, { from: submittedAt, until: now }]
  const due = dueAt(clock, { ...clock, pauses, now })
  const leftMs = due === null ? 0 : due.getTime() - now.getTime()
  if (due !== null && leftMs <= 0) return untouched('noTimeLost')
  if (clock.isMarked || !openableStates.has(state)) return untouched('marked')
  if (clock.hasOtherOpen) return untouched('otherOpen')
  return { kind: 'reopened', due, leftMs }
}

function untouched(why: Untouched): ClockOutcome {
  return { kind: 'untouched', why }
}
