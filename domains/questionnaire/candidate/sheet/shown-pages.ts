/** The pages that somebody sees, with titles, options and orders as they are for this sheet. */
import type { Definition, Element } from '../../contract/definition.ts'
import { orderFor } from '../../contract/rules/order-for.ts'
import { pipedText } from '../../contract/rules/piping.ts'
import type { Visible } from '../../contract/rules/visible-in.ts'

interface ShownElement {
  readonly element: Element
  /** Among the questions that show, from 1; null of what only shows something. */
  readonly number: number | null
}

export interface ShownPage {
  readonly id: string
  readonly title: string
  readonly elements: readonly ShownElement[]
}

/** Pages without anything to show are passed over. */
export function shownPages(definition: Definition, visible: Visible, seed: string): readonly ShownPage[] {
  let count = 0
  const say = (text: string) => pipedText(text, definition, visible.kept)
  return definition.pages.flatMap((page) => {
    if (!visible.pages.has(page.id)) return []
    const there = page.elements.filter(({ id }) => visible.elements.has(id))
    const elements = (page.isRandom ? orderFor(there, seed, page.id) : there).map((element) => {
      const isQuestion = element.kind !== 'note'
      if (isQuestion) count += 1
      const said = { ...element, title: say(element.title), note: say(element.note) }
      return { element: withOptions(said, visible, seed), number: isQuestion ? count : null }
    })
    return elements.length === 0 ? [] : [{ id: page.id, title: say(page.title), elements }]
  })
}

/** With the options that are there, in the order of this sheet. */
function withOptions(element: Element, visible: Visible, seed: string): Element {
  if (!('options' in element)) return element
  const there = visible.options.get(element.id)
  const options = there ? element.options.filter(({ id }) => there.has(id)) : element.options
  return { ...element, options: element.isRandom ? orderFor(options, seed, element.id) : options }
}
