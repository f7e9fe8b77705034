/**
 * Some sheets of an anonymous questionnaire were chosen by a filter, and others were shown before. What those have of an option, and what
 * these have of it, may differ by a few people even where the sets themselves do not: each figure of this set is compared with the same figure of the
 * others.
 */
import { fewest } from '../../contract/results.ts'
import type { Sheets, Slot } from './packing.ts'
import type { ToldGroups } from './told-groups.ts'

export interface SlotBeside {
  readonly mayShowSeen: () => boolean
  readonly mayShowAnswered: () => boolean
  /** Whoever has one of these keys; the place behind the last is whoever answered nothing. */
  readonly mayShowKeys: (places: readonly number[]) => boolean
}

export class BesideShown {
  readonly #told: ToldGroups
  readonly #sheets: Sheets
  readonly #slots = new Map<Slot, SlotBeside>()

  /** Of the last set of `told`. */
  constructor(told: ToldGroups, sheets: Sheets) {
    this.#told = told
    this.#sheets = sheets
  }

  of(slot: Slot): SlotBeside {
    const known = this.#slots.get(slot)
    if (known) return known
    const { whole, seen, answered, keys } = this.#told.countsOf(this.#sheets, slot)
    const mayShow = (sizes: readonly number[]) => this.#told.mayCountLast(sizes, fewest)
    const rest = whole.map((size, group) => size - (answered[group] ?? 0))
    const made: SlotBeside = {
      mayShowSeen: () => mayShow(seen),
      mayShowAnswered: () => mayShow(answered),
      mayShowKeys: (places) => {
        const parts = places.map((place) => keys[place] ?? rest)
        return mayShow(whole.map((_, group) => parts.reduce((sum, sizes) => sum + (sizes[group] ?? 0), 0)))
      },
    }
    this.#slots.set(slot, made)
    return made
  }
}
