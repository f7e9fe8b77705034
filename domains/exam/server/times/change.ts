/** The times of an exam's attempts, at their opening and after the exam's times or somebody's own changed. */
import type { Db } from '@kaopei/server'
import { changeTerms, type Rules } from '@kaopei/sitting/server'
import { examSettings } from '../../contract/exam-settings.ts'
import { type EffectiveTimes, effectiveTimes, type TimeSettings, timeTermsOf } from '../rules/effective-times.ts'
import { overrideFrom, type StoredTimes } from '../rules/override.ts'
import { lockTimes, selectOwnTimes } from './change.sql.ts'
import { examOwner } from './terms.ts'

type ExamTimes = { openAt: Date | null; closeAt: Date | null; limitMinutes: number | null; settings: unknown }

/** What the exam grants to everybody. */
export function timeSettingsOf(exam: ExamTimes): TimeSettings {
  const { repeatCount } = examSettings.parse(exam.settings)
  return {
    openAt: exam.openAt,
    closeAt: exam.closeAt,
    limitMinutes: exam.limitMinutes ?? 0,
    attemptsAllowed: repeatCount,
    extraPercent: 0,
    extraMinutes: 0,
  }
}

/** What one candidate has: the exam's times with what they have instead (`exam.own_times`) over them. */
export function timesOfCandidate(exam: ExamTimes, own: StoredTimes | null): EffectiveTimes {
  return effectiveTimes(timeSettingsOf(exam), [], own && overrideFrom(own))
}

/** When the last answer that counts may have come: until then no key is shown to anybody. `lastEnd`: of selectLastEnd; null: there is none. */
export function lastWriteOf(exam: Pick<ExamTimes, 'settings'>, lastEnd: Date | null): Date | null {
  return lastEnd && new Date(lastEnd.getTime() + examSettings.parse(exam.settings).graceSeconds * 1000)
}

export type Recompute = {
  examId: string
  exam: ExamTimes
  now: Date
  /** Null: nobody, a group's members changed. */
  actorId: string | null
  /** Everything ends now, whatever extra time anybody has. */
  isEnded?: boolean
  /** Only these candidates. */
  staffIds?: readonly string[]
  /** What changed beside the times, for everybody. */
  rules?: Partial<Rules>
}

/** Sets the terms of the exam's attempts anew, in this transaction, while nobody starts; answers how many deadlines moved. */
export async function recomputeDue(db: Db, change: Recompute): Promise<number> {
  const { examId, exam, now, actorId, isEnded = false, staffIds, rules } = change
  await lockTimes(db, examId)
  const own = isEnded ? new Map<string, StoredTimes>() : await selectOwnTimes(db, { examId, staffIds })
  return await changeTerms(db, {
    ...{ owner: examOwner(examId), staffIds, now, actorId },
    ...(rules && { rules }),
    times: (staffId) => (isEnded ? 'ended' : timeTermsOf(timesOfCandidate(exam, own.get(staffId) ?? null))),
  })
}
