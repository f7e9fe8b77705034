import type { OutputOf } from '@kaopei/contract'
import { Chart, formatScore, toneColours } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { results } from '../contract/results.ts'

type Distribution = OutputOf<typeof results.distribution>

/** How many people in which tenth of the total, with the pass line. Bins below the line are lighter, not only of another colour. */
export function DistributionChart({ distribution }: { readonly distribution: Distribution }): ReactNode {
  const { bins, passScore, population, passedCount, asOf } = distribution
  const names = bins.map(({ from, to }) => `${formatScore(from)}–${formatScore(to)}`)
  const width = bins[0]?.to ?? 1
  const end = bins.at(-1)?.to ?? 1
  const passRate = population === 0 ? 0 : Math.floor((passedCount * 100) / population)
  const words = [
    `平均 ${formatScore(distribution.mean)}`,
    `中位数 ${formatScore(distribution.median)}`,
    `标准差 ${formatScore(distribution.sd)}`,
    `最高 ${formatScore(distribution.highest)}`,
    `最低 ${formatScore(distribution.lowest)}`,
    `通过率 ${passRate}%`,
  ]
  return (
    <>
      <Chart
        title="成绩分布"
        unit="人"
        asOf={asOf}
        height={260}
        option={{
          grid: { left: 44, right: 20, top: 28, bottom: 28 },
          tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
          xAxis: [
            { type: 'category', data: names, axisLabel: { hideOverlap: true } },
            { type: 'value', min: 0, max: end, show: false },
          ],
          yAxis: { type: 'value', minInterval: 1 },
          series: [
            {
              type: 'bar',
              barCategoryGap: '12%',
              data: bins.map(({ from, count }) => ({
                value: count,
                itemStyle: { color: from + width / 2 >= passScore ? '#409eff' : '#c6e2ff' },
              })),
            },
            {
              type: 'line',
              xAxisIndex: 1,
              data: [],
              markLine: {
                symbol: 'none',
                lineStyle: { color: toneColours.danger.solid, type: 'dashed', width: 2 },
                label: { formatter: `及格线 ${formatScore(passScore)}`, color: toneColours.danger.text },
                data: [{ xAxis: passScore }],
              },
            },
          ],
        }}
        table={{
          columns: [
            { key: 'name', title: '分数段' },
            { key: 'count', title: '人数' },
          ],
          rows: population === 0 ? [] : bins.map(({ count }, index) => ({ name: names[index] ?? '', count })),
        }}
      />
      <p className="kp-hint">
        {distribution.attemptPolicy} {population} 份：{words.join('　')}
      </p>
    </>
  )
}
