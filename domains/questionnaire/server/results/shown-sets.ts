/** Of an anonymous questionnaire no sets of sheets are shown that together tell of fewer than five people. */
import type { Db } from '@kaopei/server'
import { z } from 'zod'
import { fewest } from '../../contract/results.ts'
import { BesideShown } from '../rules/beside-shown.ts'
import { type AnsweredFilter, type Mask, maskOf, sizeOf } from '../rules/counting.ts'
import type { Layout, Sheets } from '../rules/packing.ts'
import { ToldGroups } from '../rules/told-groups.ts'
import { insertShownSets, lockShownSets, type PackedGroup } from './sheets.sql.ts'

const keptFilter = z.array(z.object({ question: z.string(), row: z.string().optional(), options: z.array(z.string()) }))

/** One spelling for one meaning. */
export function filterKey(filters: readonly AnsweredFilter[]): string {
  const parts = filters.map(({ question, row, options }) => [question, row ?? '', ...[...new Set(options)].toSorted()].join('|'))
  return [...new Set(parts)].toSorted().join('&')
}

interface Showing {
  readonly questionnaireId: string
  readonly layout: Layout
  readonly sheets: Sheets
  /** The same sheets, by when they were written. */
  readonly groups: readonly PackedGroup[]
}

/** What was shown while it was open: at each look the sheets that had been written. */
function looksOf(groups: readonly PackedGroup[], count: number): Mask[] {
  const last = Math.max(0, ...groups.map(({ afterLooks }) => afterLooks))
  const before = (look: number) => {
    const mask = new Uint8Array(count)
    let from = 0
    for (const group of groups) {
      mask.fill(group.afterLooks < look ? 1 : 0, from, from + group.count)
      from += group.count
    }
    return mask
  }
  return Array.from({ length: last }, (_, look) => before(look + 1))
}

/** Undefined: it may not be shown; else what may be shown of it, undefined where that is everything. */
export type ShownSet = { readonly beside: BesideShown | undefined } | undefined

/**
 * Of these filters those whose sheets may be shown; they are kept as shown. All sheets count as shown from the start, and those that were written at each
 * look while it was open. Sets of the same people are one. A filter of fewer than five, or from which with others the figures of fewer than five follow, is
 * never shown.
 */
export async function mayShow(
  db: Db,
  { questionnaireId, layout, sheets, groups }: Showing,
  wanted: readonly (readonly AnsweredFilter[])[],
): Promise<ShownSet[]> {
  const known = await lockShownSets(db, questionnaireId)
  const shown = known.map(({ key, filter }) => ({ key, mask: maskOf(sheets, layout, keptFilter.parse(filter)) }))
  const masks = () => shown.map(({ mask }) => mask)
  let told = ToldGroups.of([...looksOf(groups, sheets.count), undefined, ...masks()], sheets.count)
  const fresh: { key: string; filter: readonly AnsweredFilter[] }[] = []
  const verdicts = wanted.map((filter): ShownSet => {
    const key = filterKey(filter)
    if (key === '') return { beside: undefined }
    if (!shown.some((set) => set.key === key)) {
      const mask = maskOf(sheets, layout, filter)
      const withIt = told.with(mask)
      if (sizeOf(mask, sheets.count) < fewest || withIt.tellFewerThan(fewest)) return undefined
      told = withIt
      shown.push({ key, mask })
      fresh.push({ key, filter })
    }
    const upToIt = masks().slice(0, shown.findIndex((set) => set.key === key) + 1)
    return { beside: new BesideShown(ToldGroups.of([undefined, ...upToIt], sheets.count), sheets) }
  })
  if (fresh.length > 0) await insertShownSets(db, questionnaireId, fresh)
  return verdicts
}
