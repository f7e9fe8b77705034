import type { Definition, Element } from '../../contract/definition.ts'
import { testsOf } from './condition-tests.ts'

/** A question that a condition may be about. */
export interface Asked {
  readonly element: Element
  readonly number: number | null
}

export function askedIn(asked: readonly Asked[]): readonly Asked[] {
  return asked.filter(({ element }) => testsOf(element).length > 0)
}

/** Elements by id with their numbers; what only shows something has none. */
export function numbered({ pages }: Definition): ReadonlyMap<string, Asked> {
  const known = new Map<string, Asked>()
  let count = 0
  for (const page of pages)
    for (const element of page.elements) {
      const isQuestion = element.kind !== 'note'
      if (isQuestion) count += 1
      known.set(element.id, { element, number: isQuestion ? count : null })
    }
  return known
}

/** Questions before this element or page, in order; all of them where nothing is named. */
export function askedBefore(elements: ReadonlyMap<string, Asked>, definition: Definition, beforeId?: string): readonly Asked[] {
  const before: Asked[] = []
  for (const page of definition.pages) {
    if (page.id === beforeId) return before
    for (const element of page.elements) {
      if (element.id === beforeId) return before
      const asked = elements.get(element.id)
      if (asked) before.push(asked)
    }
  }
  return before
}

/** Questions up to the end of this page: what its jumps may ask about. */
export function askedUpTo(elements: ReadonlyMap<string, Asked>, { pages }: Definition, pageId: string): readonly Asked[] {
  const at = pages.findIndex(({ id }) => id === pageId)
  return pages.slice(0, at + 1).flatMap((page) => page.elements.flatMap(({ id }) => elements.get(id) ?? []))
}
