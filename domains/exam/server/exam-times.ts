/** Deadlines of attempts under way, after the exam's times or a candidate's extra time changed (domain.md §4). */
import type { Db } from '@kaopei/server'
import { examSettings } from '../contract/exam-settings.ts'
import { type DueChange, lockOpenAttempts, lockTimes, pausesOf, updateDues } from './exam-times.sql.ts'
import {
  changedDue,
  dueAt,
  type EffectiveTimes,
  effectiveTimes,
  pausedMilliseconds,
  type TimeSettings,
} from './rules/deadline.ts'
import { overrideFrom, type StoredTimes } from './rules/override.ts'

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
  companyId: string
  examId: string
  exam: ExamTimes
  now: Date
  /** Null: nobody, a group's members changed. */
  actorId: string | null
  /** Everything ends now, whatever extra time anybody has. */
  isEnded?: boolean
  /** Only these candidates. */
  staffIds?: readonly string[]
}

/**
 * Sets the deadline of every open attempt anew, in this transaction; answers how many changed. It is made of the times that hold now and the
 * pauses on record, never of the deadline before: that one only says how much notice a shortened one must leave.
 */
export async function recomputeDue(db: Db, change: Recompute): Promise<number> {
  const { examId, exam, now, actorId, isEnded = false, staffIds } = change
  await lockTimes(db, examId)
  const attempts = await lockOpenAttempts(db, examId, staffIds)
  const changes: DueChange[] = []
  for (const attempt of attempts) {
    const { startedAt } = attempt
    const pausedMs = pausedMilliseconds(pausesOf(attempt.pauses), { startedAt, now })
    const fresh = isEnded ? now : dueAt(timesOfCandidate(exam, attempt.own), { startedAt, pausedMs })
    const { due, warning } = changedDue(attempt.dueAt, fresh, now)
    if (due?.getTime() === attempt.dueAt?.getTime()) continue
    changes.push({ attemptId: attempt.id, before: attempt.dueAt, after: due, warning })
  }
  if (changes.length > 0) await updateDues(db, { changes, actorId, now })
  return changes.length
}
