/**
 * Questions that nobody can ever see, whatever they answer. Conditions are written as alternatives of comparisons that must hold together; an alternative
 * that contradicts itself is none. What has too many alternatives is taken for possible.
 */
import type { Condition } from '../condition.ts'
import type { Definition, Element, Page } from '../definition.ts'
import { alternativesOf, isContradiction, type Literal, negated } from './alternatives.ts'
import { comparisonsIn } from './condition-faults.ts'
import type { EditorFault } from './editor-faults.ts'
import type { Outline } from './outline.ts'

export function unreachableIn({ pages }: Definition, outline: Outline): EditorFault[] {
  const never = new Set<string>()
  const faults: EditorFault[] = []
  const passed = alwaysPassed(pages, outline)
  for (const page of pages) {
    const isPageGone = passed.has(page.id) || !isPossible([page.showIf], outline, never)
    if (isPageGone && page.elements.length > 0)
      faults.push({ code: 'unreachable', message: '这一页永远不会显示，请检查它的条件和前面的跳转', pageId: page.id })
    for (const element of page.elements) {
      if (!isPageGone && isPossible([page.showIf, element.showIf], outline, never)) continue
      never.add(element.id)
      if (!isPageGone || isRequired(element)) faults.push(faultOf(element, page))
    }
  }
  return faults
}

const isRequired = (element: Element) => element.kind !== 'note' && element.isRequired

function faultOf(element: Element, { id: pageId }: Page): EditorFault {
  if (isRequired(element))
    return { code: 'hiddenRequired', message: '这道必答题永远不会显示，请检查显示条件', pageId, elementId: element.id }
  return { code: 'unreachable', message: '这道题永远不会显示，请检查显示条件', pageId, elementId: element.id }
}

/** Whether some answers meet all of these: none of them asks for an answer to a question that is never seen. */
function isPossible(conditions: readonly (Condition | undefined)[], outline: Outline, never: ReadonlySet<string>): boolean {
  const given = conditions.filter((condition) => condition !== undefined)
  if (given.length === 0) return true
  const alternatives = alternativesOf({ all: given })
  if (!alternatives) return true
  return alternatives.some((literals) => {
    if (literals.some((literal) => asksFor(literal) && never.has(literal.question))) return false
    const whole = [...literals, ...literals.flatMap((literal) => ownLiterals(literal, outline))]
    return !isContradiction(whole, (id) => elementOf(outline, id))
  })
}

type Asking = Exclude<Literal, { person: unknown }>
const asksFor = (literal: Literal): literal is Asking => !('person' in literal) && literal.is !== 'unanswered'

const elementOf = ({ places, order }: Outline, id: string): Element | undefined => {
  const place = places.get(id)
  return place === undefined ? undefined : order[place]
}

/** Where a question must have been answered, what it is shown by holds too; of several ways nothing is said. */
function ownLiterals(literal: Literal, outline: Outline): readonly Literal[] {
  if (!asksFor(literal)) return []
  const shown = elementOf(outline, literal.question)?.showIf
  const alternatives = shown && alternativesOf(shown)
  return alternatives?.length === 1 ? (alternatives[0] ?? []) : []
}

/** Pages over which a jump leads everybody; nothing is said of what lies behind a jump that only some take. */
function alwaysPassed(pages: readonly Page[], outline: Outline): ReadonlySet<string> {
  const passed = new Set<string>()
  for (const [place, page] of pages.entries()) {
    const [first] = page.jumps
    if (!first || passed.has(page.id)) continue
    if (page.showIf || !isAlways(first.when, outline, passed)) return passed
    const target = first.to === 'end' ? pages.length : pages.findIndex(({ id }) => id === first.to)
    for (const between of pages.slice(place + 1, Math.max(target, place + 1))) passed.add(between.id)
  }
  return passed
}

/** Asks only of what everybody answers, and is true of every answer. */
function isAlways(condition: Condition, outline: Outline, passed: ReadonlySet<string>): boolean {
  const areSure = comparisonsIn(condition).every((comparison) => {
    if ('person' in comparison) return false
    const element = elementOf(outline, comparison.question)
    const page = outline.pageOf.get(comparison.question)
    if (!element || !page || passed.has(page.id)) return false
    return isRequired(element) && !element.showIf && !page.showIf
  })
  const contrary = areSure ? alternativesOf(negated(condition)) : undefined
  if (!contrary) return false
  const find = (id: string) => elementOf(outline, id)
  return contrary.every((literals) => literals.some(({ is }) => is === 'unanswered') || isContradiction(literals, find))
}
