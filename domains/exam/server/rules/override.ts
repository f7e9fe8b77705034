import { z } from 'zod'
/**
 * What a candidate has instead of the exam's times (as Moodle's quiz_update_effective_access does): field by field the person's own, else the
 * most generous of their groups, else the exam's. SQL has the same rule in `exam.own_times`; override.agreement.test.ts holds them together.
 */
import type { TimeSettings } from './effective-times.ts'

/** "No close" said on purpose. A null only inherits. */
export const noClose = 'never'

/** What a group or a candidate has instead; null inherits. */
export type TimeOverride = {
  [Field in keyof TimeSettings]: Field extends 'closeAt' ? Date | typeof noClose | null : TimeSettings[Field] | null
}

export const inheritAll: TimeOverride = {
  openAt: null,
  closeAt: null,
  limitMinutes: null,
  attemptsAllowed: null,
  extraPercent: null,
  extraMinutes: null,
}

type Merge = { [Field in keyof TimeOverride]: (given: readonly NonNullable<TimeOverride[Field]>[]) => TimeOverride[Field] }

/** Of several groups the most generous: the earliest opening, the latest close, the longest limit, the most attempts. 0 is no limit. */
const mostGenerous: Merge = {
  openAt: (given) => given.reduce<Date | null>((best, date) => (best === null || date < best ? date : best), null),
  closeAt: (given) => (given.includes(noClose) ? noClose : latest(given)),
  limitMinutes: mostOrUnlimited,
  attemptsAllowed: mostOrUnlimited,
  extraPercent: most,
  extraMinutes: most,
}

/** Person and groups as one. */
export function mergedOverride(groups: readonly TimeOverride[], candidate: TimeOverride | null): TimeOverride {
  const own = candidate ?? inheritAll
  return {
    openAt: own.openAt ?? mostGenerous.openAt(given(groups, 'openAt')),
    closeAt: own.closeAt ?? mostGenerous.closeAt(given(groups, 'closeAt')),
    limitMinutes: own.limitMinutes ?? mostGenerous.limitMinutes(given(groups, 'limitMinutes')),
    attemptsAllowed: own.attemptsAllowed ?? mostGenerous.attemptsAllowed(given(groups, 'attemptsAllowed')),
    extraPercent: own.extraPercent ?? mostGenerous.extraPercent(given(groups, 'extraPercent')),
    extraMinutes: own.extraMinutes ?? mostGenerous.extraMinutes(given(groups, 'extraMinutes')),
  }
}

export const timeFields = ['openAt', 'closeAt', 'limitMinutes', 'attemptsAllowed', 'extraPercent', 'extraMinutes'] as const
export type TimeField = (typeof timeFields)[number]

export type TimeSource = { field: TimeField; source: 'exam' | 'group' | 'person'; groupNames: string[] }

/** Where each field of what comes out is from; of groups those that give exactly that. */
export function sourcesOf(
  groups: readonly { readonly name: string; readonly times: TimeOverride }[],
  candidate: TimeOverride | null,
): TimeSource[] {
  const times = groups.map((group) => group.times)
  const merged = mergedOverride(times, candidate)
  return timeFields.map((field) => {
    if (candidate !== null && candidate[field] !== null) return { field, source: 'person', groupNames: [] }
    const wanted = merged[field]
    if (wanted === null) return { field, source: 'exam', groupNames: [] }
    const givers = groups.filter((group) => isSame(group.times[field], wanted))
    return { field, source: 'group', groupNames: givers.map(({ name }) => name) }
  })
}

/** Nothing of its own: as good as none. */
export function isEmpty(override: TimeOverride): boolean {
  return timeFields.every((field) => override[field] === null)
}

/** As `exam.stored_times` tells it; instants are ISO text, "infinity" is no close. */
export const storedTimesShape = z.object({
  opensAt: z.string().nullable(),
  closesAt: z.string().nullable(),
  limitMinutes: z.int().nullable(),
  attemptsAllowed: z.int().nullable(),
  extraPercent: z.number().nullable(),
  extraMinutes: z.int().nullable(),
})
export type StoredTimes = z.output<typeof storedTimesShape>

export function overrideFrom({ opensAt, closesAt, ...numbers }: StoredTimes): TimeOverride {
  return {
    ...numbers,
    openAt: opensAt === null ? null : new Date(opensAt),
    closeAt: closesAt === null || closesAt === 'infinity' ? closesAt && noClose : new Date(closesAt),
  }
}

function given<Field extends TimeField>(groups: readonly TimeOverride[], field: Field): NonNullable<TimeOverride[Field]>[] {
  return groups.map((group) => group[field]).filter((value) => value !== null)
}

function latest(dates: readonly (Date | typeof noClose)[]): Date | null {
  return dates.reduce<Date | null>((best, date) => (date !== noClose && (best === null || date > best) ? date : best), null)
}

function most(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}

function mostOrUnlimited(values: readonly number[]): number | null {
  return values.includes(0) ? 0 : most(values)
}

function isSame(left: Date | string | number | null, right: Date | string | number | null): boolean {
  return left instanceof Date && right instanceof Date ? left.getTime() === right.getTime() : left === right
}
