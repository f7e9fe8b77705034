/** Makes the report of one person: figures against a norm, and the words of their bands. */
import type { Definition, NormFigure, ScaleBand } from '../../contract/definition.ts'
import type { Report, ReportDimension } from '../../contract/report.ts'
import { type NormOfDimension, rounded } from './company-norm.ts'
import { type Histogram, ipipNeoPercentile, normalPercentile, percentileByTable, percentileRank } from './percentile.ts'
import type { CompiledPart, CompiledScale, RawScore, Scores } from './score.ts'
import { standardScores } from './standard-scores.ts'

/** Whom a report compares with. */
export interface UsedNorm {
  readonly facts: NonNullable<Report['norm']>
  readonly dimensions: Readonly<Record<string, NormFigure | NormOfDimension>>
}

export interface Group {
  readonly role: number
  /** By dimension: how many scored it, and their mean; null: fewer than three did. */
  readonly parts: ReadonlyMap<string, { readonly n: number; readonly mean: number | null }>
}

export interface Scored {
  readonly scores: Scores
  readonly norm: UsedNorm | undefined
  /** Of a 360°. */
  readonly selfMeans?: ReadonlyMap<string, number | null>
  readonly groups?: readonly Group[]
}

export function reportDimensions(definition: Definition, scale: CompiledScale, scored: Scored): ReportDimension[] {
  return definition.dimensions.map((dimension, place) => {
    const [part, score] = [scale.dimensions[place], scored.scores.dimensions[place]]
    if (!part || !score) throw new Error('a scale is scored by its own version')
    const compared = comparedWith(score, scored.norm, dimension.id)
    const figures = { mean: score.mean, raw: score.raw, t: compared?.t ?? null, percentile: compared?.percentile ?? null }
    return {
      ...shownPart(dimension.name, part, score),
      description: dimension.description,
      compared,
      band: bandFor(definition.bands, dimension.id, figures),
      facets: facetsOf(definition, scale, { scores: scored.scores, wanted: dimension.facets }),
      selfMean: rounding(scored.selfMeans?.get(dimension.id) ?? null),
      groups: (scored.groups ?? []).map(({ role, parts }) => ({
        role: role as ReportDimension['groups'][number]['role'], // roles come from the codes
        n: parts.get(dimension.id)?.n ?? 0,
        mean: rounding(parts.get(dimension.id)?.mean ?? null),
      })),
    }
  })
}

function facetsOf(
  definition: Definition,
  scale: CompiledScale,
  { scores, wanted }: { scores: Scores; wanted: readonly string[] },
) {
  return definition.facets.flatMap(({ id, name }, place) => {
    const [part, score] = [scale.facets[place], scores.facets[place]]
    return wanted.includes(id) && part && score ? [shownPart(name, part, score)] : []
  })
}

const shownPart = (name: string, { min, max }: CompiledPart, { id, itemCount, answeredCount, raw, mean }: RawScore) => ({
  ...{ id, name, itemCount, answeredCount, min, max },
  raw: rounding(raw),
  mean: rounding(mean),
})

const rounding = (value: number | null) => (value === null ? null : rounded(value))

function comparedWith({ raw }: RawScore, norm: UsedNorm | undefined, id: string): ReportDimension['compared'] {
  const figure = norm?.dimensions[id]
  if (!norm || !figure) return null
  const { mean, sd } = figure
  const n = 'histogram' in figure ? figure.n : norm.facts.n
  const standard = raw === null ? null : standardScores(raw, { n, mean, sd })
  const group = { n, mean: rounded(mean), sd: rounded(sd) }
  if (raw === null || !standard) return { ...group, z: null, t: null, sten: null, stanine: null, percentile: null }
  const { z, t, sten, stanine } = standard
  return { ...group, z: rounded(z), t: rounded(t), sten, stanine, percentile: rounding(percentileOf(raw, standard, figure)) }
}

function percentileOf(raw: number, { z, t }: { z: number; t: number }, figure: NormFigure | NormOfDimension): number | null {
  if ('histogram' in figure) return percentileRank(rounded(raw), figure.histogram satisfies Histogram)
  if (figure.percentile === 'table') return percentileByTable(raw, figure.table ?? [])
  return figure.percentile === 'ipipNeo' ? ipipNeoPercentile(t) : normalPercentile(z)
}

/** The strongest measure that there is a figure and words for: a percentile says more than a mean. */
const measures = ['percentile', 't', 'raw', 'mean'] as const

export function bandFor(
  bands: readonly ScaleBand[],
  dimension: string,
  figures: Readonly<Record<(typeof measures)[number], number | null>>,
): ReportDimension['band'] {
  for (const by of measures) {
    const value = figures[by]
    const own = bands.filter((band) => band.dimension === dimension && band.by === by).sort((a, b) => a.from - b.from)
    const [first] = own
    if (value === null || !first) continue
    const { label, text } = own.findLast(({ from }) => from <= value) ?? first
    return { label, text, by }
  }
  return null
}
