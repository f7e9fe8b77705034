/** The door for incidents: clocks of many attempts stand still for a span, now or said afterwards, and what is given can be taken back. */
import { type Db, emit } from '@kaopei/server'
import { attemptVoided } from '../events.ts'
import { isUnderWay } from '../rules/attempt-transition.ts'
import { dueAt, movedDue } from '../rules/deadline.ts'
import { type ClockOutcome, type StoppedSpan, stopClock } from '../rules/stopped-clock.ts'
import type { Owner } from '../terms.ts'
import { moveDeadlines } from '../watching/acts.service.ts'
import { noteStops } from '../watching/pauses.sql.ts'
import {
  type AttemptClock,
  holdClocks,
  insertStops,
  moveOn,
  moveToPaused,
  type NewStop,
  type StopFacts,
  selectClocks,
  selectStopped,
  updateGivenBack,
  updateStopsEnd,
} from './clocks.sql.ts'

export interface PlannedClock {
  readonly clock: AttemptClock
  readonly outcome: ClockOutcome
}

export interface ClockPlan {
  readonly owner: Owner
  readonly staffIds: readonly string[]
  readonly span: StoppedSpan
  readonly now: Date
}

/** What a stop would do to everybody's newest attempt. Who has not begun is absent. */
export async function planStop(db: Db, { owner, staffIds, span, now }: ClockPlan): Promise<PlannedClock[]> {
  const clocks = await selectClocks(db, { owner, staffIds })
  return clocks.map((clock) => ({ clock, outcome: stopClock(clock, span, now) }))
}

export interface Stopping extends ClockPlan, Omit<StopFacts, 'restartMinutes' | 'now'> {
  /** Whether this attempt, closed meanwhile, is opened again. */
  readonly reopens: (attemptId: string) => boolean
  /** Whether it is still what somebody has agreed to. */
  readonly isAgreed?: (planned: readonly PlannedClock[]) => boolean
}

/**
 * The same, done in this transaction; the attempts are held from the beginning. Answers what was done to whom; undefined: it is not what was agreed to,
 * and nothing is done.
 */
export async function stopClocks(db: Db, stopping: Stopping): Promise<PlannedClock[] | undefined> {
  const { owner, staffIds, span, now, reopens } = stopping
  await holdClocks(db, { owner, staffIds })
  const planned = await planStop(db, { owner, staffIds, span, now })
  if (stopping.isAgreed?.(planned) === false) return undefined
  const facts: StopFacts = { ...stopping, restartMinutes: span.restartMinutes }
  const done = planned.filter(
    ({ clock, outcome }) => outcome.kind !== 'untouched' && (outcome.kind !== 'reopened' || reopens(clock.attemptId)),
  )
  await giveBack(db, done, { ...facts, owner })
  const stops = done.map(({ clock }): NewStop => stopOf(clock, span))
  if (stops.length === 0) return done
  await insertStops(db, stops, facts)
  const ids = stops.map(({ attemptId }) => attemptId)
  await noteStops(db, { attemptIds: ids, actorId: facts.actorId, now })
  if (span.until === null) await moveToPaused(db, ids, facts)
  await moveDeadlines(db, { attemptIds: ids, actorId: facts.actorId, now })
  return done
}

function stopOf({ attemptId, startedAt }: AttemptClock, { from, until }: StoppedSpan): NewStop {
  return { attemptId, from: from > startedAt ? from : startedAt, until }
}

async function giveBack(db: Db, done: readonly PlannedClock[], facts: StopFacts & { readonly owner: Owner }): Promise<void> {
  const given = done.flatMap(({ clock, outcome }) =>
    outcome.kind === 'reopened'
      ? [{ attemptId: clock.attemptId, state: clock.state, due: outcome.due, leftMs: outcome.leftMs }]
      : [],
  )
  if (given.length === 0) return
  await updateGivenBack(db, given, facts)
  const { kind: ownerKind, id: ownerId } = facts.owner
  // Markers lay down what they have of them.
  for (const { clock, outcome } of done)
    if (outcome.kind === 'reopened' && clock.hasSubjective && clock.state === 'auto_scored')
      await emit(db, attemptVoided, db.companyId, { ownerKind, ownerId, attemptId: clock.attemptId, isVoided: true })
}

/** Each once: an attempt may have been in it more than once. */
const idsOf = (rows: readonly { id: string }[]): string[] => [...new Set(rows.map(({ id }) => id))]

export type StopEnd = Omit<StopFacts, 'restartMinutes'> & {
  /** Only of these attempts. */
  readonly attemptIds?: readonly string[]
}

/** The stop is over at this moment: clocks that nothing else stops go on. Answers whose. */
export async function endStops(db: Db, end: StopEnd & { readonly until: Date }): Promise<string[]> {
  const ended = await updateStopsEnd(db, { incidentId: end.incidentId, attemptIds: end.attemptIds, until: end.until })
  const ids = idsOf(ended)
  await noteStops(db, { ...end, attemptIds: ids })
  await moveOn(db, ids, end)
  await moveDeadlines(db, { ...end, attemptIds: ids })
  return ids
}

/** As if it had never been: deadlines go back, with two minutes' notice or what was left when that is less. Answers whose stop it was. */
export async function takeBackStops(db: Db, end: StopEnd): Promise<string[]> {
  const standing = (await selectStopped(db, end.incidentId)).filter(({ isOpen }) => isOpen)
  // What was left is counted from a deadline that has come as far as the stop.
  await moveDeadlines(db, { ...end, attemptIds: idsOf(standing.map(({ attemptId }) => ({ id: attemptId }))) })
  const taken = await updateStopsEnd(db, { incidentId: end.incidentId, attemptIds: end.attemptIds, until: null })
  const ids = idsOf(taken)
  await noteStops(db, { ...end, attemptIds: ids })
  await moveOn(db, ids, end)
  await moveDeadlines(db, { ...end, attemptIds: ids })
  return ids
}

/** What taking an incident back would do: the deadline of each open attempt without it. */
export async function planTakingBack(
  db: Db,
  { owner, staffIds, incidentId, now }: { owner: Owner; staffIds: readonly string[]; incidentId: string; now: Date },
): Promise<PlannedClock[]> {
  const stopped = new Set((await selectStopped(db, incidentId)).map(({ attemptId }) => attemptId))
  const standing = new Map((await selectClocks(db, { owner, staffIds })).map((clock) => [clock.attemptId, dueNow(clock, now)]))
  const clocks = await selectClocks(db, { owner, staffIds, without: incidentId })
  return clocks
    .filter(({ attemptId }) => stopped.has(attemptId))
    .map((found) => ({ ...found, due: standing.get(found.attemptId) ?? null }))
    .map((clock) => ({ clock, outcome: withoutStop(clock, now) }))
}

/** While a clock stands still its deadline moves on. */
function dueNow(clock: AttemptClock, now: Date): Date | null {
  return clock.state === 'paused' ? movedDue(clock.due, dueAt(clock, { ...clock, now }), now).due : clock.due
}

function withoutStop(clock: AttemptClock, now: Date): ClockOutcome {
  if (!isUnderWay(clock.state)) return { kind: 'untouched', why: 'closed' }
  const { due, warning } = movedDue(clock.due, dueAt(clock, { ...clock, now }), now)
  if (due?.getTime() === clock.due?.getTime()) return { kind: 'untouched', why: warning === null ? 'sameDue' : 'noticeKept' }
  return { kind: 'moved', due, ...(due && { leftMs: Math.max(0, due.getTime() - now.getTime()) }) }
}
