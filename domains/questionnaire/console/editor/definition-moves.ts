/** Changes of a questionnaire while it is written: each answers a new definition; parts that did not change are the same values. */
import type { Definition, Element, Page } from '../../contract/definition.ts'

type Pages = Definition['pages']
const withPages = (definition: Definition, pages: Pages): Definition => ({ ...definition, pages })

export function changedElement(definition: Definition, id: string, change: (element: Element) => Element): Definition {
  return withPages(
    definition,
    definition.pages.map((page) =>
      page.elements.some((element) => element.id === id)
        ? { ...page, elements: page.elements.map((element) => (element.id === id ? change(element) : element)) }
        : page,
    ),
  )
}

export function changedPage(definition: Definition, id: string, part: Partial<Omit<Page, 'id'>>): Definition {
  return withPages(
    definition,
    definition.pages.map((page) => (page.id === id ? { ...page, ...part } : page)),
  )
}

/** Behind the element that is named; without one at the end of the page, or of the last page. */
export function addedElement(
  definition: Definition,
  element: Element,
  { pageId, afterId }: { readonly pageId?: string | undefined; readonly afterId?: string | undefined },
): Definition {
  const page =
    definition.pages.find(({ elements }) => elements.some(({ id }) => id === afterId)) ??
    definition.pages.find(({ id }) => id === pageId) ??
    definition.pages.at(-1)
  if (!page) return definition
  const at = page.elements.findIndex(({ id }) => id === afterId)
  const elements = [...page.elements]
  elements.splice(at < 0 ? elements.length : at + 1, 0, element)
  return changedPage(definition, page.id, { elements })
}

export function withoutElement(definition: Definition, id: string): Definition {
  return withPages(
    definition,
    definition.pages.map((page) =>
      page.elements.some((element) => element.id === id)
        ? { ...page, elements: page.elements.filter((element) => element.id !== id) }
        : page,
    ),
  )
}

/** In front of the element that is named, or at the end of the page. */
export interface Place {
  readonly pageId: string
  readonly beforeId: string | null
}

/** In front of this element, or behind it; undefined: it is not there any more. */
export function placeBeside({ pages }: Definition, id: string, side: 'before' | 'after'): Place | undefined {
  const page = pages.find(({ elements }) => elements.some((one) => one.id === id))
  if (!page) return undefined
  const next = page.elements[page.elements.findIndex((one) => one.id === id) + 1]
  return { pageId: page.id, beforeId: side === 'before' ? id : (next?.id ?? null) }
}

export function placedElement(definition: Definition, id: string, to: Place): Definition {
  const element = definition.pages.flatMap((page) => page.elements).find((one) => one.id === id)
  if (!element || to.beforeId === id) return definition
  const rest = withoutElement(definition, id)
  const page = rest.pages.find((one) => one.id === to.pageId)
  if (!page) return definition
  const at = page.elements.findIndex((one) => one.id === to.beforeId)
  const elements = [...page.elements]
  elements.splice(at < 0 ? elements.length : at, 0, element)
  return changedPage(rest, page.id, { elements })
}

/** One place up or down; over the border of a page onto the next one. */
export function steppedElement(definition: Definition, id: string, by: -1 | 1): Definition {
  const { pages } = definition
  const pageAt = pages.findIndex(({ elements }) => elements.some((element) => element.id === id))
  const page = pages[pageAt]
  if (!page) return definition
  const at = page.elements.findIndex((element) => element.id === id)
  const next = at + by
  if (next >= 0 && next < page.elements.length)
    return placedElement(definition, id, { pageId: page.id, beforeId: page.elements[by < 0 ? at - 1 : at + 2]?.id ?? null })
  const neighbour = pages[pageAt + by]
  if (!neighbour) return definition
  return placedElement(definition, id, { pageId: neighbour.id, beforeId: by > 0 ? (neighbour.elements[0]?.id ?? null) : null })
}

export function steppedPage(definition: Definition, id: string, by: -1 | 1): Definition {
  const at = definition.pages.findIndex((page) => page.id === id)
  return placedPage(definition, id, at + by)
}

/** To this place, from 0. */
export function placedPage(definition: Definition, id: string, to: number): Definition {
  const page = definition.pages.find((one) => one.id === id)
  if (!page || to < 0 || to >= definition.pages.length) return definition
  const pages = definition.pages.filter((one) => one.id !== id)
  pages.splice(to, 0, page)
  return withPages(definition, pages)
}

export function addedPage(definition: Definition, id: string, afterId?: string): Definition {
  const page: Page = { id, title: '', jumps: [], isRandom: false, elements: [] }
  const at = definition.pages.findIndex((one) => one.id === afterId)
  const pages = [...definition.pages]
  pages.splice(at < 0 ? pages.length : at + 1, 0, page)
  return withPages(definition, pages)
}

/** Its elements go to the page before it, or to the one behind; the last page stays. */
export function withoutPage(definition: Definition, id: string): Definition {
  const { pages } = definition
  const at = pages.findIndex((page) => page.id === id)
  const gone = pages[at]
  const heir = pages[at - 1] ?? pages[at + 1]
  if (!gone || !heir) return definition
  const elements = at > 0 ? [...heir.elements, ...gone.elements] : [...gone.elements, ...heir.elements]
  return withPages(
    definition,
    pages.filter((page) => page.id !== id).map((page) => (page.id === heir.id ? { ...page, elements } : page)),
  )
}

/** A twin behind it. Options, rows and columns keep their ids: they are unlike each other within one element alone. */
export function copiedElement(definition: Definition, id: string, copyId: string): Definition {
  const element = definition.pages.flatMap((page) => page.elements).find((one) => one.id === id)
  return element ? addedElement(definition, { ...element, id: copyId }, { afterId: id }) : definition
}
