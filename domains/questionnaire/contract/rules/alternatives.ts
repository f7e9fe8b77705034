/** Conditions as alternatives, each of comparisons that must all hold; and which of them contradict themselves. */
import type { Comparison, Condition } from '../condition.ts'
import type { Element } from '../definition.ts'

export type Literal = Comparison
const mostAlternatives = 200

/** Undefined: more than can be looked at. */
export function alternativesOf(condition: Condition): readonly (readonly Literal[])[] | undefined {
  if ('any' in condition) {
    const parts = condition.any.map(alternativesOf)
    const whole = parts.flatMap((part) => part ?? [])
    return parts.includes(undefined) || whole.length > mostAlternatives ? undefined : whole
  }
  if ('all' in condition) return product(condition.all.map(alternativesOf))
  if ('not' in condition) return alternativesOf(negated(condition.not))
  return [[condition]]
}

function product(parts: readonly (readonly (readonly Literal[])[] | undefined)[]): readonly (readonly Literal[])[] | undefined {
  let whole: (readonly Literal[])[] = [[]]
  for (const part of parts) {
    if (!part || whole.length * part.length > mostAlternatives) return undefined
    whole = whole.flatMap((left) => part.map((right) => [...left, ...right]))
  }
  return whole
}

const contrary = { eq: 'ne', ne: 'eq', lt: 'gte', gte: 'lt', lte: 'gt', gt: 'lte' } as const

/** What holds where the condition is known to be false. */
export function negated(condition: Condition): Condition {
  if ('all' in condition) return { any: condition.all.map(negated) }
  if ('any' in condition) return { all: condition.any.map(negated) }
  if ('not' in condition) return condition.not
  if ('person' in condition) return { ...condition, is: condition.is === 'anyOf' ? 'noneOf' : 'anyOf' }
  switch (condition.is) {
    case 'answered':
      return { ...condition, is: 'unanswered' }
    case 'unanswered':
      return { ...condition, is: 'answered' }
    case 'anyOf':
      return { ...condition, is: 'noneOf' }
    case 'noneOf':
      return { ...condition, is: 'anyOf' }
    case 'allOf':
      return { any: condition.options.map((option) => ({ ...condition, is: 'noneOf', options: [option] })) }
    case 'contains':
      return { question: condition.question, is: 'answered' }
    default:
      return { ...condition, is: contrary[condition.is] }
  }
}

/** Whether no answers can meet all of these. */
export function isContradiction(literals: readonly Literal[], elementOf: (id: string) => Element | undefined): boolean {
  const asked = literals.flatMap((literal) => ('person' in literal ? [] : [literal]))
  const groups = Map.groupBy(asked, ({ question, row }) => `${question} ${row ?? ''}`)
  return [...groups.values()].some((group) => {
    const [first] = group
    if (!first) return false
    if (group.some(({ is }) => is === 'unanswered')) return group.some(({ is }) => is !== 'unanswered')
    const element = elementOf(first.question)
    return element !== undefined && (lacksOption(group, element) || lacksNumber(group, element))
  })
}

type Asked = Exclude<Literal, { person: unknown }>
const oneOnly: ReadonlySet<string> = new Set(['single', 'dropdown', 'matrixSingle', 'ranking'])

function lacksOption(group: readonly Asked[], element: Element): boolean {
  const parts = 'options' in element ? element.options : 'columns' in element ? element.columns : undefined
  if (!parts) return false
  let possible = parts.map(({ id }) => id)
  const isOne = oneOnly.has(element.kind)
  for (const literal of group) {
    if (!('options' in literal)) continue
    const { is, options } = literal
    if (is === 'noneOf') possible = possible.filter((key) => !options.includes(key))
    if (is === 'allOf' && isOne && options.length > 1) return true
    if (isOne && is !== 'noneOf') possible = possible.filter((key) => options.includes(key))
  }
  if (possible.length === 0) return true
  return group.some((literal) => {
    if (!('options' in literal) || literal.is === 'noneOf') return false
    const isThere = (id: string) => possible.includes(id)
    return literal.is === 'allOf' ? !literal.options.every(isThere) : !literal.options.some(isThere)
  })
}

/** Bounds that cross, counting those of the question itself. */
function lacksNumber(group: readonly Asked[], element: Element): boolean {
  const values = group.flatMap((literal) => ('value' in literal && typeof literal.value === 'number' ? [literal] : []))
  if (values.length === 0) return false
  let { low, high } = boundsOf(element)
  let [isLowOpen, isHighOpen] = [false, false]
  for (const { is, value } of values) {
    const bound = Number(value)
    if ((is === 'gt' || is === 'gte' || is === 'eq') && bound >= low) {
      isLowOpen = is === 'gt' || (isLowOpen && bound === low)
      low = bound
    }
    if ((is === 'lt' || is === 'lte' || is === 'eq') && bound <= high) {
      isHighOpen = is === 'lt' || (isHighOpen && bound === high)
      high = bound
    }
    if (is === 'eq' && (bound < low || bound > high)) return true
  }
  const isPoint = low === high
  const isRefused = isPoint && values.some(({ is, value }) => is === 'ne' && Number(value) === low)
  return low > high || (isPoint && (isLowOpen || isHighOpen)) || isRefused
}

function boundsOf(element: Element): { low: number; high: number } {
  switch (element.kind) {
    case 'nps':
      return { low: 0, high: 10 }
    case 'rating':
    case 'matrixRating':
      return { low: 1, high: element.steps }
    case 'number':
    case 'slider':
      return { low: element.min ?? Number.NEGATIVE_INFINITY, high: element.max ?? Number.POSITIVE_INFINITY }
    default:
      return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  }
}
