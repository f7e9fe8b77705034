/** What keeps a scale from being published, in the order in which an author meets it. */
import { z } from 'zod'
import { scaleKind } from '../codes.ts'
import type { Definition, ScaleBand, ScaleDimension, ScaleFile, ScaleItem } from '../definition.ts'
import { allKeyedOf, keyedItemsOf, optionsOf, rangeOf } from './keyed-items.ts'

/** `part` is the tab of the editor on which it is mended. */
export const scaleFault = z.object({
  part: z.enum(['facts', 'items', 'dimensions', 'norms', 'bands']),
  message: z.string(),
})
export type ScaleFault = z.output<typeof scaleFault>

type Facts = Pick<ScaleFile, 'kind' | 'licence' | 'source'>

export function definitionFaults(facts: Facts, definition: Definition): ScaleFault[] {
  return [
    ...factFaults(facts, definition),
    ...itemFaults(definition),
    ...dimensionFaults(facts, definition),
    ...normFaults(definition),
    ...bandFaults(definition),
  ]
}

const fault = (part: ScaleFault['part'], message: string): ScaleFault => ({ part, message })

function factFaults({ licence, source }: Facts, { consent }: Definition): ScaleFault[] {
  return [
    ...(licence === '' ? [fault('facts', '没有填写许可：没有使用许可的量表不能发布')] : []),
    ...(source === '' ? [fault('facts', '没有填写来源：请写明量表出自哪里')] : []),
    ...(consent.purpose === '' ? [fault('facts', '知情同意没有写使用目的')] : []),
    ...(consent.readers === '' ? [fault('facts', '知情同意没有写谁能看到结果')] : []),
  ]
}

function itemFaults(definition: Definition): ScaleFault[] {
  const { items } = definition
  if (items.length === 0) return [fault('items', '还没有题目')]
  return [
    ...repeated(items.map(({ id }) => id)).map((id) => fault('items', `题目标识重复：${id}`)),
    ...items.flatMap((item, place) => optionFaults(definition, item, place + 1)),
  ]
}

function optionFaults(definition: Definition, item: ScaleItem, number: number): ScaleFault[] {
  const options = optionsOf(definition, item)
  if (options.length < 2) return [fault('items', `第 ${number} 题少于两个选项`)]
  const isLevel = new Set(options.map(({ value }) => value)).size < 2
  return isLevel ? [fault('items', `第 ${number} 题的选项分值都一样`)] : []
}

function dimensionFaults({ kind }: Facts, definition: Definition): ScaleFault[] {
  const { dimensions, facets, items } = definition
  if (dimensions.length === 0) return [fault('dimensions', '还没有维度')]
  const [known, knownFacets] = [new Set(items.map(({ id }) => id)), new Set(facets.map(({ id }) => id))]
  const used = new Set(dimensions.flatMap((one) => keyedItemsOf(definition, one)).map(({ item }) => item))
  const idle = kind === scaleKind.manager ? [] : items.filter(({ id }) => !used.has(id))
  return [
    ...repeated([...dimensions, ...facets].map(({ id }) => id)).map((id) => fault('dimensions', `维度或分面标识重复：${id}`)),
    ...[...dimensions, ...facets].flatMap(({ name, items: keyed }) => [
      ...repeated(keyed.map(({ item }) => item)).map((id) => fault('dimensions', `“${name}”中题目重复：${id}`)),
      ...keyed.filter(({ item }) => !known.has(item)).map(({ item }) => fault('dimensions', `“${name}”的题目不存在：${item}`)),
    ]),
    ...dimensions.flatMap((one) => [
      ...one.facets.filter((id) => !knownFacets.has(id)).map((id) => fault('dimensions', `“${one.name}”的分面不存在：${id}`)),
      ...(keyedItemsOf(definition, one).length === 0 ? [fault('dimensions', `“${one.name}”没有题目`)] : []),
      ...turnedBothWays(definition, one).map((id) => fault('dimensions', `“${one.name}”中同一题在不同分面方向不一致：${id}`)),
    ]),
    ...facets.filter(({ items: keyed }) => keyed.length === 0).map(({ name }) => fault('dimensions', `分面“${name}”没有题目`)),
    ...(idle.length > 0 ? [fault('dimensions', `有 ${idle.length} 题不属于任何维度，例如：${idle[0]?.text ?? ''}`)] : []),
  ]
}

