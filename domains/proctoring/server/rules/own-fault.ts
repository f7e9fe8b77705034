/**
 * Which of the gaps that a client has told are ours: it was told to record less, our store took nothing, or the clock stood still. A client's word is no
 * reason: each is held against what the servers have written of themselves.
 */
import type { RecordedEvent } from '@kaopei/sitting/server'
import { coverageOf, type Span } from './coverage.ts'
import { happenedAt } from './happened-at.ts'

export const faultKinds = ['load', 'storeDown'] as const
export type FaultKind = (typeof faultKinds)[number]
export type Because = FaultKind | 'paused'

export interface Fault extends Span {
  readonly kind: FaultKind
}

/** How long clients go by what they have heard, and what a device needs to notice that a store is back. */
export const marginMs: Readonly<Record<FaultKind, number>> = { load: 80_000, storeDown: 5 * 60_000 }

const capturing: ReadonlySet<string> = new Set(['captureGap', 'captureLost'])

export interface Excused {
  readonly eventId: string
  readonly because: Because
}

export function excusedOf(
  events: readonly RecordedEvent[],
  known: { readonly faults: readonly Fault[]; readonly pauses: readonly Span[]; readonly end: number },
): Excused[] {
  return events.flatMap((event) => {
    if (!capturing.has(event.type)) return []
    const until = (event.clientAt ?? event.at).getTime()
    const from = until - durationOf(event)
    const because = becauseOf(event, events, { ...known, claim: { from, until } })
    return because ? [{ eventId: event.id, because }] : []
  })
}

interface Claimed {
  readonly claim: Span
  readonly faults: readonly Fault[]
  readonly pauses: readonly Span[]
  readonly end: number
}

function becauseOf(event: RecordedEvent, events: readonly RecordedEvent[], { claim, faults, pauses, end }: Claimed) {
  if (pauses.some(({ from, until }) => claim.from >= from && claim.until <= until)) return 'paused'
  const kind = claimedKind(event)
  if (!kind) return undefined
  const isOpen = kind === 'load' && durationOf(event) === 0 && !events.some((later) => isEndOf(later, event))
  const margin = marginMs[kind]
  const ours = faults
    .filter((fault) => fault.kind === kind)
    .map(({ from, until }) => ({ from: from - margin, until: until + margin }))
  return isWithin({ from: claim.from, until: isOpen ? Math.max(end, claim.until) : claim.until }, ours, pauses) ? kind : undefined
}

/** What a client puts down to us; undefined: something else. */
export function claimedKind({ type, data: { detail } }: Pick<RecordedEvent, 'type' | 'data'>): FaultKind | undefined {
  const why = type === 'captureGap' && typeof detail === 'string' ? detail.split(':')[1] : undefined
  return faultKinds.find((kind) => kind === why)
}

/** Thinning is told when it begins, without a length, and when it is over. */
function isEndOf(later: RecordedEvent, begin: RecordedEvent): boolean {
  return later.data.detail === begin.data.detail && durationOf(later) > 0 && happenedAt(later) >= happenedAt(begin)
}

function isWithin(claim: Span, ours: readonly Span[], pauses: readonly Span[]): boolean {
  const isMoment = claim.until - claim.from < 2000
  if (isMoment) return ours.some(({ from, until }) => claim.from >= from && claim.until <= until)
  return coverageOf(claim, pauses, ours).holes.length === 0
}

const durationOf = ({ data: { durationMs } }: RecordedEvent): number => (typeof durationMs === 'number' ? durationMs : 0)

/** The events that were found to be ours. */
export function excusedIn(events: readonly RecordedEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, data: { eventId } }) => (type === excusedType && typeof eventId === 'string' ? [eventId] : [])),
  )
}

export const excusedType = 'captureExcused'
