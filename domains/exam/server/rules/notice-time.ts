/** When candidates are told of an exam's course. */
import type { ExamSettings } from '../../contract/exam-settings.ts'

/** `publish` is sent at once; the others wait for their time. */
export type TimedNotice = 'start' | 'end' | 'analysis'
export const timedNotices: readonly TimedNotice[] = ['start', 'end', 'analysis']

export const startNoticeMinutes = 30

export interface NoticeTimes {
  readonly openAt: Date | null
  /** When the last candidate's time is over, whatever extra time they have; null: there is no close. */
  readonly lastEndAt: Date | null
  /** The same with the grace for answers that were on their way. */
  readonly lastWriteAt: Date | null
  readonly viewStartAt: Date | null
  /** Where there is no end yet: when to look for it again. */
  readonly askAgainAt?: Date | null
}

type Wishes = Pick<ExamSettings, 'notifyStart' | 'notifyEnd' | 'notifyAnalysis' | 'permitViewAnalysis'>

/** null: this notice is not wanted, or has no time. */
export function noticeAt(
  notice: TimedNotice,
  settings: Wishes,
  { openAt, lastEndAt, lastWriteAt, viewStartAt, askAgainAt: later = null }: NoticeTimes,
): Date | null {
  switch (notice) {
    case 'start':
      return settings.notifyStart && openAt !== null ? new Date(openAt.getTime() - startNoticeMinutes * 60_000) : null
    case 'end':
      return settings.notifyEnd ? (lastEndAt ?? later) : null
    case 'analysis':
      // Not before anybody else may still sit: until then the analysis is hidden from all (visible-aspects.ts).
      if (!settings.notifyAnalysis || !settings.permitViewAnalysis) return null
      if (lastWriteAt === null) return later
      return viewStartAt !== null && viewStartAt > lastWriteAt ? viewStartAt : lastWriteAt
  }
}

/**
 * An exam has a close, but somebody may sit without one: its end comes when they have, and until then is asked for every hour. Null: the end is
 * known, or the exam has none either.
 */
export function askAgainAt(closeAt: Date | null, lastEndAt: Date | null, now: Date): Date | null {
  if (closeAt === null || lastEndAt !== null) return null
  return new Date(Math.max(closeAt.getTime(), now.getTime() + 3_600_000))
}

/** A notice that comes too late is none: of the beginning once the exam has begun. */
export function isNoticeOver(notice: TimedNotice, { openAt }: NoticeTimes, now: Date): boolean {
  return notice === 'start' && openAt !== null && now >= openAt
}