/** Items that come to a dimension by two ways and count from one end by the one, from the other by the other. */
function turnedBothWays(definition: Definition, dimension: ScaleDimension): string[] {
  const ways = Map.groupBy(allKeyedOf(definition, dimension), ({ item }) => item)
  return [...ways].flatMap(([item, keyed]) => (new Set(keyed.map(({ isReversed }) => isReversed)).size > 1 ? [item] : []))
}

function normFaults({ norms, dimensions }: Definition): ScaleFault[] {
  const known = new Set(dimensions.map(({ id }) => id))
  return [
    ...repeated(norms.map(({ id }) => id)).map((id) => fault('norms', `常模标识重复：${id}`)),
    ...norms.flatMap(({ name, dimensions: figures }) =>
      Object.entries(figures).flatMap(([id, { percentile, table = [] }]) => [
        ...(known.has(id) ? [] : [fault('norms', `常模“${name}”的维度不存在：${id}`)]),
        ...(percentile === 'table' && table.length === 0 ? [fault('norms', `常模“${name}”缺少对照表`)] : []),
        ...(isGrowing(table) ? [] : [fault('norms', `常模“${name}”的对照表应按原始分和百分位从小到大`)]),
      ]),
    ),
  ]
}

const isGrowing = (table: readonly { raw: number; percentile: number }[]) =>
  table.every((entry, place) => {
    const before = table[place - 1]
    return before === undefined || (before.raw < entry.raw && before.percentile <= entry.percentile)
  })

function bandFaults(definition: Definition): ScaleFault[] {
  const groups = new Map<string, ScaleBand[]>()
  for (const band of definition.bands)
    groups.set(`${band.dimension}/${band.by}`, [...(groups.get(`${band.dimension}/${band.by}`) ?? []), band])
  return [...groups.values()].flatMap((bands) => groupFaults(definition, bands))
}

/** Of one dimension and one measure: no hole, no overlap, and everything that can come is said something about. */
function groupFaults(definition: Definition, given: readonly ScaleBand[]): ScaleFault[] {
  const bands = [...given].sort((a, b) => a.from - b.from)
  const [first] = bands
  const last = bands.at(-1)
  if (!first || !last) return []
  const dimension = definition.dimensions.find(({ id }) => id === first.dimension)
  if (!dimension) return [fault('bands', `解释的维度不存在：${first.dimension}`)]
  const reach = reachOf(definition, first)
  const isWhole = first.from <= reach.from && last.to >= reach.to
  return [
    ...bands
      .filter(({ from, to }) => from >= to)
      .map(({ label }) => fault('bands', `“${dimension.name}”的“${label}”起点应小于终点`)),
    ...bands
      .filter((band, place) => place > 0 && bands[place - 1]?.to !== band.from)
      .map(({ label }) => fault('bands', `“${dimension.name}”的“${label}”与前一档之间有空缺或重叠`)),
    ...(isWhole ? [] : [fault('bands', `“${dimension.name}”的解释没有覆盖 ${reach.from} 到 ${reach.to}`)]),
  ]
}

function reachOf(definition: Definition, { dimension: id, by }: ScaleBand): { from: number; to: number } {
  if (by === 'percentile') return { from: 0, to: 100 }
  if (by === 't') return { from: 20, to: 80 }
  const dimension = definition.dimensions.find((one) => one.id === id)
  const known = new Set(definition.items.map((item) => item.id))
  const keyed = dimension ? keyedItemsOf(definition, dimension).filter(({ item }) => known.has(item)) : []
  const { min, max } = rangeOf(definition, keyed)
  if (by === 'raw' || keyed.length === 0) return { from: min, to: max }
  return { from: min / keyed.length, to: max / keyed.length }
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))]
}
