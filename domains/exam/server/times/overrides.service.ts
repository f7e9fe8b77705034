/** Setting and taking back what candidates and user groups have instead of an exam's times. */
import type { DataScope, Db, Fail } from '@kaopei/server'
import { examErrors } from '../../contract/exam-errors.ts'
import type { GivenTimes, OverrideTimes } from '../../contract/exam-overrides.ts'
import type { ExamRow } from '../exam.sql.ts'
import { scheduleNotices } from '../notices/to-candidates.job.ts'
import { effectiveTimes, extendedClose } from '../rules/effective-times.ts'
import { inheritAll, isEmpty, noClose, overrideFrom, type TimeOverride } from '../rules/override.ts'
import { recomputeDue, timeSettingsOf } from './change.ts'
import {
  deleteOverrides,
  selectGroups,
  selectInverted,
  selectPeople,
  selectReach,
  type Target,
  upsertForGroups,
  upsertForPeople,
} from './overrides.sql.ts'

type Refusals = 'unknownStaff' | 'groupOutOfScope' | 'ownTimes' | 'overrideInverted'

export interface Changing {
  readonly companyId: string
  /** Locked, not cancelled. */
  readonly exam: ExamRow
  readonly staffIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly reason: string
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
}

type NamedTimes = { readonly name: string } & Partial<OverrideTimes>

export interface Changed {
  /** Of whom what was set before, and now; without times: nothing. */
  readonly before: readonly NamedTimes[]
  readonly after: readonly NamedTimes[]
  readonly changedCount: number
  readonly recomputedCount: number
}

/** Writes what is given over what was there. */
export async function saveOverrides(
  db: Db,
  change: Changing & { readonly fail: Fail<(typeof examErrors)[Refusals | 'groupRefused']> },
  given: GivenTimes,
): Promise<Changed> {
  const { exam, fail } = change
  const { people, groups } = await targetsOf(db, change)
  if (groups.length < new Set(change.groupIds).size) return fail(examErrors.groupRefused)
  const freshOf = ({ id, name, stored }: Target) => ({ id, name, times: withGiven(stored && overrideFrom(stored), given) })
  const [ofPeople, ofGroups] = [people.map(freshOf), groups.map(freshOf)]
  for (const { name, times } of [...ofPeople, ...ofGroups]) if (isInverted(exam, times)) return refuseInverted([name], fail)
  const kept = (rows: readonly { id: string; times: TimeOverride }[]) => rows.filter(({ times }) => !isEmpty(times))
  const dropped = (rows: readonly { id: string; times: TimeOverride }[]) =>
    rows.filter(({ times }) => isEmpty(times)).map(({ id }) => id)
  await upsertForPeople(db, { ...change, examId: exam.id }, kept(ofPeople))
  await upsertForGroups(db, { ...change, examId: exam.id }, kept(ofGroups))
  await deleteOverrides(db, { examId: exam.id, staffIds: dropped(ofPeople), groupIds: dropped(ofGroups) })
  const recomputedCount = await takeEffect(db, change)
  const after = [...ofPeople, ...ofGroups].map(({ name, times }) => ({ name, ...shownTimes(times) }))
  return { before: namedTimes([...people, ...groups]), after, changedCount: people.length + groups.length, recomputedCount }
}

/** Everybody concerned has the exam's times again, or those of their groups. */
export async function removeOverrides(
  db: Db,
  change: Changing & { readonly fail: Fail<(typeof examErrors)[Refusals]> },
): Promise<Changed> {
  const { exam } = change
  const { people, groups } = await targetsOf(db, change)
  const had = [...people, ...groups].filter(({ stored }) => stored !== null)
  await deleteOverrides(db, { ...change, examId: exam.id })
  const recomputedCount = await takeEffect(db, change)
  return { before: namedTimes(had), after: [], changedCount: had.length, recomputedCount }
}

