/** A definition made ready once: conditions as functions over a running state, so that each keystroke only walks them. */
import type { Answer, Person } from '../answers.ts'
import type { Comparison, Condition } from '../condition.ts'
import type { Definition, Element, Page } from '../definition.ts'
import { chosenIn, numberIn, placeIn, textIn } from './values.ts'

/** What is known while a questionnaire is walked through in order. */
export interface Walk {
  /** Of what was visible so far; hidden questions have no value. */
  readonly values: ReadonlyMap<string, Answer>
  readonly person: Person
}

/** True, false, or undefined: not known, because nobody answered. Nothing follows from what is not known, its contrary neither. */
export type Test = (walk: Walk) => boolean | undefined

interface CompiledElement {
  readonly element: Element
  readonly test: Test | undefined
  readonly optionTests: ReadonlyMap<string, Test>
}
interface CompiledPage {
  readonly page: Page
  readonly test: Test | undefined
  readonly elements: readonly CompiledElement[]
  readonly jumps: readonly { readonly test: Test; readonly to: string }[]
}
export interface Compiled {
  readonly pages: readonly CompiledPage[]
  readonly elements: ReadonlyMap<string, Element>
}

const known = new WeakMap<Definition, Compiled>()

/** Definitions are values that nobody changes: each is compiled once. */
export function compiled(definition: Definition): Compiled {
  const before = known.get(definition)
  if (before) return before
  const made = compile(definition)
  known.set(definition, made)
  return made
}

function compile({ pages }: Definition): Compiled {
  const elements = new Map(pages.flatMap((page) => page.elements.map((element) => [element.id, element] as const)))
  const testOf = (condition: Condition | undefined) => condition && testFor(condition, elements)
  return {
    elements,
    pages: pages.map((page) => ({
      page,
      test: testOf(page.showIf),
      elements: page.elements.map((element) => ({
        element,
        test: testOf(element.showIf),
        optionTests: optionTests(element, testOf),
      })),
      jumps: page.jumps.map(({ when, to }) => ({ test: testFor(when, elements), to })),
    })),
  }
}

const none: ReadonlyMap<string, Test> = new Map()

function optionTests(
  element: Element,
  testOf: (condition: Condition | undefined) => Test | undefined,
): ReadonlyMap<string, Test> {
  if (!('options' in element) || !element.options.some(({ showIf }) => showIf)) return none
  const tests = element.options.flatMap(({ id, showIf }) => {
    const test = testOf(showIf)
    return test ? [[id, test] as const] : []
  })
  return new Map(tests)
}

/** Kleene's three values: 与 is false as soon as one is, 或 true; else what is not known stays so. */
export function testFor(condition: Condition, elements: ReadonlyMap<string, Element>): Test {
  if ('all' in condition) return allOf(condition.all.map((part) => testFor(part, elements)))
  if ('any' in condition) return anyOf(condition.any.map((part) => testFor(part, elements)))
  if ('not' in condition) return notOf(testFor(condition.not, elements))
  return comparisonTest(condition, elements)
}

const allOf =
  (tests: readonly Test[]): Test =>
  (walk) => {
    let result: boolean | undefined = true
    for (const test of tests) {
      const is = test(walk)
      if (is === false) return false
      if (is === undefined) result = undefined
    }
    return result
  }

const anyOf =
  (tests: readonly Test[]): Test =>
  (walk) => {
    let result: boolean | undefined = false
    for (const test of tests) {
      const is = test(walk)
      if (is) return true
      if (is === undefined) result = undefined
    }
    return result
  }

const notOf =
  (test: Test): Test =>
  (walk) => {
    const is = test(walk)
    return is === undefined ? undefined : !is
  }

function comparisonTest(comparison: Comparison, elements: ReadonlyMap<string, Element>): Test {
  if ('person' in comparison) return personTest(comparison)
  const element = elements.get(comparison.question)
  if (!element) return () => undefined
  const { question, row } = comparison
  const read =
    <Value>(
      reader: (element: Element, answer: Answer, row: string | undefined) => Value | undefined,
      test: (value: Value) => boolean | undefined,
    ): Test =>
    (walk) => {
      const given = walk.values.get(question)
      const value = given === undefined ? undefined : reader(element, given, row)
      return value === undefined ? undefined : test(value)
    }
  switch (comparison.is) {
    case 'answered':
    case 'unanswered': {
      const wanted = comparison.is === 'answered'
      return (walk) => {
        const given = walk.values.get(question)
        return (given !== undefined && (row === undefined || placeIn(given, row) !== undefined)) === wanted
      }
    }
    case 'anyOf':
      return read(chosenIn, (chosen) => comparison.options.some((id) => chosen.includes(id)))
    case 'allOf':
      return read(chosenIn, (chosen) => comparison.options.every((id) => chosen.includes(id)))
    case 'noneOf':
      return read(chosenIn, (chosen) => !comparison.options.some((id) => chosen.includes(id)))
    case 'contains': {
      const part = comparison.text.toLowerCase()
      return read(textIn, (text) => text.toLowerCase().includes(part))
    }
    default:
      return measureTest(comparison, read)
  }
}

type Measured = Extract<Comparison, { value: unknown }>
type Read = <Value>(
  reader: (element: Element, answer: Answer, row: string | undefined) => Value | undefined,
  test: (value: Value) => boolean | undefined,
) => Test

function measureTest({ is, value }: Measured, read: Read): Test {
  if (typeof value === 'number') return read(numberIn, (given) => holds(is, given - value))
  return read(
    (element, answer) => (element.kind === 'date' ? textIn(element, answer) : undefined),
    (given) => holds(is, given < value ? -1 : given > value ? 1 : 0),
  )
}

function holds(is: Measured['is'], difference: number): boolean {
  switch (is) {
    case 'eq':
      return difference === 0
    case 'ne':
      return difference !== 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
  }
}

function personTest({ person: fact, is, values }: Extract<Comparison, { person: unknown }>): Test {
  return ({ person }) => {
    const has: readonly string[] = person[fact]
    if (has.length === 0) return undefined
    return has.some((value) => values.includes(value)) === (is === 'anyOf')
  }
}
