/** How people stand at what tasks lead to, and what it means to a task by its rule. */
import { dayIn } from '@kaopei/contract'
import { courseStandingOf } from '@kaopei/course/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { practiceStandingOf } from '@kaopei/practice/server'
import { answeredBy } from '@kaopei/questionnaire/server'
import { type PublishedResult, publishedResults } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { attendanceState } from '../contract/codes.ts'
import { courseRule, examRule, projectPracticeRule, questionnaireRule, sessionRule } from '../contract/outline.ts'
import { selectAttendance } from './attendance.sql.ts'

export interface Outcome {
  readonly kind: 'done' | 'undone'
  readonly scoreHundredths: number | null
  readonly isPassed: boolean | null
  /** What it is of, to be kept with the event. */
  readonly cause: Readonly<Record<string, string | number | null>>
}

export interface TargetStanding {
  readonly targetId: string
  readonly staffId: string
  /** What it means to a task with this rule for somebody who takes part since `enrolledAt`; undefined: nothing that counts has come out. */
  outcomeOf(rule: unknown, enrolledAt: Date): Outcome | undefined
}

const outcome = (kind: Outcome['kind'], cause: Outcome['cause']): Outcome => ({
  ...{ kind, cause },
  scoreHundredths: null,
  isPassed: null,
})

export async function courseStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await courseStandingOf(db, targetIds, staffIds)
  return rows.map(({ courseId, staffId, completedAt }) => ({
    targetId: courseId,
    staffId,
    outcomeOf: (rule, enrolledAt) => {
      const cause = { source: 'course', courseId }
      if (completedAt === null) return outcome('undone', cause)
      const counts = courseRule.parse(rule).countsEarlier || completedAt >= enrolledAt
      return counts ? outcome('done', cause) : undefined
    },
  }))
}

export async function examStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const whose = targetIds.flatMap((ownerId) => staffIds.map((staffId) => ({ ownerId, staffId })))
  const byPerson = Map.groupBy(await publishedResults(db, whose), ({ ownerId, staffId }) => `${ownerId} ${staffId}`)
  return [...byPerson.values()].flatMap((results) => {
    const [first] = results
    if (!first) return []
    const { ownerId, staffId } = first
    return [
      { targetId: ownerId, staffId, outcomeOf: (rule: unknown, enrolledAt: Date) => examOutcome(results, rule, enrolledAt) },
    ]
  })
}

/** The better of several attempts counts. */
function examOutcome(all: readonly PublishedResult[], given: unknown, enrolledAt: Date): Outcome | undefined {
  const { needs, passScoreHundredths, countsEarlier } = examRule.parse(given)
  const results = all.filter(({ submittedAt }) => countsEarlier || submittedAt === null || submittedAt >= enrolledAt)
  const best = results.toSorted((one, other) => (other.scoreHundredths ?? -1) - (one.scoreHundredths ?? -1))[0]
  if (!best) return undefined
  const meets = ({ scoreHundredths, isPassed }: PublishedResult) => {
    if (needs === 'handedIn') return true
    return passScoreHundredths === null ? isPassed === true : (scoreHundredths ?? 0) >= passScoreHundredths
  }
  return {
    kind: results.some(meets) ? 'done' : 'undone',
    scoreHundredths: best.scoreHundredths,
    isPassed: results.some(({ isPassed }) => isPassed === true),
    cause: { source: 'attempt', attemptId: best.attemptId },
  }
}

export async function practiceStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await practiceStandingOf(db, targetIds, staffIds)
  return rows.map(({ practiceId, staffId, answeredPercent, accuracyPercent, reachedAt }) => ({
    targetId: practiceId,
    staffId,
    outcomeOf: (given, enrolledAt) => {
      const rule = projectPracticeRule.parse(given)
      if (!rule.countsEarlier && reachedAt < enrolledAt) return undefined
      if (answeredPercent < rule.answeredPercent) return undefined
      if (rule.accuracyPercent !== null && (accuracyPercent ?? -1) < rule.accuracyPercent) return undefined
      return outcome('done', { source: 'practice', practiceId })
    },
  }))
}

export async function questionnaireStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await answeredBy(db, targetIds, staffIds)
  const zone = await timeZoneOf(db)
  return rows.map(({ questionnaireId, staffId, answeredOn }) => ({
    targetId: questionnaireId,
    staffId,
    // Nothing finer than the day is known of an answer.
    outcomeOf: (rule, enrolledAt) =>
      questionnaireRule.parse(rule).countsEarlier || answeredOn >= dayIn(enrolledAt, zone)
        ? outcome('done', { source: 'questionnaire', questionnaireId })
        : undefined,
  }))
}

/** The targets of sessions are their tasks. */
export async function sessionStandings(
  db: Db,
  taskIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await selectAttendance(db, taskIds, staffIds)
  return rows.map(({ taskId, staffId, state }) => ({
    targetId: taskId,
    staffId,
    outcomeOf: (rule) => {
      if (state === attendanceState.booked) return undefined
      const isDone = state === attendanceState.present || (state === attendanceState.late && sessionRule.parse(rule).lateCounts)
      return outcome(isDone ? 'done' : 'undone', { source: 'session', attendance: state })
    },
  }))
}
