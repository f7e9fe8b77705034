/** What an exam's times are for one candidate, and so the terms of their attempt. Instants are UTC. */
import type { TimeTerms } from '@kaopei/sitting/server'
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
  return new Date(times.closeAt.getTime() + added * 60_000)
}

export function timeTermsOf(times: EffectiveTimes): TimeTerms {
  return { closeAt: extendedClose(times), limitMinutes: extendedLimitMinutes(times) }
}
