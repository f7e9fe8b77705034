import type { ReactNode } from 'react'
import { exactNumber } from '../format.ts'
import { Chart, type ChartProps } from './chart.tsx'

export interface RingPart {
  readonly name: string
  readonly value: number
  /** The theme's next one unless given. */
  readonly colour?: string
}

export interface RingChartProps extends Omit<ChartProps, 'option' | 'table'> {
  readonly parts: readonly RingPart[]
  /** Below the total in the middle. */
  readonly totalName?: string
}

/** Parts of a whole as a ring, with the whole in its middle. */
export function RingChart({ parts, totalName = '合计', ...chart }: RingChartProps): ReactNode {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => (total === 0 ? 0 : Math.floor((value / total) * 100))
  const option = {
    tooltip: { trigger: 'item' },
    series: [
      {
        type: 'pie',
        radius: ['54%', '76%'],
        itemStyle: { borderColor: '#fff', borderWidth: 2 },
        label: {
          color: '#1f2329',
          formatter: ({ name, value }: { name: string; value: number }) => `${name}  ${exactNumber(value)}（${share(value)}%）`,
        },
        data: parts.map(({ name, value, colour }) => ({ name, value, ...(colour && { itemStyle: { color: colour } }) })),
      },
      {
        // The middle is a ring of no width: nothing of it is drawn but its label.
        type: 'pie',
        radius: [0, 0],
        silent: true,
        tooltip: { show: false },
        label: {
          position: 'center',
          formatter: `{total|${exactNumber(total)}}\n{name|${totalName}}`,
          rich: {
            total: { color: '#1f2329', fontSize: 24, fontWeight: 600, lineHeight: 32 },
            name: { color: '#646a73', fontSize: 13, lineHeight: 20 },
          },
        },
        data: [{ name: totalName, value: total }],
      },
    ],
  }
  const table = {
    columns: [
      { key: 'name', title: '项目' },
      { key: 'value', title: '数量' },
      { key: 'share', title: '占比（%）' },
    ],
    rows: [
      ...parts.map(({ name, value }) => ({ name, value, share: share(value) })),
      ...(parts.length > 0 ? [{ name: totalName, value: total, share: total === 0 ? 0 : 100 }] : []),
    ],
  }
  return <Chart {...chart} option={option} table={table} />
}
