/**
 * From answers to raw scores. Pure; compiled once for a version of a scale, then some microseconds a sitting. A dimension with gaps is the mean of what was
 * answered times its items while four fifths are answered, otherwise it cannot be computed.
 */
import type { Definition, KeyedItem } from '../../contract/definition.ts'
import { keyedItemsOf, optionsOf } from '../../contract/rules/keyed-items.ts'

/** Counted up when the same answers come to another score: it stands in each report. */
export const scoringVersion = 2
const leastAnswered = 0.8

/** What was answered, by the place of the item; null: nothing. As given, not keyed. */
export type Values = readonly (number | null)[]

export interface RawScore {
  readonly id: string
  readonly itemCount: number
  readonly answeredCount: number
  /** Null: too little was answered. */
  readonly raw: number | null
  /** Of an item. */
  readonly mean: number | null
}

export interface CompiledPart {
  readonly id: string
  readonly places: Int32Array
  /** 1, or -1 for a reversed item. */
  readonly signs: Int8Array
  /** 0, or of a reversed item the least plus the greatest of its options. */
  readonly bases: Int32Array
  readonly min: number
  readonly max: number
}

export interface CompiledScale {
  readonly itemCount: number
  readonly dimensions: readonly CompiledPart[]
  readonly facets: readonly CompiledPart[]
}

export function compileScale(definition: Definition): CompiledScale {
  const places = new Map(definition.items.map(({ id }, place) => [id, place]))
  const ranges = definition.items.map((item) => {
    const values = optionsOf(definition, item).map(({ value }) => value)
    return { min: Math.min(...values), max: Math.max(...values) }
  })
  const part = (id: string, keyed: readonly KeyedItem[]): CompiledPart => {
    const known = keyed.flatMap(({ item, isReversed }) => {
      const place = places.get(item)
      const range = place === undefined ? undefined : ranges[place]
      return place === undefined || !range ? [] : [{ place, isReversed, ...range }]
    })
    return {
      id,
      places: Int32Array.from(known, ({ place }) => place),
      signs: Int8Array.from(known, ({ isReversed }) => (isReversed ? -1 : 1)),
      bases: Int32Array.from(known, ({ isReversed, min, max }) => (isReversed ? min + max : 0)),
      min: known.reduce((sum, { min }) => sum + min, 0),
      max: known.reduce((sum, { max }) => sum + max, 0),
    }
  }
  return {
    itemCount: definition.items.length,
    dimensions: definition.dimensions.map((one) => part(one.id, keyedItemsOf(definition, one))),
    facets: definition.facets.map(({ id, items }) => part(id, items)),
  }
}

export interface Scores {
  readonly dimensions: readonly RawScore[]
  readonly facets: readonly RawScore[]
}

export function scoreSitting({ dimensions, facets }: CompiledScale, values: Values): Scores {
  return {
    dimensions: dimensions.map((part) => rawScore(part, values)),
    facets: facets.map((part) => rawScore(part, values)),
  }
}

function rawScore({ id, places, signs, bases }: CompiledPart, values: Values): RawScore {
  const itemCount = places.length
  let [sum, answeredCount] = [0, 0]
  for (let at = 0; at < itemCount; at++) {
    const value = values[places[at] ?? -1]
    if (value === null || value === undefined) continue
    sum += (bases[at] ?? 0) + (signs[at] ?? 1) * value
    answeredCount++
  }
  if (itemCount === 0 || answeredCount < leastAnswered * itemCount) return { id, itemCount, answeredCount, raw: null, mean: null }
  const mean = sum / answeredCount
  return { id, itemCount, answeredCount, raw: answeredCount === itemCount ? sum : mean * itemCount, mean }
}

/** Of one part, in its order; null where nothing was answered. */
export function keyedValues({ places, signs, bases }: CompiledPart, values: Values): (number | null)[] {
  return Array.from(places, (place, at) => {
    const value = values[place]
    return value === null || value === undefined ? null : (bases[at] ?? 0) + (signs[at] ?? 1) * value
  })
}
