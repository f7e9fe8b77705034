/** Items of a scale as a workbook: one row an item, with its dimension, facet and direction. */
import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'
import { readWorkbook, SheetFailure, writeXlsx } from '@kaopei/sheet'
import { type Definition, type KeyedItem, mostItems, type ScaleOption } from '../../contract/definition.ts'
import { scaleErrors } from '../../contract/errors.ts'

const titles = ['题号', '题目', '维度', '分面', '计分方向'] as const
const optionsTitle = '自有选项'
const columns = [
  { title: '题号', width: 10 },
  { title: '题目', width: 60 },
  { title: '维度', width: 20 },
  { title: '分面', width: 20 },
  { title: '计分方向', width: 12, choices: ['正向', '反向'] },
  { title: optionsTitle, width: 40 },
]
const notes = [
  `每行一题，最多 ${mostItems} 题。一题属于几个维度或分面时，每个写一行，题号相同。分面可以不填。`,
  '自有选项可以不填：题目用量表的统一选项。要填时每行一个，先写分值，空一格写文字，例如“1 从不”。同一题号只看第一行。',
]
const headWithin = 10

export interface ItemRow {
  readonly number: string
  readonly text: string
  readonly dimension: string
  readonly facet: string
  readonly isReversed: boolean
  /** Undefined: the sheet has no column for them; empty: the scale's. */
  readonly options: readonly ScaleOption[] | undefined
}

export function itemsWorkbook(definition: Definition): Readable {
  const rows = itemRows(definition).map(({ number, text, dimension, facet, isReversed, options = [] }) => [
    ...[number, text, dimension, facet],
    ...[isReversed ? '反向' : '正向', options.map((option) => `${option.value} ${option.text}`).join('\n')],
  ])
  return writeXlsx({ templateVersion: 'scaleItems/1', sheets: [{ name: '题目', columns, rows, notes, autoFilter: false }] })
}

function itemRows({ items, dimensions, facets }: Definition): ItemRow[] {
  return items.flatMap(({ id, text, options }) => {
    const places = dimensions.flatMap((dimension) => [
      ...keysIn(dimension.items, id).map((isReversed) => ({ dimension: dimension.name, facet: '', isReversed })),
      ...facets
        .filter((facet) => dimension.facets.includes(facet.id))
        .flatMap((facet) =>
          keysIn(facet.items, id).map((isReversed) => ({ dimension: dimension.name, facet: facet.name, isReversed })),
        ),
    ])
    const shown = places.length > 0 ? places : [{ dimension: '', facet: '', isReversed: false }]
    return shown.map((place) => ({ number: id, text, options, ...place }))
  })
}

const keysIn = (keyed: readonly KeyedItem[], item: string) =>
  keyed.filter((one) => one.item === item).map(({ isReversed }) => isReversed)

type SheetErrors = (typeof scaleErrors)['unreadableFile' | 'noItems' | 'rowRefused']

export async function readItems(path: string, fileName: string, fail: Fail<SheetErrors>): Promise<ItemRow[]> {
  try {
    const rows: ItemRow[] = []
    let isBelowHead = false
    let hasOptions = false
    let seen = 0
    for await (const { rowNumber, cells } of readWorkbook(path, fileName, { maxRows: mostItems * 6, maxColumns: 20 })) {
      const texts = cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim()))
      if (!isBelowHead) {
        isBelowHead = titles.every((title, at) => texts[at] === title)
        hasOptions = texts[titles.length] === optionsTitle
        if (!isBelowHead && ++seen >= headWithin) break
        continue
      }
      const [number = '', text = '', dimension = '', facet = '', direction = '', words = ''] = texts
      if (number + text + dimension === '') continue
      const options = hasOptions ? optionsIn(words) : undefined
      const wrong = rowFault({ number, text, dimension, direction }) ?? optionsFault(options)
      if (wrong) fail(scaleErrors.rowRefused, { text: `第 ${rowNumber} 行：${wrong}` })
      rows.push({ number, text, dimension, facet, isReversed: direction === '反向', options })
    }
    if (!isBelowHead) fail(scaleErrors.unreadableFile)
    if (rows.length === 0) fail(scaleErrors.noItems)
    return rows
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    return fail(scaleErrors.unreadableFile, { text: error.message })
  }
}

function rowFault({
  number,
  text,
  dimension,
  direction,
}: {
  number: string
  text: string
  dimension: string
  direction: string
}) {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(number)) return '题号由字母、数字、- 和 _ 组成，不超过 40 个字符'
  if (text === '' || text.length > 500) return '题目不能为空，且不超过 500 个字符'
  if (dimension === '' || dimension.length > 60) return '维度不能为空，且不超过 60 个字符'
  return ['', '正向', '反向'].includes(direction) ? undefined : '计分方向只能是正向或反向'
}

