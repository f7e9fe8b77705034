/** The one door through which an owner changes the terms of attempts that it has opened. */
import type { Db } from '@kaopei/server'
import { changedDue, dueAt, type TimeTerms } from './rules/deadline.ts'
import { type DueChange, lockOpenAttempts, pausesOf, updateRules, updateTimes } from './terms.sql.ts'
import type { Owner, Rules } from './terms.ts'

export interface TermsChange {
  readonly owner: Owner
  /** Only of these people. */
  readonly staffIds?: readonly string[] | undefined
  readonly now: Date
  /** Null: nobody, for example when the members of a group changed. */
  readonly actorId: string | null
  /** The times of one person from now on; 'ended': everything ends now, whatever else they have. Closed attempts keep theirs. */
  readonly times?: (staffId: string) => TimeTerms | 'ended'
  /** Also of closed attempts. */
  readonly rules?: Partial<Rules>
}

/**
 * Answers how many deadlines moved. A deadline is made of the times given here and the pauses on record, never of the deadline before: that one only
 * says how much notice a shortened one must leave. The owner sees to it that nobody opens an attempt by the terms before, meanwhile.
 */
export async function changeTerms(db: Db, change: TermsChange): Promise<number> {
  const { owner, staffIds, now, actorId, times, rules } = change
  if (rules) await updateRules(db, { owner, staffIds, rules, now })
  if (!times) return 0
  const changes: DueChange[] = []
  for (const attempt of await lockOpenAttempts(db, owner, staffIds)) {
    const { startedAt, dueAt: before } = attempt
    const given = times(attempt.staffId)
    const { closeAt, limitMinutes } = given === 'ended' ? { ...attempt, closeAt: now } : given
    const pauses = pausesOf(attempt.pauses)
    const fresh = given === 'ended' ? now : dueAt(given, { startedAt, pauses, now })
    const { due: after, warning } = changedDue(before, fresh, now)
    const isMoved = after?.getTime() !== before?.getTime()
    const isSame = closeAt?.getTime() === attempt.closeAt?.getTime() && limitMinutes === attempt.limitMinutes
    if (isMoved || !isSame) changes.push({ attemptId: attempt.id, closeAt, limitMinutes, before, after, warning, isMoved })
  }
  if (changes.length > 0) await updateTimes(db, { changes, actorId, now })
  return changes.filter(({ isMoved }) => isMoved).length
}
