/** Where something can be chosen: questions, and rows of matrices. */
import type { Definition, Element } from '../../contract/definition.ts'
import { isWritten } from '../../contract/rules/is-written.ts'

export interface Place {
  readonly key: string
  readonly question: string
  readonly row: string | undefined
  readonly label: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
}

export function placesOf({ pages }: Definition): readonly Place[] {
  let number = 0
  return pages
    .flatMap(({ elements }) => elements)
    .flatMap((element) => {
      if (element.kind === 'note') return []
      number += 1
      return placesIn(element, `${number}. ${element.title}`)
    })
}

function placesIn(element: Element, label: string): Place[] {
  const whole = { key: element.id, question: element.id, row: undefined, label }
  switch (element.kind) {
    case 'single':
    case 'multiple':
    case 'dropdown':
    case 'ranking':
      return [{ ...whole, options: element.options }]
    case 'rating':
      return [{ ...whole, options: steps(1, element.steps) }]
    case 'nps':
      return [{ ...whole, options: steps(0, 10) }]
    case 'matrixSingle':
    case 'matrixMultiple':
    case 'matrixRating': {
      const options = element.kind === 'matrixRating' ? steps(1, element.steps) : element.columns
      return element.rows.map(({ id, text }) => ({
        ...{ key: `${element.id} ${id}`, question: element.id, row: id, label: `${label}：${text}`, options },
      }))
    }
    default:
      return [{ ...whole, options: [] }]
  }
}

const steps = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ id: String(from + at), text: String(from + at) }))

export const choosable = (places: readonly Place[]) => places.filter(({ options }) => options.length > 0)

/** Questions under which something may be written. */
export function writtenIn({ pages }: Definition): ReadonlySet<string> {
  return new Set(pages.flatMap(({ elements }) => elements.filter(isWritten).map(({ id }) => id)))
}
