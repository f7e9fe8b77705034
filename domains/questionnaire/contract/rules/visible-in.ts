/** What somebody sees of a questionnaire, given their answers: the one rule of browser and server. */
import type { Answer, Answers, Person } from '../answers.ts'
import type { Definition, Element } from '../definition.ts'
import { type Compiled, compiled, type Test, type Walk } from './compiled.ts'
import { fitted } from './fitted.ts'

export interface Visible {
  readonly pages: ReadonlySet<string>
  readonly elements: ReadonlySet<string>
  /** Of elements whose options have conditions: those that are there. All of the others are. */
  readonly options: ReadonlyMap<string, ReadonlySet<string>>
  /** What of the answers counts: of visible elements, without hidden options and without what is no answer to them. */
  readonly kept: Answers
}

export const nobody: Person = { department: [], post: [], label: [], entry: [] }

/** In the order of the document: a hidden question has no value for the conditions behind it, an unanswered one meets none but 未作答. */
export function visibleIn(definition: Definition, answers: Answers, person: Person = nobody): Visible {
  return walkThrough(compiled(definition), answers, person)
}

function walkThrough({ pages }: Compiled, answers: Answers, person: Person): Visible {
  const values = new Map<string, Answer>()
  const seen = { pages: new Set<string>(), elements: new Set<string>(), options: new Map<string, ReadonlySet<string>>() }
  const walk: Walk = { values, person }
  let target: string | undefined
  for (const { page, test, elements, jumps } of pages) {
    if (target !== undefined && target !== page.id) continue
    target = undefined
    if (!isMet(test, walk)) continue
    seen.pages.add(page.id)
    for (const { element, test: shows, optionTests } of elements) {
      if (!isMet(shows, walk)) continue
      const options = optionsOf(element, optionTests, walk)
      // Nothing left to choose from is no question.
      if (options?.size === 0) continue
      seen.elements.add(element.id)
      if (options) seen.options.set(element.id, options)
      const given = Object.hasOwn(answers, element.id) ? answers[element.id] : undefined
      const value = given === undefined ? undefined : fitted(element, given, options)
      if (value !== undefined) values.set(element.id, value)
    }
    target = jumps.find((jump) => jump.test(walk))?.to
    if (target === 'end') break
  }
  return { ...seen, kept: Object.fromEntries(values) }
}

const isMet = (test: Test | undefined, walk: Walk) => test === undefined || test(walk) === true

function optionsOf(element: Element, tests: ReadonlyMap<string, Test>, walk: Walk): ReadonlySet<string> | undefined {
  if (tests.size === 0 || !('options' in element)) return undefined
  return new Set(element.options.flatMap(({ id }) => (isMet(tests.get(id), walk) ? [id] : [])))
}
