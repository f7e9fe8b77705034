/**
 * Until when a candidate may work (domain.md §4). Instants are UTC and come from the server; a client's clock only advises.
 * One formula serves the start of an attempt, every change of times while it runs, and the check of each saved answer.
 */

import { mergedOverride, noClose, type TimeOverride } from './override.ts'

/** Fields of 0 mean "no limit" and beat any number. `closeAt` null: the exam stays open. */
export type TimeSettings = {
  openAt: Date | null
  closeAt: Date | null
  limitMinutes: number
  attemptsAllowed: number
  extraPercent: number
  extraMinutes: number
}

export type EffectiveTimes = TimeSettings & {
  /** The close was set for this very candidate or group, so extra time does not move it further. */
  hasOwnClose: boolean
}

/** The exam's times with what a candidate has instead; without groups `candidate` may be merged already (`exam.own_times`). */
export function effectiveTimes(
  exam: TimeSettings,
  groups: readonly TimeOverride[],
  candidate: TimeOverride | null,
): EffectiveTimes {
  const own = mergedOverride(groups, candidate)
  return {
    openAt: own.openAt ?? exam.openAt,
    closeAt: own.closeAt === noClose ? null : (own.closeAt ?? exam.closeAt),
    limitMinutes: own.limitMinutes ?? exam.limitMinutes,
    attemptsAllowed: own.attemptsAllowed ?? exam.attemptsAllowed,
    extraPercent: own.extraPercent ?? exam.extraPercent,
    extraMinutes: own.extraMinutes ?? exam.extraMinutes,
    hasOwnClose: own.closeAt !== null,
  }
}

/** limit' = ceil(limit × (1 + pct/100)) + minutes; 0 stays "no limit". */
export function extendedLimitMinutes({
  limitMinutes,
  extraPercent,
  extraMinutes,
}: Pick<TimeSettings, 'limitMinutes' | 'extraPercent' | 'extraMinutes'>): number {
  if (limitMinutes === 0) return 0
  // Multiplied before dividing: 100 × 1.1 is 110.00000000000001, and its ceiling a minute too long.
  return Math.ceil((limitMinutes * (100 + extraPercent)) / 100) + extraMinutes
}

/** close' = close + (limit' − limit), unless the close is the candidate's own. Without a limit the extra minutes alone are added. */
export function extendedClose(times: EffectiveTimes): Date | null {
  if (times.closeAt === null) return null
  if (times.hasOwnClose) return times.closeAt
  const added = times.limitMinutes === 0 ? times.extraMinutes : extendedLimitMinutes(times) - times.limitMinutes
  return after(times.closeAt, added * minute)
}

/** due = min(close', start + limit') + pauses; an absent term is left out, and with none there is no deadline. */
export function dueAt(times: EffectiveTimes, { startedAt, pausedMs = 0 }: { startedAt: Date; pausedMs?: number }): Date | null {
  const limit = extendedLimitMinutes(times)
  const ends = [extendedClose(times), limit === 0 ? null : after(startedAt, limit * minute)].filter((end) => end !== null)
  const first = earliest(ends)
  return first === undefined ? null : after(first, pausedMs)
}

export type Pause = { from: Date; until: Date | null }

/** Milliseconds of stopped clock since the start; pauses that overlap count once, one that still runs counts up to now. */
export function pausedMilliseconds(pauses: readonly Pause[], { startedAt, now }: { startedAt: Date; now: Date }): number {
  const spans = pauses
    .map(({ from, until }) => ({ from: Math.max(from.getTime(), startedAt.getTime()), until: (until ?? now).getTime() }))
    .sort((a, b) => a.from - b.from)
  let [total, covered] = [0, -Infinity]
  for (const { from, until } of spans) {
    total += Math.max(0, until - Math.max(from, covered))
    covered = Math.max(covered, until)
  }
  return total
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

const second = 1000
const minute = 60 * second

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.reduce<Date | undefined>((best, date) => (best === undefined || date < best ? date : best), undefined)
}

function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds)
}
