/** How people stand at what tasks lead to; what it means to a task `rules/outcome-by-rule.ts` says. */
import { dayIn } from '@kaopei/contract'
import { courseStandingOf } from '@kaopei/course/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { practiceStandingOf } from '@kaopei/practice/server'
import { answeredBy } from '@kaopei/questionnaire/server'
import { publishedResults } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { selectAttendance } from './attendance.sql.ts'
import {
  courseOutcome,
  examOutcome,
  type Outcome,
  practiceOutcome,
  questionnaireOutcome,
  sessionOutcome,
} from './rules/outcome-by-rule.ts'

export interface TargetStanding {
  readonly targetId: string
  readonly staffId: string
  /** What it means to a task with this rule for somebody who takes part since `enrolledAt`; undefined: nothing that counts has come out. */
  outcomeOf(rule: unknown, enrolledAt: Date): Outcome | undefined
}

export async function courseStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await courseStandingOf(db, targetIds, staffIds)
  return rows.map((row) => ({
    targetId: row.courseId,
    staffId: row.staffId,
    outcomeOf: (rule, enrolledAt) => courseOutcome(row, rule, enrolledAt),
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

export async function practiceStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await practiceStandingOf(db, targetIds, staffIds)
  return rows.map((row) => ({
    targetId: row.practiceId,
    staffId: row.staffId,
    outcomeOf: (rule, enrolledAt) => practiceOutcome(row, rule, enrolledAt),
  }))
}

export async function questionnaireStandings(
  db: Db,
  targetIds: readonly string[],
  staffIds: readonly string[],
): Promise<TargetStanding[]> {
  const rows = await answeredBy(db, targetIds, staffIds)
  const zone = await timeZoneOf(db)
  return rows.map((row) => ({
    targetId: row.questionnaireId,
    staffId: row.staffId,
    outcomeOf: (rule, enrolledAt) => questionnaireOutcome(row, rule, dayIn(enrolledAt, zone)),
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
    outcomeOf: (rule) => sessionOutcome(state, rule),
  }))
}
