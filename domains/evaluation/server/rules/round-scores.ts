/** What several raters say together: of each part the means over groups in which three spoke of it; self apart. */
import { raterRole } from '../../contract/codes.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Report } from '../../contract/report.ts'
import { rounded } from './company-norm.ts'
import { leastOfGroup, type ShownGroups, shownGroups } from './rater-groups.ts'
import type { Group } from './report-of.ts'
import { type CompiledPart, type CompiledScale, type RawScore, type Scores, scoreSitting, type Values } from './score.ts'

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
  const roles = shown.groups.flatMap(({ role, isShown }) => (isShown ? [role] : []))
  const scored = sheets
    .filter(({ role }) => roles.includes(role))
    .map(({ role, values }) => ({ role, values, ...scoreSitting(scale, values) }))
  const counted = scale.dimensions.map((_, at) => enoughOfGroup(scored, ({ dimensions }) => dimensions[at]?.mean ?? null))
  const isOf = (id: string) => definition.dimensions.map((one) => one.facets.includes(id))
  const holds = (place: number) => scale.dimensions.map((one) => one.places.includes(place))
  const facets = scale.facets.map((part, at) => {
    return meanScore(
      part,
      saidOfPart(scored, dimensionsOf(counted, isOf(part.id)), (one) => one.facets[at]?.mean ?? null),
    )
  })
  const own = self ? scoreSitting(scale, self.values).dimensions : []
  return {
    shown,
    scores: { dimensions: scale.dimensions.map((part, at) => meanScore(part, counted[at] ?? [])), facets },
    selfMeans: new Map(own.map(({ id, mean }) => [id, mean])),
    groups: roles.map((role) => ({ role, parts: new Map(scale.dimensions.map(({ id }, at) => [id, ofGroup(at, role)])) })),
    items: definition.items.map(({ id, text }, place) => {
      const said = saidOfPart(scored, dimensionsOf(counted, holds(place)), ({ values }) => values[place] ?? null)
      const mean = said.length === 0 ? null : rounded(meanOf(said))
      return {
        id,
        text,
        dimensionId: scale.dimensions[holds(place).indexOf(true)]?.id ?? '',
        mean,
        self: self?.values[place] ?? null,
      }
    }),
  }

  function ofGroup(at: number, role: number) {
    const said = (counted[at] ?? []).filter(({ sheet }) => sheet.role === role)
    const n = scored.filter((one) => one.role === role && (one.dimensions[at]?.mean ?? null) !== null).length
    return { n, mean: said.length === 0 ? null : meanOf(said) }
  }
}

type Scored = RaterSheet & Scores
interface Said {
  readonly sheet: Scored
  readonly value: number
}

/** Who said something about a part, of groups in which three did: fewer are in no figure of it, neither their own nor the total. */
function enoughOfGroup(sheets: readonly Scored[], sayingOf: (sheet: Scored) => number | null): Said[] {
  const said = sheets.flatMap((sheet) => {
    const value = sayingOf(sheet)
    return value === null ? [] : [{ sheet, value }]
  })
  const enough = new Set(
    shownGroups(said.map(({ sheet }) => sheet.role)).groups.flatMap(({ role, isShown }) => (isShown ? [role] : [])),
  )
  return said.filter(({ sheet }) => enough.has(sheet.role))
}

const dimensionsOf = (counted: readonly (readonly Said[])[], isWanted: readonly boolean[]) =>
  counted.filter((_, at) => isWanted[at])

/**
 * A facet or a behaviour beside its dimensions. It is of nobody whom a dimension leaves out, and of no group of which it leaves out one or two that a
 * dimension counts: from the difference of the figures could be reckoned what these said.
 */
function saidOfPart(
  scored: readonly Scored[],
  dimensions: readonly (readonly Said[])[],
  sayingOf: (sheet: Scored) => number | null,
): Said[] {
  const sheets = dimensions.map((said) => new Set(said.map(({ sheet }) => sheet)))
  const said = enoughOfGroup(
    scored.filter((sheet) => sheets.every((some) => some.has(sheet))),
    sayingOf,
  )
  const saying = new Set(said.map(({ sheet }) => sheet))
  const isTold = (role: number) =>
    sheets.some((some) => {
      const missing = [...some].filter((sheet) => sheet.role === role && !saying.has(sheet)).length
      return missing > 0 && missing < leastOfGroup
    })
  return said.filter(({ sheet }) => !isTold(sheet.role))
}

const meanOf = (said: readonly Said[]) => said.reduce((sum, { value }) => sum + value, 0) / said.length

/** Of each part the mean of the raters who said enough about it. */
function meanScore({ id, places }: CompiledPart, said: readonly Said[]): RawScore {
  const itemCount = places.length
  if (said.length === 0) return { id, itemCount, answeredCount: 0, raw: null, mean: null }
  const mean = meanOf(said)
  return { id, itemCount, answeredCount: itemCount, raw: mean * itemCount, mean }
}
