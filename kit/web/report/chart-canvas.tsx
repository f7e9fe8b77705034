import {
  BarChart,
  BoxplotChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
} from 'echarts/charts'
import {
  AriaComponent,
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, registerTheme, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { wantsLessMotion } from '../use-media.ts'
import type { ChartProps } from './chart.tsx'

use([
  BarChart,
  BoxplotChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
  AriaComponent,
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
])
const axis = {
  axisLine: { lineStyle: { color: '#c9ced6' } },
  axisTick: { show: false },
  axisLabel: { color: '#646a73' },
  splitLine: { lineStyle: { color: '#eef0f3' } },
}
// Neighbours differ in lightness as well as in hue.
registerTheme('kaopei', {
  color: ['#409eff', '#1c4e80', '#8fd3c1', '#d97706', '#6959cd', '#f2b8c6', '#2f7d4f', '#9aa3b0'],
  textStyle: { fontFamily: "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif" },
  categoryAxis: { ...axis, splitLine: { show: false } },
  valueAxis: axis,
  timeAxis: axis,
  legend: { textStyle: { color: '#51565d' }, itemWidth: 14, itemHeight: 10 },
  bar: { barMaxWidth: 36, itemStyle: { borderRadius: [3, 3, 0, 0] } },
  line: { symbolSize: 6, smooth: false },
})

interface CanvasProps {
  readonly option: EChartsCoreOption
  readonly height: number
  readonly title: string
  readonly picture: RefObject<(() => string | undefined) | undefined>
  readonly onClick: ChartProps['onClick'] | undefined
}

export default function ChartCanvas({ option, height, title, picture, onClick }: CanvasProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  // echarts draws outside of React: it is made once, sized with its host, and disposed of.
  useEffect(() => {
    if (!host.current) return
    const drawn = init(host.current, 'kaopei')
    chart.current = drawn
    picture.current = () => drawn.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: '#fff' })
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(host.current)
    return () => {
      watcher.disconnect()
      drawn.dispose()
      chart.current = undefined
    }
  }, [picture])
  useEffect(() => {
    chart.current?.setOption(
      { aria: { enabled: true, decal: { show: false } }, animation: !wantsLessMotion(), ...option },
      { notMerge: true },
    )
  }, [option])
  useEffect(() => {
    const drawn = chart.current
    if (!drawn || !onClick) return
    const tell = (part: { name: string; dataIndex: number; seriesName?: string }) => onClick(part)
    drawn.on('click', tell)
    return () => void drawn.off('click', tell)
  }, [onClick])
  return <div ref={host} style={{ height, width: '100%' }} role="img" aria-label={title} />
}
