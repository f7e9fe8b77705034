/** Deadlines of attempts under way, after the exam's times or a candidate's extra time changed (domain.md §4). */
import type { Db } from '@kaopei/server'
import { examSettings } from '../contract/exam-settings.ts'
import { type DueChange, lockOpenAttempts, lockTimes, type OpenAttempt, pausesOf, updateDues } from './exam-times.sql.ts'
import { changedDue, dueAt, effectiveTimes, extendedClose, pausedMilliseconds, type TimeSettings } from './rules/deadline.ts'
import type { LastSitting } from './sitting-result.sql.ts'

type ExamTimes = { openAt: Date | null; closeAt: Date | null; limitMinutes: number | null; settings: unknown }
type OwnTimes = Pick<OpenAttempt, 'opensAt' | 'closesAt' | 'extraPercent' | 'extraMinutes'>

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

/** What one candidate has: the exam's times with their own over them. */
export function timesOfCandidate(exam: ExamTimes, own: OwnTimes) {
  return effectiveTimes(timeSettingsOf(exam), [], {
    openAt: own.opensAt,
    closeAt: own.closesAt,
    limitMinutes: null,
    attemptsAllowed: null,
    extraPercent: own.extraPercent,
    extraMinutes: own.extraMinutes,
  })
}

const nothingOfTheirOwn = { opensAt: null, closesAt: null, extraPercent: 0, extraMinutes: 0 }

/** When nobody may sit any more: the latest of what the exam, an override or a running attempt allows; null without a close. */
export function lastEndOf(exam: ExamTimes, last: LastSitting): Date | null {
  const times = timesOfCandidate(exam, nothingOfTheirOwn)
  if (times.closeAt === null) return null
  const extended = extendedClose({ ...times, extraPercent: last.extraPercent, extraMinutes: last.extraMinutes })
  const ends = [extended, last.closesAt, last.due].filter((end) => end !== null)
  return new Date(Math.max(...ends.map((end) => end.getTime())))
}

/** When the last answer that counts may have come: until then no key is shown to anybody. */
export function lastWriteOf(exam: ExamTimes, last: LastSitting): Date | null {
  const end = lastEndOf(exam, last)
  return end && new Date(end.getTime() + examSettings.parse(exam.settings).graceSeconds * 1000)
}

export type Recompute = {
  companyId: string
  examId: string
  exam: ExamTimes
  now: Date
  actorId: string
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
  const { companyId, examId, exam, now, actorId, isEnded = false, staffIds } = change
  await lockTimes(db, examId)
  const attempts = await lockOpenAttempts(db, companyId, examId, staffIds)
  const changes: DueChange[] = []
  for (const attempt of attempts) {
    const { startedAt } = attempt
    const pausedMs = pausedMilliseconds(pausesOf(attempt.pauses), { startedAt, now })
    const fresh = isEnded ? now : dueAt(timesOfCandidate(exam, attempt), { startedAt, pausedMs })
    const { due, warning } = changedDue(attempt.dueAt, fresh, now)
    if (due?.getTime() === attempt.dueAt?.getTime()) continue
    changes.push({ attemptId: attempt.id, before: attempt.dueAt, after: due, warning })
  }
  if (changes.length > 0) await updateDues(db, companyId, { changes, actorId, now })
  return changes.length
}
