/** What results say of each question; of anonymous ones without what could tell of somebody. */
import type { Definition, Element } from '../../contract/definition.ts'
import { type Cell, type FigureInput, fewest } from '../../contract/results.ts'
import { type Counted, countSlot, type Mask, type Measure, measureOfScale, sizeOf } from './counting.ts'
import { hideParts, hideShare } from './hiding.ts'
import type { Layout, Sheets, Slot } from './packing.ts'

interface Counting {
  readonly sheets: Sheets
  readonly mask: Mask
  /** Sheets that the mask lets through. */
  readonly total: number
  readonly isAnonymous: boolean
}

export function figuresOf(
  { pages }: Definition,
  layout: Layout,
  given: { sheets: Sheets; mask: Mask; isAnonymous: boolean },
): FigureInput[] {
  const counting = { ...given, total: sizeOf(given.mask, given.sheets.count) }
  const slots = Map.groupBy(layout.slots, ({ element }) => element)
  return pages
    .flatMap(({ elements }) => elements)
    .flatMap((element) => (element.kind === 'note' ? [] : [figureOf(element, slots.get(element.id) ?? [], counting)]))
}

function figureOf(element: Element, slots: readonly Slot[], counting: Counting): FigureInput {
  const { id: elementId, kind, title } = element
  const [first] = slots
  const base = { elementId, kind, title }
  if (!first) return { ...base, seenCount: 0, answeredCount: 0, isHidden: false }
  if ('rows' in element) return { ...base, ...matrixFigure(element, slots, counting) }
  return { ...base, ...slotFigure(element, first, countSlot(counting.sheets, first, counting.mask), counting) }
}

type Shown = Omit<FigureInput, 'elementId' | 'kind' | 'title'>

function slotFigure(element: Element, slot: Slot, counted: Counted, counting: Counting): Shown {
  const head = headOf(counted, counting)
  if (head.isHidden) return head
  switch (slot.form) {
    case 'one':
      return isScale(element)
        ? { ...head, ...scaleFigure(element, slot, counted, { head, counting }) }
        : { ...head, cells: cellsOf(element, slot, counted, { head, counting }) }
    case 'many':
      return { ...head, cells: cellsOf(element, slot, counted, { head, counting }) }
    case 'place':
      return { ...head, places: placesOf(element, slot, counted, counting) }
    case 'number':
      return { ...head, measure: measured(counted.measure, counting) }
    case 'flag':
      return head
  }
}

interface Head {
  readonly seenCount: number | null
  readonly answeredCount: number | null
  readonly isHidden: boolean
}

interface Around {
  readonly head: Head
  readonly counting: Counting
}

function headOf({ seen, answered }: Counted, { total, isAnonymous }: Counting): Head {
  if (!isAnonymous) return { seenCount: seen, answeredCount: answered, isHidden: false }
  if (answered < fewest) return { seenCount: null, answeredCount: null, isHidden: true }
  const isNear = seen !== answered && seen - answered < fewest
  const [seenCount, answeredCount] = [hideShare(seen, total), hideShare(answered, total)]
  return { seenCount, answeredCount: isNear && seenCount !== null ? null : answeredCount, isHidden: false }
}

const isScale = ({ kind }: Element) => kind === 'rating' || kind === 'nps' || kind === 'matrixRating'

/** Options of one choice and 'none of them' make up all sheets; of several choices each stands alone. */
function shownCounts({ form }: Slot, { answered, counts }: Counted, { total, isAnonymous }: Counting): (number | null)[] {
  if (!isAnonymous) return [...counts]
  if (form === 'many') return counts.map((count) => hideShare(count, total))
  const rest = total - answered
  return hideParts(rest > 0 ? [...counts, rest] : counts).slice(0, counts.length)
}

function cellsOf(element: Element, slot: Slot, counted: Counted, { head, counting }: Around): Cell[] {
  const shown = shownCounts(slot, counted, counting)
  return slot.keys.map((id, place) => {
    const count = shown[place] ?? null
    return { id, text: textOf(element, id), count, percent: percentOf(count, head.seenCount) }
  })
}

