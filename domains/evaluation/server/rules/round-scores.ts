/** What several raters say together: means over those whose group is shown; self apart. */
import { raterRole } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Report } from '../../contract/report.ts'
import { rounded } from './company-norm.ts'
import { type ShownGroups, shownGroups } from './rater-groups.ts'
import type { Group } from './report-of.ts'
import { type CompiledScale, type RawScore, type Scores, scoreSitting, type Values } from './score.ts'

export interface RaterSheet {
  readonly role: number
  readonly values: Values
}

export interface RoundScores {
  readonly shown: ShownGroups
  readonly scores: Scores
  readonly selfMeans: ReadonlyMap<string, number | null>
  readonly groups: readonly Group[]
  readonly items: Report['items']
}

export function roundScores(definition: Definition, scale: CompiledScale, sheets: readonly RaterSheet[]): RoundScores {
  const self = sheets.find(({ role }) => role === raterRole.self)
  const shown = shownGroups(sheets.map(({ role }) => role))
  const roles = new Set(shown.groups.filter(({ isShown }) => isShown).map(({ role }) => role))
  const counted = sheets.filter(({ role }) => roles.has(role))
  const meansOf = (some: readonly RaterSheet[]) =>
    meanScores(
      scale,
      some.map(({ values }) => values),
    )
  const byDimension = (scores: readonly RawScore[]) => new Map(scores.map(({ id, mean }) => [id, mean]))
  return {
    shown,
    scores: meansOf(counted),
    selfMeans: byDimension(self ? scoreSitting(scale, self.values).dimensions : []),
    groups: shown.groups
      .filter(({ isShown }) => isShown)
      .map(({ role, submittedCount }) => ({
        role,
        n: submittedCount,
        means: byDimension(meansOf(counted.filter((one) => one.role === role)).dimensions),
      })),
    items: itemsOf(definition, { counted, self }),
  }
}

/** Of each part the mean of the raters who said enough about it. */
function meanScores(scale: CompiledScale, sheets: readonly Values[]): Scores {
  const scored = sheets.map((values) => scoreSitting(scale, values))
  const meanPart = (parts: readonly RawScore[], { id, itemCount }: { id: string; itemCount: number }): RawScore => {
    const said = parts.flatMap(({ mean }) => (mean === null ? [] : [mean]))
    if (said.length === 0) return { id, itemCount, answeredCount: 0, raw: null, mean: null }
    const mean = said.reduce((sum, one) => sum + one, 0) / said.length
    return { id, itemCount, answeredCount: itemCount, raw: mean * itemCount, mean }
  }
  const over = (which: 'dimensions' | 'facets') =>
    scale[which].map(({ id, places }, at) =>
      meanPart(
        scored.flatMap((one) => one[which][at] ?? []),
        { id, itemCount: places.length },
      ),
    )
  return { dimensions: over('dimensions'), facets: over('facets') }
}

/** Behaviours, as they were answered. One that fewer than three of the shown raters answered is no figure. */
function itemsOf(
  { items, dimensions }: Definition,
  { counted, self }: { counted: readonly RaterSheet[]; self: RaterSheet | undefined },
): Report['items'] {
  const least = 3
  return items.map(({ id, text }, place) => {
    const said = counted.flatMap(({ values }) => values[place] ?? [])
    const mean = said.length < least ? null : rounded(said.reduce((sum, one) => sum + one, 0) / said.length)
    const dimensionId = dimensions.find((dimension) => dimension.items.some(({ item }) => item === id))?.id ?? ''
    return { id, text, dimensionId, mean, self: self?.values[place] ?? null }
  })
}
