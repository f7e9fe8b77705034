/** Which items a dimension is made of: its own, and those of its facets; an item that comes by two ways counts once. */
import type { Definition, KeyedItem, ScaleDimension, ScaleItem, ScaleOption } from '../definition.ts'

export function keyedItemsOf(definition: Pick<Definition, 'facets'>, dimension: ScaleDimension): KeyedItem[] {
  return [...new Map(allKeyedOf(definition, dimension).map((keyed) => [keyed.item, keyed])).values()]
}

/** The same with every way by which an item comes. */
export const allKeyedOf = ({ facets }: Pick<Definition, 'facets'>, dimension: ScaleDimension): KeyedItem[] => [
  ...dimension.items,
  ...facets.filter(({ id }) => dimension.facets.includes(id)).flatMap(({ items }) => items),
]

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
