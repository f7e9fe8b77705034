/** Sheets as answers again, from their bytes: a hundred thousand of them as JSON are two hundred megabytes to write, carry and read. */
import type { Answer, Answers } from '../../contract/answers.ts'
import type { Definition, Element } from '../../contract/definition.ts'
import { firstChoice, type Layout, type Slot } from './packing.ts'

type Reading = (bytes: Buffer) => Answer | undefined

export interface Unpacking {
  /** Elements whose answers do not stand in the bytes as a whole: texts, files, dates, options beside which something is written. */
  readonly others: readonly string[]
  /** The answers of one sheet; `written` are those of `others`, in their order. The same object each time, with what the next sheet says. */
  readonly answersIn: (bytes: Buffer, written: readonly unknown[]) => Answers
}

export function unpackingOf({ pages }: Definition, { slots }: Layout): Unpacking {
  const elements = pages.flatMap((page) => page.elements).filter(({ kind }) => kind !== 'note')
  const readings = new Map(
    elements.map((element) => [
      element.id,
      readingOf(
        element,
        slots.filter((slot) => slot.element === element.id),
      ),
    ]),
  )
  const whole = [...readings].flatMap(([id, reading]) => (reading ? [{ id, reading }] : []))
  const others = [...readings].flatMap(([id, reading]) => (reading ? [] : [id]))
  const found: Record<string, Answer> = {}
  const put = (id: string, answer: Answer | undefined) => {
    if (answer === undefined) delete found[id]
    else found[id] = answer
  }
  const answersIn = (bytes: Buffer, written: readonly unknown[]) => {
    for (const { id, reading } of whole) put(id, reading(bytes))
    // Kept by us as the schema has them: reading a hundred thousand of them again by it would cost more than all the rest.
    for (const [place, id] of others.entries()) put(id, (written[place] as Answer | null | undefined) ?? undefined)
    return found
  }
  return { others, answersIn }
}

const takesTexts = (element: Element) =>
  'options' in element && element.options.some((option) => 'takesText' in option && option.takesText)

function readingOf(element: Element, slots: readonly Slot[]): Reading | undefined {
  const [slot] = slots
  if (!slot || slot.form === 'flag' || takesTexts(element)) return undefined
  if ('rows' in element) return rowsOf(element, slots)
  switch (slot.form) {
    case 'one':
      return hasSteps(element) ? numberStep(slot) : oneChoice(slot)
    case 'many':
      return (bytes) => (bytes[slot.at] === firstChoice ? { choices: chosenAt(bytes, slot) } : undefined)
    case 'place':
      return (bytes) => (bytes[slot.at] === firstChoice ? { order: orderAt(bytes, slot) } : undefined)
    case 'number':
      return (bytes) => (bytes[slot.at] === firstChoice ? bytes.readDoubleLE(slot.at + 1) : undefined)
  }
}

const hasSteps = ({ kind }: Element) => kind === 'rating' || kind === 'nps' || kind === 'matrixRating'

function numberStep({ at, keys }: Slot): (bytes: Buffer) => number | undefined {
  const steps = keys.map(Number)
  return (bytes) => steps[(bytes[at] ?? 0) - firstChoice]
}

/** What can be chosen is made once. */
function oneChoice({ at, keys }: Slot): Reading {
  const choices = keys.map((key) => ({ choices: [key] }))
  return (bytes) => choices[(bytes[at] ?? 0) - firstChoice]
}

function rowsOf(element: Element, slots: readonly Slot[]): Reading {
  const readings = slots.map((slot) => {
    const number = numberStep(slot)
    const read = (bytes: Buffer) => {
      if (hasSteps(element)) return number(bytes)
      if (slot.form === 'many') return bytes[slot.at] === firstChoice ? chosenAt(bytes, slot) : undefined
      const key = slot.keys[(bytes[slot.at] ?? 0) - firstChoice]
      return key === undefined ? undefined : [key]
    }
    return { row: slot.row ?? '', read }
  })
  return (bytes) => {
    const rows: Record<string, string[] | number> = {}
    for (const { row, read } of readings) {
      const inRow = read(bytes)
      if (inRow !== undefined) rows[row] = inRow
    }
    return Object.keys(rows).length > 0 ? { rows } : undefined
  }
}

/** In the order of the options. */
function chosenAt(bytes: Buffer, { at, keys }: Slot): string[] {
  return keys.filter((_, place) => ((bytes[at + 1 + (place >> 3)] ?? 0) & (1 << (place & 7))) !== 0)
}

function orderAt(bytes: Buffer, { at, keys }: Slot): string[] {
  const placed = keys.map((key, place) => ({ key, rank: bytes[at + 1 + place] ?? 0 })).filter(({ rank }) => rank > 0)
  return placed.toSorted((one, other) => one.rank - other.rank).map(({ key }) => key)
}
