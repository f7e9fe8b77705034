/**
 * Sheets as rows of bytes of one width, for counting: a hundred thousand of them are read by one statement as one text of bytes, where the same
 * answers as JSON are two hundred megabytes to parse. A slot is one question, or one row of a matrix. Its first byte says 0 not seen, 1 seen
 * and not answered, else answered; of one choice it is 2 + the place of what was chosen.
 */
import { z } from 'zod'
import type { Answer } from '../../contract/answers.ts'
import type { Definition, Element } from '../../contract/definition.ts'
import { isChoice, isMatrix, isRanking, placeIn } from '../../contract/rules/values.ts'
import type { Visible } from '../../contract/rules/visible-in.ts'

const slotShape = z.object({
  element: z.string(),
  row: z.string().optional(),
  /** one: of options or steps; many: bits of options; place: a byte for each option; number: a double; flag: whether there is something. */
  form: z.enum(['one', 'many', 'place', 'number', 'flag']),
  /** Options, columns, or the steps of a scale as numbers. */
  keys: z.array(z.string()),
  at: z.int(),
})
export type Slot = z.output<typeof slotShape>
export const layoutShape = z.object({ width: z.int(), slots: z.array(slotShape) })
export type Layout = z.output<typeof layoutShape>

export const unseen = 0
export const unanswered = 1
export const firstChoice = 2

type Form = Pick<Slot, 'form' | 'keys'>

export function layoutOf({ pages }: Definition): Layout {
  const slots: Slot[] = []
  let width = 0
  for (const element of pages.flatMap((page) => page.elements)) {
    const form = formOf(element)
    if (!form) continue
    const rows = 'rows' in element ? element.rows.map(({ id }) => id) : [undefined]
    for (const row of rows) {
      slots.push({ element: element.id, ...(row !== undefined && { row }), ...form, at: width })
      width += widthOf(form)
    }
  }
  return { width, slots }
}

const idsIn = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id)
const stepsUpTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => String(from + place))

function formOf(element: Element): Form | undefined {
  switch (element.kind) {
    case 'single':
    case 'dropdown':
      return { form: 'one', keys: idsIn(element.options) }
    case 'multiple':
      return { form: 'many', keys: idsIn(element.options) }
    case 'matrixSingle':
      return { form: 'one', keys: idsIn(element.columns) }
    case 'matrixMultiple':
      return { form: 'many', keys: idsIn(element.columns) }
    case 'rating':
    case 'matrixRating':
      return { form: 'one', keys: stepsUpTo(1, element.steps) }
    case 'nps':
      return { form: 'one', keys: stepsUpTo(0, 10) }
    case 'ranking':
      return { form: 'place', keys: idsIn(element.options) }
    case 'number':
    case 'slider':
      return { form: 'number', keys: [] }
    case 'text':
    case 'date':
    case 'file':
    case 'consent':
      return { form: 'flag', keys: [] }
    case 'note':
      return undefined
  }
}

function widthOf({ form, keys }: Form): number {
  switch (form) {
    case 'one':
    case 'flag':
      return 1
    case 'many':
      return 1 + Math.ceil(keys.length / 8)
    case 'place':
      return 1 + keys.length
    case 'number':
      return 9
  }
}

export function packed({ width, slots }: Layout, { elements, kept }: Pick<Visible, 'elements' | 'kept'>): Buffer {
  const bytes = Buffer.alloc(width)
  for (const slot of slots) {
    if (!elements.has(slot.element)) continue
    bytes[slot.at] = unanswered
    const answer = Object.hasOwn(kept, slot.element) ? kept[slot.element] : undefined
    if (answer !== undefined) write(bytes, slot, answer)
  }
  return bytes
}

function write(bytes: Buffer, slot: Slot, answer: Answer): void {
  const { at, form, keys, row } = slot
  if (form === 'flag') {
    bytes[at] = firstChoice
    return
  }
  if (form === 'number') {
    if (typeof answer !== 'number') return
    bytes[at] = firstChoice
    bytes.writeDoubleLE(answer, at + 1)
    return
  }
  const chosen = chosenOf(answer, row)
  const places = chosen.map((key) => keys.indexOf(key)).filter((place) => place >= 0)
  const [first] = places
  if (first === undefined) return
  bytes[at] = form === 'one' ? firstChoice + first : firstChoice
  if (form === 'many')
    for (const place of places) bytes[at + 1 + (place >> 3)] = (bytes[at + 1 + (place >> 3)] ?? 0) | (1 << (place & 7))
  if (form === 'place') for (const [rank, place] of places.entries()) bytes[at + 1 + place] = rank + 1
}

function chosenOf(answer: Answer, row: string | undefined): readonly string[] {
  if (typeof answer === 'number') return [String(answer)]
  if (isChoice(answer)) return answer.choices
  if (isRanking(answer)) return answer.order
  const given = row !== undefined && isMatrix(answer) ? placeIn(answer, row) : undefined
  return typeof given === 'number' ? [String(given)] : (given ?? [])
}

/** Many sheets, one behind the other. */
export interface Sheets {
  readonly bytes: Uint8Array
  readonly width: number
  readonly count: number
}

/** Whether the sheet that begins at `from` has this option of a slot. */
export function hasKey(bytes: Uint8Array, from: number, { at, form }: Slot, place: number): boolean {
  const start = from + at
  if (form === 'one') return bytes[start] === firstChoice + place
  if (bytes[start] !== firstChoice) return false
  if (form === 'many') return ((bytes[start + 1 + (place >> 3)] ?? 0) & (1 << (place & 7))) !== 0
  // Of a ranking its first place counts, as in conditions.
  return form === 'place' && bytes[start + 1 + place] === 1
}