/** One a line; a line that is none has the value NaN. */
function optionsIn(words: string): ScaleOption[] {
  const lines = words.split(/\r?\n/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, value = '', text = ''] = /^(\d{1,3})[\s=＝:：.、]+(.*)$/.exec(line) ?? []
      return { value: value === '' ? Number.NaN : Number(value), text }
    })
}

function optionsFault(options: readonly ScaleOption[] = []): string | undefined {
  if (options.some(({ value, text }) => !(value <= 100) || text === '' || text.length > 100))
    return '自有选项每行应为“分值 文字”，分值为 0 到 100 的整数，文字不超过 100 个字符'
  if (options.length === 1) return '自有选项至少两个'
  return options.length > 10 ? '自有选项最多 10 个' : undefined
}

/** Puts the rows in the place of items, facets and dimensions; what keeps its name keeps its id and its words. */
export function withItems(before: Definition, rows: readonly ItemRow[]): Definition {
  const items = [...Map.groupBy(rows, ({ number }) => number).values()].flatMap(([row]) => {
    if (!row) return []
    const options = row.options ?? before.items.find((item) => item.id === row.number)?.options ?? []
    return [{ id: row.number, text: row.text, ...(options.length > 0 && { options: [...options] }) }]
  })
  const dimensionNames = [...new Set(rows.map(({ dimension }) => dimension))]
  const taken = new Set([...before.dimensions, ...before.facets].map(({ id }) => id))
  const keyed = (isMeant: (row: ItemRow) => boolean): KeyedItem[] => [
    ...new Map(rows.filter(isMeant).map(({ number, isReversed }) => [number, { item: number, isReversed }])).values(),
  ]
  const placed = facetsIn(before, { rows, keyed, taken })
  const dimensions = dimensionNames.map((name) => ({
    id: idFor(before.dimensions, name, { taken, prefix: 'd' }),
    name,
    description: before.dimensions.find((one) => one.name === name)?.description ?? '',
    items: keyed((row) => row.dimension === name && row.facet === ''),
    facets: placed.flatMap(({ dimension, facet }) => (dimension === name ? [facet.id] : [])),
  }))
  const facets = [...new Map(placed.map(({ facet }) => [facet.id, facet])).values()]
  const known = new Set(dimensions.map(({ id }) => id))
  return { ...before, items, facets, dimensions, bands: before.bands.filter(({ dimension }) => known.has(dimension)) }
}

type Facet = Definition['facets'][number]

interface PlacedFacet {
  readonly dimension: string
  readonly facet: Facet
}

interface FacetsWish {
  readonly rows: readonly ItemRow[]
  readonly keyed: (isMeant: (row: ItemRow) => boolean) => KeyedItem[]
  readonly taken: Set<string>
}

/** A facet is one of its dimension: two dimensions may each have one of the same name. The very same items in both are one facet of both. */
function facetsIn(before: Definition, { rows, keyed, taken }: FacetsWish): PlacedFacet[] {
  const places = [
    ...new Map(rows.map(({ dimension, facet }) => [JSON.stringify([dimension, facet]), { dimension, facet }])).values(),
  ]
  const names = new Set(rows.map(({ dimension }) => dimension))
  const placed: PlacedFacet[] = []
  for (const { dimension, facet: name } of places.filter(({ facet }) => facet !== '')) {
    const items = keyed((row) => row.dimension === dimension && row.facet === name)
    const isSame = ({ facet }: PlacedFacet) => facet.name === name && JSON.stringify(facet.items) === JSON.stringify(items)
    const shared = placed.find(isSame)?.facet
    const own = before.dimensions.find((one) => one.name === dimension)?.facets ?? []
    const isFree = ({ id }: Facet) => placed.every(({ facet }) => facet.id !== id)
    const elsewhere = before.dimensions.flatMap((one) => (names.has(one.name) ? one.facets : []))
    const known = [
      ...before.facets.filter(({ id }) => own.includes(id)),
      // A dimension that was called otherwise keeps its facets.
      ...before.facets.filter(({ id }) => !elsewhere.includes(id)),
    ].filter(isFree)
    placed.push({ dimension, facet: shared ?? { id: idFor(known, name, { taken, prefix: 'f' }), name, items } })
  }
  return placed
}

function idFor(
  before: readonly { id: string; name: string }[],
  name: string,
  { taken, prefix }: { taken: Set<string>; prefix: string },
): string {
  const known = before.find((one) => one.name === name)?.id
  if (known) return known
  let number = 1
  while (taken.has(`${prefix}${number}`)) number++
  taken.add(`${prefix}${number}`)
  return `${prefix}${number}`
}
