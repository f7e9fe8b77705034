/** What of an answer is an answer to this element: of its kind, with options that are there. Undefined: nothing. Ranges are `problemsOf`'s. */
import type { Answer, ChoiceAnswer, MatrixAnswer } from '../answers.ts'
import type { Element, ElementOf, Option } from '../definition.ts'
import { isChoice, isEmpty, isFiles, isMatrix, isRanking } from './values.ts'

export function fitted(element: Element, answer: Answer, shown: ReadonlySet<string> | undefined): Answer | undefined {
  const value = ofKind(element, answer, shown)
  return value === undefined || isEmpty(value) ? undefined : value
}

function ofKind(element: Element, answer: Answer, shown: ReadonlySet<string> | undefined): Answer | undefined {
  switch (element.kind) {
    case 'single':
    case 'dropdown':
      return isChoice(answer) ? choiceOf(answer, element.options, { shown, most: 1 }) : undefined
    case 'multiple':
      return isChoice(answer) ? choiceOf(answer, element.options, { shown, most: element.options.length }) : undefined
    case 'text':
    case 'date':
      return typeof answer === 'string' ? answer : undefined
    case 'number':
    case 'rating':
    case 'nps':
    case 'slider':
      return typeof answer === 'number' ? answer : undefined
    case 'matrixSingle':
    case 'matrixMultiple':
    case 'matrixRating':
      return isMatrix(answer) ? matrixOf(element, answer) : undefined
    case 'ranking':
      return isRanking(answer) ? { order: there(answer.order, element.options, shown) } : undefined
    case 'file':
      return isFiles(answer) ? answer : undefined
    case 'consent':
      return answer === true ? true : undefined
    case 'note':
      return undefined
  }
}

function there(ids: readonly string[], options: readonly Option[], shown: ReadonlySet<string> | undefined): string[] {
  const valid = shown ?? new Set(options.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => valid.has(id))
}

function choiceOf(
  { choices, texts }: ChoiceAnswer,
  options: readonly Option[],
  { shown, most }: { shown: ReadonlySet<string> | undefined; most: number },
): ChoiceAnswer {
  const chosen = there(choices, options, shown).slice(0, most)
  const alone = options.find(({ id, isExclusive }) => isExclusive && chosen.includes(id))
  const kept = alone ? [alone.id] : chosen
  if (!texts) return { choices: kept }
  const taking = options.filter(({ id, takesText }) => takesText && kept.includes(id) && texts[id]?.trim())
  if (taking.length === 0) return { choices: kept }
  return { choices: kept, texts: Object.fromEntries(taking.map(({ id }) => [id, texts[id] ?? ''])) }
}

function matrixOf(element: ElementOf<'matrixSingle' | 'matrixMultiple' | 'matrixRating'>, { rows }: MatrixAnswer): MatrixAnswer {
  const kept: Record<string, string[] | number> = {}
  for (const { id } of element.rows) {
    const given = Object.hasOwn(rows, id) ? rows[id] : undefined
    if (element.kind === 'matrixRating') {
      if (typeof given === 'number') kept[id] = given
      continue
    }
    if (typeof given !== 'object') continue
    const columns = element.columns.flatMap((column) => (given.includes(column.id) ? [column.id] : []))
    if (columns.length > 0) kept[id] = element.kind === 'matrixSingle' ? columns.slice(0, 1) : columns
  }
  return { rows: kept }
}
