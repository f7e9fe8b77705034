/** Scores an answer as the question room does; what nobody can score is judged by oneself. */
import { type Answer, isBlank, type QuestionContent, type ScoringRule } from '@kaopei/question/contract/content'
import { cleanAnswerHtml, scoreAnswer } from '@kaopei/question/server'

export interface Scored {
  readonly answer: Answer
  readonly score: number | null
  readonly isRight: boolean | null
  readonly isOwn: boolean
}

interface Question {
  readonly content: QuestionContent
  readonly rule: ScoringRule
  readonly maxHundredths: number
}

export function scored(given: Answer, { content, rule, maxHundredths }: Question): Scored {
  const answer = cleaned(given)
  const { scoreHundredths: score } = scoreAnswer(content, rule, answer, maxHundredths)
  const isOwn = content.type === 5 || content.type === 6 || score === null
  if (isOwn) return { answer, isOwn, score: isBlank(answer) ? 0 : null, isRight: isBlank(answer) ? false : null }
  return { answer, isOwn, score, isRight: isFull(score, maxHundredths) }
}

export const isFull = (score: number, maxHundredths: number): boolean => score >= maxHundredths

/** Of a formatted answer the words alone are kept: a practice takes no pictures. */
function cleaned(given: Answer): Answer {
  if (given.type !== 6 || given.format !== 'html') return given
  return { ...given, text: cleanAnswerHtml(given.text, () => undefined) }
}
