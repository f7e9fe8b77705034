/** Which tests a question can be put to, and what they compare it with. */
import type { Comparison } from '../../contract/condition.ts'
import { answeredTestLabels, choiceTestLabels, comparisonLabels, comparisons } from '../../contract/condition.ts'
import type { Element } from '../../contract/definition.ts'

type Test = Comparison['is']

interface TestChoice {
  readonly value: Test
  readonly label: string
}

const answered: readonly TestChoice[] = [
  { value: 'answered', label: answeredTestLabels.answered },
  { value: 'unanswered', label: answeredTestLabels.unanswered },
]
const sizes: readonly TestChoice[] = comparisons.map((value) => ({ value, label: comparisonLabels[value] }))
const dates: readonly TestChoice[] = [
  { value: 'eq', label: '是' },
  { value: 'lt', label: '早于' },
  { value: 'lte', label: '不晚于' },
  { value: 'gt', label: '晚于' },
  { value: 'gte', label: '不早于' },
]
const anyOf: TestChoice = { value: 'anyOf', label: choiceTestLabels.anyOf }
const allOf: TestChoice = { value: 'allOf', label: choiceTestLabels.allOf }
const noneOf: TestChoice = { value: 'noneOf', label: choiceTestLabels.noneOf }

export function testsOf({ kind }: Element): readonly TestChoice[] {
  switch (kind) {
    case 'single':
    case 'dropdown':
    case 'matrixSingle':
      return [anyOf, noneOf, ...answered]
    case 'multiple':
    case 'matrixMultiple':
      return [anyOf, allOf, noneOf, ...answered]
    case 'ranking':
      return [{ ...anyOf, label: '排第一的是' }, { ...noneOf, label: '排第一的不是' }, ...answered]
    case 'number':
    case 'rating':
    case 'nps':
    case 'slider':
    case 'matrixRating':
      return [...sizes, ...answered]
    case 'date':
      return [...dates, ...answered]
    case 'text':
      return [{ value: 'contains', label: '包含' }, ...answered]
    case 'file':
    case 'consent':
      return answered
    case 'note':
      return []
  }
}

/** What is chosen from: options, or columns of a matrix. */
export function valuesOf(element: Element): readonly { readonly id: string; readonly text: string }[] {
  switch (element.kind) {
    case 'single':
    case 'multiple':
    case 'dropdown':
    case 'ranking':
      return element.options
    case 'matrixSingle':
    case 'matrixMultiple':
      return element.columns
    default:
      return []
  }
}

export function rowsOf(element: Element): readonly { readonly id: string; readonly text: string }[] {
  return 'rows' in element ? element.rows : []
}

/** What a comparison begins with when a question or a test has been chosen; what it had and can keep, it keeps. */
export function comparisonWith(element: Element, test: Test | undefined, before?: Comparison): Comparison {
  const tests = testsOf(element)
  const is = tests.find(({ value }) => value === test)?.value ?? tests[0]?.value ?? 'answered'
  const isSame = before !== undefined && 'question' in before && before.question === element.id
  const [row] = rowsOf(element)
  const keptRow = isSame ? before.row : undefined
  const place = { question: element.id, ...(row && { row: keptRow ?? row.id }) }
  switch (is) {
    case 'answered':
    case 'unanswered':
      return { ...place, is }
    case 'anyOf':
    case 'allOf':
    case 'noneOf': {
      const kept = isSame && 'options' in before ? before.options : undefined
      return {
        ...place,
        is,
        options:
          kept ??
          valuesOf(element)
            .slice(0, 1)
            .map(({ id }) => id),
      }
    }
    case 'contains':
      return { ...place, is, text: isSame && 'text' in before ? before.text : '' }
    default: {
      const kept = isSame && 'value' in before ? before.value : undefined
      return { ...place, is, value: kept ?? (element.kind === 'date' ? new Date().toISOString().slice(0, 10) : startOf(element)) }
    }
  }
}

function startOf(element: Element): number {
  if (element.kind === 'nps') return 6
  if (element.kind === 'rating' || element.kind === 'matrixRating') return Math.ceil(element.steps / 2)
  if (element.kind === 'slider') return element.min
  return 0
}
