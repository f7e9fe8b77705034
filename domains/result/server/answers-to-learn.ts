import { type ExamSettings, viewTimeOf } from '@kaopei/exam/contract/exam-settings'
import { findExam } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { findAttempt } from '@kaopei/sitting/server'
import { selectWrongAnswers, type WrongAnswer } from './answers-to-learn.sql.ts'
import { shownOfPublished } from './shown-marks.ts'

/**
 * What somebody got wrong in an attempt, once they may see the right answers: `seen`; `later`: ask again then, or, where nothing says when, in a day, for an
 * organiser may allow it yet; `never`: the attempt does not stand.
 */
export type AnswersToLearn =
  | { readonly kind: 'seen'; readonly wrong: readonly WrongAnswer[] }
  | { readonly kind: 'later'; readonly at: Date }
  | { readonly kind: 'never' }

const dayMs = 24 * 60 * 60 * 1000

export async function answersToLearn(db: Db, attemptId: string, now: Date): Promise<AnswersToLearn> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.ownerKind !== 'exam' || attempt.state !== 'published') return { kind: 'never' }
  const exam = await findExam(db, attempt.ownerId)
  if (!exam) return { kind: 'never' }
  const { visible, settings, lastEnd } = await shownOfPublished(db, exam, now)
  // Right and wrong, and what would have been right: the book shows both.
  if (visible.has('correctness') && visible.has('rightAnswer'))
    return { kind: 'seen', wrong: await selectWrongAnswers(db, attemptId) }
  return { kind: 'later', at: nextLook(settings, lastEnd, now) }
}

/** The first moment at which the answer may be another one. */
function nextLook(settings: ExamSettings, lastEnd: Date | null, now: Date): Date {
  const moments = [lastEnd, viewTimeOf(settings)?.start ?? null].flatMap((at) => (at !== null && at > now ? [at.getTime()] : []))
  return new Date(Math.min(now.getTime() + dayMs, ...moments.map((at) => at + 1000)))
}
