/** What somebody's standing at a target means to a task with a rule, for whoever takes part since `enrolledAt`. Undefined: nothing that counts has come out. */
import type { PracticeStanding } from '@kaopei/practice/server'
import type { PublishedResult } from '@kaopei/result/server'
import { attendanceState } from '../../contract/codes.ts'
import { courseRule, examRule, projectPracticeRule, questionnaireRule, sessionRule } from '../../contract/outline.ts'

export interface Outcome {
  readonly kind: 'done' | 'undone'
  readonly scoreHundredths: number | null
  readonly isPassed: boolean | null
  /** What it is of, to be kept with the event. */
  readonly cause: Readonly<Record<string, string | number | null>>
}

const outcome = (kind: Outcome['kind'], cause: Outcome['cause']): Outcome => ({
  ...{ kind, cause },
  scoreHundredths: null,
  isPassed: null,
})

interface OfCourse {
  readonly courseId: string
  readonly completedAt: Date | null
}

export function courseOutcome({ courseId, completedAt }: OfCourse, rule: unknown, enrolledAt: Date): Outcome | undefined {
  const cause = { source: 'course', courseId }
  if (completedAt === null) return outcome('undone', cause)
  const counts = courseRule.parse(rule).countsEarlier || completedAt >= enrolledAt
  return counts ? outcome('done', cause) : undefined
}

/** The better of several attempts counts. */
export function examOutcome(all: readonly ExamResult[], given: unknown, enrolledAt: Date): Outcome | undefined {
  const { needs, passScoreHundredths, countsEarlier } = examRule.parse(given)
  const results = all.filter(({ submittedAt }) => countsEarlier || submittedAt === null || submittedAt >= enrolledAt)
  const best = results.toSorted((one, other) => (other.scoreHundredths ?? -1) - (one.scoreHundredths ?? -1))[0]
  if (!best) return undefined
  const meets = ({ scoreHundredths, isPassed }: ExamResult) => {
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
type ExamResult = Pick<PublishedResult, 'attemptId' | 'submittedAt' | 'scoreHundredths' | 'isPassed'>

type OfPractice = Pick<PracticeStanding, 'practiceId' | 'answeredPercent' | 'accuracyPercent' | 'reachedAt'>

export function practiceOutcome(standing: OfPractice, given: unknown, enrolledAt: Date): Outcome | undefined {
  const { practiceId, answeredPercent, accuracyPercent, reachedAt } = standing
  const rule = projectPracticeRule.parse(given)
  if (!rule.countsEarlier && reachedAt < enrolledAt) return undefined
  if (answeredPercent < rule.answeredPercent) return undefined
  if (rule.accuracyPercent !== null && (accuracyPercent ?? -1) < rule.accuracyPercent) return undefined
  return outcome('done', { source: 'practice', practiceId })
}

interface OfQuestionnaire {
  readonly questionnaireId: string
  readonly answeredOn: string
}

/** Nothing finer than the day is known of an answer. */
export function questionnaireOutcome(
  { questionnaireId, answeredOn }: OfQuestionnaire,
  rule: unknown,
  enrolledOn: string,
): Outcome | undefined {
  const counts = questionnaireRule.parse(rule).countsEarlier || answeredOn >= enrolledOn
  return counts ? outcome('done', { source: 'questionnaire', questionnaireId }) : undefined
}

export function sessionOutcome(state: number, rule: unknown): Outcome | undefined {
  if (state === attendanceState.booked) return undefined
  const isDone = state === attendanceState.present || (state === attendanceState.late && sessionRule.parse(rule).lateCounts)
  return outcome(isDone ? 'done' : 'undone', { source: 'session', attendance: state })
}
