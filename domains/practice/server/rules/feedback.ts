/** What somebody is told after an answer: the key and the analysis only now, and only as far as the practice permits. */
import { type Answer, keyOf, type QuestionContent } from '@kaopei/question/contract/content'
import type { FeedbackInput } from '../../contract/learn-shapes.ts'
import { type Standing, wrongBy } from './after-answer.ts'

export interface Permits {
  readonly result: boolean
  readonly answer: boolean
  readonly analysis: boolean
}

export const everything: Permits = { result: true, answer: true, analysis: true }

export interface AnsweredItem {
  readonly seq: number
  readonly answer: Answer
  readonly score: number | null
  readonly isRight: boolean | null
  readonly maxHundredths: number
  /** Nobody but oneself scores it. */
  readonly isOwn: boolean
  readonly content: QuestionContent
  readonly permits: Permits
  /** A mock round tells nothing before its end. */
  readonly isTold: boolean
  readonly standing: Standing | null
  /** The local day of the answer. */
  readonly day: string
}

export function feedbackOf(item: AnsweredItem): FeedbackInput {
  const { seq, answer, maxHundredths, isOwn, permits, isTold, content, score, isRight } = item
  const told = { seq, text: null, answer, maxScore: maxHundredths, isOwnJudgement: isOwn && score !== null }
  const isHidden = !permits.result && !permits.answer && !permits.analysis
  if (!isTold || isHidden) return { ...told, outcome: 'kept', mayBeEasy: false }
  return {
    ...told,
    outcome: isOwn && score === null ? 'ownJudgement' : 'scored',
    mayBeEasy: permits.result && mayBeEasy(item),
    ...(permits.result && { isCorrect: isRight, score }),
    ...(permits.answer && { key: keyOf(content) }),
    ...(permits.analysis && { analysis: content.analysis }),
    ...(permits.result && item.standing && { memory: shownStanding(item.standing) }),
  }
}

export const passedOverText = '这道题已停用或删除，已跳过，不计入本轮练习'

export function passedOver(seq: number, maxHundredths: number): FeedbackInput {
  const none = { answer: null, isOwnJudgement: false, mayBeEasy: false }
  return { ...none, seq, outcome: 'passedOver', text: passedOverText, maxScore: maxHundredths }
}

export function shownStanding({ wrongSince, streak, streakDays, dueAt }: Standing) {
  return { isInWrongBook: wrongSince !== null, streak, streakDays, dueAt }
}

/** That somebody is wrong is not told where right and wrong may not be seen; what came by an exam may. */
export function maySeeWrong({ wrongBy: by }: Standing, { result }: Permits): boolean {
  return result || by === wrongBy.exam
}

function mayBeEasy({ isRight, standing, day }: AnsweredItem): boolean {
  if (isRight !== true || standing?.memory?.reviewedOn !== day) return false
  return standing.move?.grade === 'good'
}