/** Who is meant, if the caller may decide about all of them: within the scope, and never about themselves. */
async function targetsOf(
  db: Db,
  { exam, staffIds, groupIds, scope, actorId, fail }: Changing & { readonly fail: Fail<(typeof examErrors)[Refusals]> },
): Promise<{ people: Target[]; groups: Target[] }> {
  if (staffIds.includes(actorId)) return fail(examErrors.ownTimes)
  const people = await selectPeople(db, { examId: exam.id, staffIds, scope })
  if (people.length < new Set(staffIds).size) return fail(examErrors.unknownStaff)
  const { hasStrangers, hasSelf } = await selectReach(db, { groupIds, scope, staffId: actorId })
  if (hasSelf) return fail(examErrors.ownTimes, { text: '您是所选用户组的成员，不能设置自己的考试时间，请联系其他管理员操作' })
  if (hasStrangers) return fail(examErrors.groupOutOfScope, { text: '所选用户组中有人不在您的管理范围内，请联系管理员操作' })
  return { people, groups: await selectGroups(db, { examId: exam.id, groupIds }) }
}

/** Refuses what would let nobody in, then gives open attempts their deadline and notices their time. Answers how many deadlines moved. */
async function takeEffect(
  db: Db,
  change: Changing & { readonly fail: Fail<(typeof examErrors)['overrideInverted']> },
): Promise<number> {
  const { exam, staffIds, groupIds, actorId, now, fail } = change
  const inverted = await selectInverted(db, { examId: exam.id, staffIds, groupIds })
  if (inverted.length > 0) return refuseInverted(inverted, fail)
  const only = groupIds.length > 0 ? {} : { staffIds }
  const recomputedCount = await recomputeDue(db, { examId: exam.id, exam, now, actorId, ...only })
  await scheduleNotices(db, exam.id, now)
  return recomputedCount
}

function withGiven(before: TimeOverride | null, { neverCloses, closeAt, ...given }: GivenTimes): TimeOverride {
  const old = before ?? inheritAll
  return {
    openAt: fresh(given.openAt, old.openAt),
    closeAt: neverCloses === true ? noClose : closeAfter(old.closeAt, { neverCloses, closeAt }),
    limitMinutes: fresh(given.limitMinutes, old.limitMinutes),
    attemptsAllowed: fresh(given.attemptsAllowed, old.attemptsAllowed),
    extraPercent: fresh(given.extraPercent, old.extraPercent),
    extraMinutes: fresh(given.extraMinutes, old.extraMinutes),
  }
}

/** "No close" is given up by saying so, or by another close. */
function closeAfter(old: TimeOverride['closeAt'], { neverCloses, closeAt }: Pick<GivenTimes, 'neverCloses' | 'closeAt'>) {
  if (closeAt !== undefined && (closeAt !== null || old !== noClose)) return closeAt
  return neverCloses === false && old === noClose ? null : old
}

function fresh<Value>(given: Value | undefined, old: Value): Value {
  return given === undefined ? old : given
}

function isInverted(exam: ExamRow, times: TimeOverride): boolean {
  const effective = effectiveTimes(timeSettingsOf(exam), [], times)
  const closeAt = extendedClose(effective)
  return effective.openAt !== null && closeAt !== null && effective.openAt >= closeAt
}

function refuseInverted(names: readonly string[], fail: Fail<(typeof examErrors)['overrideInverted']>): never {
  const who = `${names.slice(0, 3).join('、')}${names.length > 3 ? '等人' : ''}`
  return fail(examErrors.overrideInverted, { text: `设置后“${who}”的开始时间不早于结束时间，请调整后再保存` })
}

/** As the wire has it. */
export function shownTimes({ closeAt, ...times }: TimeOverride): OverrideTimes {
  return { ...times, closeAt: closeAt === noClose ? null : closeAt, neverCloses: closeAt === noClose }
}

function namedTimes(targets: readonly Target[]): NamedTimes[] {
  return targets.map(({ name, stored }) => ({ name, ...(stored && shownTimes(overrideFrom(stored))) }))
}
