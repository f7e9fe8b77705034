/** Which items a dimension is made of: its own, and those of its facets; an item that comes by two ways counts once. */
import type { Definition, KeyedItem, ScaleDimension, ScaleItem, ScaleOption } from '../definition.ts'

export function keyedItemsOf({ facets }: Pick<Definition, 'facets'>, dimension: ScaleDimension): KeyedItem[] {
  const all = [...dimension.items, ...facets.filter(({ id }) => dimension.facets.includes(id)).flatMap(({ items }) => items)]
  return [...new Map(all.map((keyed) => [keyed.item, keyed])).values()]
}

export const optionsOf = ({ options }: Pick<Definition, 'options'>, item: ScaleItem): readonly ScaleOption[] =>
  item.options && item.options.length > 0 ? item.options : options

/** Of keyed items: the least and the most that they can come to. */
export function rangeOf(definition: Definition, keyed: readonly KeyedItem[]): { min: number; max: number } {
  const byId = new Map(definition.items.map((item) => [item.id, item]))
  let [min, max] = [0, 0]
  for (const { item } of keyed) {
    const found = byId.get(item)
    if (!found) continue
    const values = optionsOf(definition, found).map(({ value }) => value)
    min += Math.min(...values)
    max += Math.max(...values)
  }
  return { min, max }
}