function textOf(element: Element, id: string): string {
  const parts = 'options' in element ? element.options : 'columns' in element ? element.columns : []
  return parts.find((part) => part.id === id)?.text ?? id
}

const percentOf = (count: number | null, base: number | null) =>
  count === null || base === null || base === 0 ? null : Math.round((count * 1000) / base) / 10

/** Of hidden cells the mean says one sum; with some cells beside it, it would say what the others hold. */
function scaleFigure(
  element: Element,
  slot: Slot,
  counted: Counted,
  { head, counting }: Around,
): Pick<Shown, 'cells' | 'measure' | 'nps'> {
  const cells = cellsOf(element, slot, counted, { head, counting })
  const measure = measureOfScale(slot, counted.counts)
  const isWhole = cells.every(({ count }) => count !== null)
  const nps = element.kind === 'nps' ? npsOf(counted, counting) : null
  if (!counting.isAnonymous || isWhole) return { cells, measure: measured(measure, counting), nps }
  const blank = cells.map((cell) => ({ ...cell, count: null, percent: null }))
  if (element.kind === 'nps') return { cells: blank, measure: null, nps }
  return { cells: blank, measure: measure ? { mean: measure.mean, deviation: null, min: null, max: null } : null, nps }
}

/** Over those who answered; 9 and 10 promote, 0 to 6 detract. */
function npsOf({ answered, counts }: Counted, { isAnonymous, total }: Counting): Shown['nps'] {
  if (answered === 0) return null
  const from = (low: number, high: number) => counts.slice(low, high + 1).reduce((sum, count) => sum + count, 0)
  const groups = [from(9, 10), from(7, 8), from(0, 6)]
  const [promoters = 0, , detractors = 0] = groups
  const score = Math.round((1000 * (promoters - detractors)) / answered) / 10
  if (!isAnonymous) return { score, promoters, passives: groups[1] ?? 0, detractors }
  const rest = total - answered
  const shown = hideParts(rest > 0 ? [...groups, rest] : groups)
  const isWhole = shown.slice(0, 3).every((count) => count !== null)
  const [shownPromoters = null, passives = null, shownDetractors = null] = isWhole ? shown : []
  return { score, promoters: shownPromoters, passives, detractors: shownDetractors }
}

function measured(measure: Measure | undefined, { isAnonymous }: Counting): Shown['measure'] {
  if (!measure) return null
  const { mean, deviation, min, max } = measure
  // The smallest and the greatest number are somebody's own.
  return isAnonymous ? { mean, deviation, min: null, max: null } : { mean, deviation, min, max }
}

function placesOf(element: Element, slot: Slot, { counts, places }: Counted, { total, isAnonymous }: Counting) {
  return slot.keys.map((id, place) => {
    const count = counts[place] ?? 0
    const shown = isAnonymous ? hideShare(count, total) : count
    const mean = count === 0 || shown === null ? null : (places[place] ?? 0) / count
    return { id, text: textOf(element, id), count: shown, meanPlace: mean }
  })
}

type Matrix = Extract<Element, { rows: unknown }>

function matrixFigure(element: Matrix, slots: readonly Slot[], counting: Counting): Shown {
  const counted = slots.map((slot) => countSlot(counting.sheets, slot, counting.mask))
  const most = counted.reduce((one, other) => (other.answered > one.answered ? other : one), counted[0] ?? nothing)
  const rows = slots.map((slot, place) => {
    const row = element.rows.find(({ id }) => id === slot.row)
    const shown = slotFigure(element, slot, counted[place] ?? nothing, counting)
    return {
      ...{ id: slot.row ?? '', text: row?.text ?? '', answeredCount: shown.answeredCount },
      ...{ cells: shown.cells ?? [], measure: shown.measure ?? null },
    }
  })
  return { ...headOf(most, counting), rows }
}

const nothing: Counted = { seen: 0, answered: 0, counts: [], places: [], measure: undefined }
