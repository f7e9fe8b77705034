/** What results say of each question; of anonymous ones without what could tell of somebody. */
import type { Definition, Element } from '../../contract/definition.ts'
import { type Cell, type FigureInput, fewest } from '../../contract/results.ts'
import type { BesideShown, SlotBeside } from './beside-shown.ts'
import { type Counted, countSlot, type Mask, type Measure, measureOfScale, sizeOf } from './counting.ts'
import { hideParts, hideShare } from './hiding.ts'
import type { Layout, Sheets, Slot } from './packing.ts'

interface Counting {
  readonly sheets: Sheets
  readonly mask: Mask
  /** Sheets that the mask lets through. */
  readonly total: number
  readonly isAnonymous: boolean
  /** Of some of the sheets of an anonymous one: what the sets that were shown before leave to be shown of them. */
  readonly beside?: BesideShown | undefined
  /** Questions of an anonymous one whose number of people would tell of an earlier one (`toldByBranches`). */
  readonly told: ReadonlySet<string>
}

export function figuresOf(definition: Definition, layout: Layout, given: Omit<Counting, 'total'>): FigureInput[] {
  const counting = { ...given, total: sizeOf(given.mask, given.sheets.count) }
  const slots = Map.groupBy(layout.slots, ({ element }) => element)
  return definition.pages
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
  const beside = counting.beside?.of(slot)
  const head = headOf(counted, counting, { slot, beside })
  if (head.isHidden) return head
  const around = { head, counting, beside }
  switch (slot.form) {
    case 'one':
      return isScale(element)
        ? { ...head, ...scaleFigure(element, slot, counted, around) }
        : { ...head, cells: cellsOf(element, slot, counted, around) }
    case 'many':
      return { ...head, cells: cellsOf(element, slot, counted, around) }
    case 'place':
      return { ...head, places: placesOf(element, slot, counted, around) }
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
  readonly beside: SlotBeside | undefined
}

function headOf(
  { seen, answered }: Counted,
  { total, told, isAnonymous }: Counting,
  { slot, beside }: { slot: Slot | undefined; beside: SlotBeside | undefined },
): Head {
  if (!isAnonymous) return { seenCount: seen, answeredCount: answered, isHidden: false }
  if (answered < fewest || beside?.mayShowAnswered() === false) return { seenCount: null, answeredCount: null, isHidden: true }
  if (slot && told.has(slot.element)) return { seenCount: null, answeredCount: null, isHidden: false }
  const isNear = seen !== answered && seen - answered < fewest
  const seenCount = beside?.mayShowSeen() === false ? null : hideShare(seen, total)
  const answeredCount = hideShare(answered, total)
  return { seenCount, answeredCount: isNear && seenCount !== null ? null : answeredCount, isHidden: false }
}

const isScale = ({ kind }: Element) => kind === 'rating' || kind === 'nps' || kind === 'matrixRating'

/** Options of one choice and 'none of them' make up all sheets; of several choices each stands alone. */
function shownCounts({ form, element }: Slot, { answered, counts }: Counted, { counting, beside }: Around): (number | null)[] {
  const { total, isAnonymous } = counting
  if (!isAnonymous) return [...counts]
  if (form === 'many')
    return counts.map((count, place) => (beside?.mayShowKeys([place]) === false ? null : hideShare(count, total)))
  const rest = total - answered
  const mayShow = (places: readonly number[]) => beside?.mayShowKeys(places) !== false
  return hideParts(rest > 0 ? [...counts, rest] : counts, mayShow, isRestHidden(element, counts.length, counting)).slice(
    0,
    counts.length,
  )
}

/** All parts together would be how many answered. */
const isRestHidden = (element: string, rest: number, { told }: Counting) => (told.has(element) ? [rest] : [])

function cellsOf(element: Element, slot: Slot, counted: Counted, around: Around): Cell[] {
  const { head } = around
  const shown = shownCounts(slot, counted, around)
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
function scaleFigure(element: Element, slot: Slot, counted: Counted, around: Around): Pick<Shown, 'cells' | 'measure' | 'nps'> {
  const { counting } = around
  const cells = cellsOf(element, slot, counted, around)
  const measure = measureOfScale(slot, counted.counts)
  const isWhole = cells.every(({ count }) => count !== null)
  const nps = element.kind === 'nps' ? npsOf(element, counted, around) : null
  if (!counting.isAnonymous || isWhole) return { cells, measure: measured(measure, counting), nps }
  const blank = cells.map((cell) => ({ ...cell, count: null, percent: null }))
  if (element.kind === 'nps') return { cells: blank, measure: null, nps }
  return { cells: blank, measure: measure ? { mean: measure.mean, deviation: null, min: null, max: null } : null, nps }
}

/** Over those who answered; 9 and 10 promote, 0 to 6 detract. */
function npsOf({ id }: Element, { answered, counts }: Counted, { counting, beside }: Around): Shown['nps'] {
  const { isAnonymous, total } = counting
  if (answered === 0) return null
  const from = (low: number, high: number) => counts.slice(low, high + 1).reduce((sum, count) => sum + count, 0)
  const groups = [from(9, 10), from(7, 8), from(0, 6)]
  const [promoters = 0, , detractors = 0] = groups
  const score = Math.round((1000 * (promoters - detractors)) / answered) / 10
  if (!isAnonymous) return { score, promoters, passives: groups[1] ?? 0, detractors }
  const rest = total - answered
  const keys = counts.map((_, key) => key)
  const keysOf = [keys.slice(9), keys.slice(7, 9), keys.slice(0, 7), [keys.length]]
  const mayShow = (places: readonly number[]) => beside?.mayShowKeys(places.flatMap((place) => keysOf[place] ?? [])) !== false
  const shown = hideParts(rest > 0 ? [...groups, rest] : groups, mayShow, isRestHidden(id, groups.length, counting))
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

function placesOf(element: Element, slot: Slot, { counts, places }: Counted, { counting, beside }: Around) {
  const { total, isAnonymous, told } = counting
  const mayShow = (place: number) => !told.has(element.id) && beside?.mayShowKeys([place]) !== false
  return slot.keys.map((id, place) => {
    const count = counts[place] ?? 0
    const shown = !isAnonymous ? count : mayShow(place) ? hideShare(count, total) : null
    const mean = count === 0 || shown === null ? null : (places[place] ?? 0) / count
    return { id, text: textOf(element, id), count: shown, meanPlace: mean }
  })
}

type Matrix = Extract<Element, { rows: unknown }>

function matrixFigure(element: Matrix, slots: readonly Slot[], counting: Counting): Shown {
  const counted = slots.map((slot) => countSlot(counting.sheets, slot, counting.mask))
  const answered = counted.map((one) => one.answered)
  const most = Math.max(0, answered.indexOf(Math.max(...answered)))
  const rows = slots.map((slot, place) => {
    const row = element.rows.find(({ id }) => id === slot.row)
    const shown = slotFigure(element, slot, counted[place] ?? nothing, counting)
    return {
      ...{ id: slot.row ?? '', text: row?.text ?? '', answeredCount: shown.answeredCount },
      ...{ cells: shown.cells ?? [], measure: shown.measure ?? null },
    }
  })
  const slot = slots[most]
  return { ...headOf(counted[most] ?? nothing, counting, { slot, beside: slot && counting.beside?.of(slot) }), rows }
}

const nothing: Counted = { seen: 0, answered: 0, counts: [], places: [], measure: undefined }
