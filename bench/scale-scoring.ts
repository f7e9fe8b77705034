import { definition as schema } from '@kaopei/evaluation/contract/definition'
import { qualityOf } from '../domains/evaluation/server/rules/quality.ts'
import { reportDimensions } from '../domains/evaluation/server/rules/report-of.ts'
import { compileScale, scoreSitting } from '../domains/evaluation/server/rules/score.ts'
import { atMost } from './figure.ts'
import type { Piece } from './ground.ts'

const [sittings, itemCount, facetCount, dimensionCount] = [10_000, 120, 30, 5] as const

/** A sitting of 120 items in 30 facets of five dimensions: scored, judged and put against a norm. */
export const scaleScoring: Piece = {
  name: 'scale-scoring',
  run: async (_ground, print) => {
    const definition = schema.parse({
      options: [1, 2, 3, 4, 5].map((value) => ({ value, text: `${value}` })),
      items: Array.from({ length: itemCount }, (_, at) => ({ id: `i${at}`, text: `第 ${at} 题` })),
      facets: Array.from({ length: facetCount }, (_, facet) => ({
        ...{ id: `f${facet}`, name: `分面 ${facet}` },
        items: Array.from({ length: itemCount / facetCount }, (_one, at) => ({
          item: `i${at * facetCount + facet}`,
          isReversed: at % 2 === 1,
        })),
      })),
      dimensions: Array.from({ length: dimensionCount }, (_, at) => ({
        ...{ id: `d${at}`, name: `维度 ${at}` },
        facets: Array.from({ length: facetCount / dimensionCount }, (_one, facet) => `f${facet * dimensionCount + at}`),
      })),
      bands: Array.from({ length: dimensionCount }, (_, at) => ({
        dimension: `d${at}`,
        by: 'percentile',
        from: 0,
        to: 100,
        label: '全部',
        text: '解释',
      })),
    })
    const scale = compileScale(definition)
    const figures = Object.fromEntries(
      definition.dimensions.map(({ id }) => [id, { mean: 72, sd: 11, percentile: 'ipipNeo' as const }]),
    )
    const norm = { facts: { name: '常模', n: 300, date: '2026-01-01', source: '', isOwn: false }, dimensions: figures }
    const given = Array.from({ length: sittings }, (_, one) =>
      Array.from({ length: itemCount }, (_one, at) => 1 + ((one * 7 + at * 13 + (one >> 3)) % 5)),
    )
    const score = (values: readonly number[]) => {
      const scores = scoreSitting(scale, values)
      qualityOf(scale, { values, secondsAnItem: 4 }, definition.quality)
      return reportDimensions(definition, scale, { scores, norm }).length
    }
    for (const values of given.slice(0, 200)) score(values)
    const before = process.cpuUsage()
    for (const values of given) score(values)
    const { user, system } = process.cpuUsage(before)
    print(
      atMost(
        `${sittings.toLocaleString('en')} sittings of ${itemCount} items scored, each`,
        (user + system) / 1000 / sittings,
        'CPU-ms',
        0.3,
      ),
    )
  },
}
