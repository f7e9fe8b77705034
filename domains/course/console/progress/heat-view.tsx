import type { OutputOf } from '@kaopei/contract'
import { clockOf } from '@kaopei/learning/contract/ranges'
import { Chart, ErrorState, PageSkeleton, useCall } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { type HeatBucket, heat } from '../../contract/heat.ts'

type Heat = OutputOf<typeof heat.map>

interface Props {
  readonly courseId: string
  readonly taskId: string
  readonly title: string
}

/** What people saw of one task, saw again, passed over, and where they stopped: lines that differ in stroke, and the same as a table. */
export function HeatView({ courseId, taskId, title }: Props): ReactNode {
  const asked = useCall(heat.map, { courseId, taskId })
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  if (data.isTooFew) return <Alert type="info" showIcon title={`“${title}”的学员不足 5 人，为保护个人信息不显示统计。`} />
  if (data.unit === 'none') return <Alert type="info" showIcon title={`“${title}”不按时间或页码记录，没有热力图。`} />
  return (
    <>
      <Chart
        title="热力图"
        unit="人"
        asOf={data.asOf}
        height={300}
        option={optionOf(data)}
        table={{ columns: columnsOf(data), rows: data.buckets.map((bucket) => rowOf(data, bucket)) }}
      />
      <p className="kp-hint">{wordsOf(data)}</p>
    </>
  )
}

function placeOf({ unit }: Heat, { from, until }: HeatBucket): string {
  if (unit === 'second') return `${clockOf(from)}–${clockOf(until)}`
  const called = unit === 'block' ? '节' : '页'
  return until - from === 1 ? `第 ${until} ${called}` : `第 ${from + 1}–${until} ${called}`
}

const placeTitles = { second: '时间', page: '页', block: '节', none: '位置' } as const

function optionOf(data: Heat) {
  const { buckets } = data
  const line = (name: string, type: 'solid' | 'dashed' | 'dotted', values: number[]) => ({
    ...{ name, type: 'line', step: 'middle', symbol: 'none', data: values },
    lineStyle: { type, width: 2 },
  })
  return {
    tooltip: { trigger: 'axis' },
    legend: { top: 0 },
    grid: { left: 48, right: 24, top: 36, bottom: 32 },
    xAxis: { type: 'category', data: buckets.map((bucket) => placeOf(data, bucket)) },
    yAxis: { type: 'value', minInterval: 1 },
    series: [
      {
        ...line(
          '看过',
          'solid',
          buckets.map(({ seenCount }) => seenCount),
        ),
        areaStyle: { opacity: 0.15 },
      },
      line(
        data.unit === 'second' ? '重看' : '久看',
        'dashed',
        buckets.map(({ againCount }) => againCount),
      ),
      line(
        '跳过',
        'dotted',
        buckets.map(({ skippedCount }) => skippedCount),
      ),
      { name: '停在此处', type: 'bar', barMaxWidth: 6, data: buckets.map(({ leftCount }) => leftCount) },
    ],
  }
}

function columnsOf({ unit }: Heat) {
  return [
    { key: 'place', title: placeTitles[unit] },
    { key: 'seenCount', title: '看过' },
    { key: 'againCount', title: unit === 'second' ? '重看' : '久看' },
    { key: 'skippedCount', title: '跳过' },
    { key: 'leftCount', title: '停在此处' },
    ...(unit === 'page' || unit === 'block' ? [{ key: 'averageSeconds', title: '平均停留（秒）' }] : []),
  ]
}

function rowOf(data: Heat, bucket: HeatBucket) {
  const { seenCount, againCount, skippedCount, leftCount, averageSeconds } = bucket
  const figures = { place: placeOf(data, bucket), seenCount, againCount, skippedCount, leftCount }
  return data.unit === 'page' || data.unit === 'block' ? { ...figures, averageSeconds } : figures
}

/** The places that stand out, in words. */
function wordsOf(data: Heat): string {
  const most = (count: (bucket: HeatBucket) => number) => {
    const found = data.buckets.reduce<HeatBucket | undefined>(
      (best, one) => (count(one) > (best ? count(best) : 0) ? one : best),
      undefined,
    )
    return found && `${placeOf(data, found)}（${count(found)} 人）`
  }
  const again = most(({ againCount }) => againCount)
  const skipped = most(({ skippedCount }) => skippedCount)
  const left = most(({ leftCount }) => leftCount)
  return [
    `统计 ${data.peopleCount} 名学员`,
    ...(data.otherCount > 0 ? [`另有 ${data.otherCount} 人学的是其他版本，未计入`] : []),
    ...(again ? [`${data.unit === 'second' ? '重看' : '停留是一般人两倍以上的'}最多：${again}`] : []),
    ...(skipped ? [`跳过最多：${skipped}`] : []),
    ...(left ? [`未完成而停在此处最多：${left}`] : []),
  ].join('；')
}
