/** Answers as conditions, results and exports read them. Undefined: nothing that says anything. */
import type { Answer, ChoiceAnswer, FileAnswer, MatrixAnswer, RankingAnswer } from '../answers.ts'
import type { Element } from '../definition.ts'

export const isChoice = (answer: Answer): answer is ChoiceAnswer => typeof answer === 'object' && 'choices' in answer
export const isMatrix = (answer: Answer): answer is MatrixAnswer => typeof answer === 'object' && 'rows' in answer
export const isRanking = (answer: Answer): answer is RankingAnswer => typeof answer === 'object' && 'order' in answer
export const isFiles = (answer: Answer): answer is FileAnswer => typeof answer === 'object' && 'files' in answer

/** What stands in one row of a matrix; undefined: nothing. */
export function placeIn(answer: Answer, row: string): readonly string[] | number | undefined {
  if (!isMatrix(answer)) return undefined
  const given = answer.rows[row]
  return typeof given === 'object' && given.length === 0 ? undefined : given
}

/** What was chosen: options, columns of a row, of a ranking its first place. */
export function chosenIn(_element: Element, answer: Answer, row?: string): readonly string[] | undefined {
  if (isChoice(answer)) return answer.choices
  if (isRanking(answer)) return answer.order.slice(0, 1)
  const given = row === undefined ? undefined : placeIn(answer, row)
  return typeof given === 'object' ? given : undefined
}

export function numberIn(_element: Element, answer: Answer, row?: string): number | undefined {
  if (typeof answer === 'number') return answer
  const given = row === undefined ? undefined : placeIn(answer, row)
  return typeof given === 'number' ? given : undefined
}

export function textIn(_element: Element, answer: Answer): string | undefined {
  if (typeof answer === 'string') return answer
  if (isChoice(answer)) return Object.values(answer.texts ?? {}).join('\n')
  return undefined
}

/** An empty answer is none. */
export function isEmpty(answer: Answer): boolean {
  if (typeof answer === 'string') return answer.trim() === ''
  if (typeof answer === 'boolean') return !answer
  if (typeof answer === 'number') return !Number.isFinite(answer)
  if (isChoice(answer)) return answer.choices.length === 0
  if (isRanking(answer)) return answer.order.length === 0
  if (isFiles(answer)) return answer.files.length === 0
  return Object.keys(answer.rows).every((row) => placeIn(answer, row) === undefined)
}
