/** Of an anonymous questionnaire no sets of sheets are shown that together tell of fewer than five people. */
import type { Db } from '@kaopei/server'
import { z } from 'zod'
import { fewest } from '../../contract/results.ts'
import { type AnsweredFilter, maskOf, sizeOf } from '../rules/counting.ts'
import type { Layout, Sheets } from '../rules/packing.ts'
import { ToldGroups } from '../rules/told-groups.ts'
import { insertShownSets, lockShownSets } from './sheets.sql.ts'

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
}

/**
 * Of these filters those whose sheets may be shown; they are kept as shown. All sheets count as shown from the start. Sets of the same people are one.
 * A filter of fewer than five, or from which with others the figures of fewer than five follow, is never shown.
 */
export async function mayShow(
  db: Db,
  { questionnaireId, layout, sheets }: Showing,
  wanted: readonly (readonly AnsweredFilter[])[],
): Promise<boolean[]> {
  const known = await lockShownSets(db, questionnaireId)
  const knownMasks = known.map(({ filter }) => maskOf(sheets, layout, keptFilter.parse(filter)))
  let shown = ToldGroups.of([undefined, ...knownMasks], sheets.count)
  const keys = new Set(known.map(({ key }) => key))
  const fresh: { key: string; filter: readonly AnsweredFilter[] }[] = []
  const verdicts = wanted.map((filter) => {
    const key = filterKey(filter)
    if (key === '' || keys.has(key)) return true
    const mask = maskOf(sheets, layout, filter)
    const withIt = shown.with(mask)
    if (sizeOf(mask, sheets.count) < fewest || withIt.tellFewerThan(fewest)) return false
    shown = withIt
    keys.add(key)
    fresh.push({ key, filter })
    return true
  })
  if (fresh.length > 0) await insertShownSets(db, questionnaireId, fresh)
  return verdicts
}
