import type { Definition, Element, Page } from '../definition.ts'

/** A definition as its checks read it. */
export interface Outline {
  readonly order: readonly Element[]
  /** Where in the order an element stands. */
  readonly places: ReadonlyMap<string, number>
  readonly pageOf: ReadonlyMap<string, Page>
}

export function outlineOf({ pages }: Definition): Outline {
  const order = pages.flatMap((page) => page.elements)
  return {
    order,
    places: new Map(order.map(({ id }, place) => [id, place])),
    pageOf: new Map(pages.flatMap((page) => page.elements.map(({ id }) => [id, page] as const))),
  }
}
