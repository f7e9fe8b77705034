import { overflowOf } from '../../contract/lay-out.ts'
import type { Layout, TextBox } from '../../contract/layout.ts'
import { fillIn, namesIn, type Values, type VariableName, variables } from '../../contract/variables.ts'

/** Which values, the longest of their box, a layout has no room for: by the labels that its words name them by. */
export type RoomCheck = (values: Values) => string[]

/** What is known only when it is printed is as long for everybody: the designer shows it. */
const laterKnown: ReadonlySet<VariableName> = new Set(['link'])

/** One check for all certificates of an issue: what stands alike on many is measured once. */
export function roomIn({ pages }: Pick<Layout, 'pages'>): RoomCheck {
  const boxes = pages.flatMap((page) => page.boxes.flatMap((one) => (one.kind === 'text' ? boxToCheck(one) : [])))
  return (values) => [...new Set(boxes.flatMap(({ fits, names }) => (fits(values) ? [] : longestOf(names, values))))]
}

function boxToCheck(one: TextBox): { readonly names: readonly VariableName[]; readonly fits: (values: Values) => boolean }[] {
  const names = namesIn(one.text).known
  if (names.length === 0 || names.some((name) => laterKnown.has(name))) return []
  let last: { readonly words: string; readonly fits: boolean } | undefined
  const fits = (values: Values) => {
    const words = fillIn(one.text, values)
    if (last?.words !== words) last = { words, fits: overflowOf(one, words) === 0 }
    return last.fits
  }
  return [{ names, fits }]
}

function longestOf(names: readonly VariableName[], values: Values): string[] {
  const [longest] = names.toSorted((a, b) => values[b].length - values[a].length)
  return longest === undefined ? [] : [variables[longest].label]
}
