import { Chart, toneColours, useIsNarrow } from '@kaopei/web'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { figureOf } from './figure-of.ts'
import type { Pair, Person } from './people.tsx'

const places = [
  { value: 'seat', label: '座位' },
  { value: 'address', label: '网络地址' },
  { value: 'time', label: '开始时间' },
] as const

interface Span {
  readonly min: number
  readonly max: number
}
/** Around those who began first and last, in milliseconds. */
const margin = 300_000

const seatOf = ({ seat, staffName }: Person) => seat ?? `未排座 ${staffName}`
const addressOf = ({ address, staffName }: Person) => address ?? `地址未知 ${staffName}`

/** Both axes have all of them in one order: neighbours on an axis are neighbours in the room or the network. */
function inOrder(pairs: readonly Pair[], of: (person: Person) => string): string[] {
  const known = new Set(pairs.flatMap(({ one, other }) => [of(one), of(other)]))
  return [...known].sort((one, other) => one.localeCompare(other, 'zh', { numeric: true }))
}

const axisNames = { seat: '座位', address: '网络地址', time: '开始时间' }

/** Pairs as points: where the one sits, from which address or when they began, against the other; the redder, the less chance explains it. */
export function PairMap({ pairs }: { readonly pairs: readonly Pair[] }): ReactNode {
  const labelWidth = useIsNarrow() ? 56 : 108
  const isSeated = pairs.some(({ one, other }) => one.seat !== null && other.seat !== null)
  const [by, setBy] = useState<(typeof places)[number]['value']>(isSeated ? 'seat' : 'time')
  const of = (person: Person) => {
    if (by === 'seat') return seatOf(person)
    if (by === 'address') return addressOf(person)
    return person.startTime === null ? null : Date.parse(person.startTime)
  }
  const series = (['red', 'yellow'] as const).map((level) => ({
    type: 'scatter' as const,
    name: level === 'red' ? '红色（≤ 0.01 对）' : '黄色（≤ 0.1 对）',
    symbol: level === 'red' ? 'diamond' : 'circle',
    symbolSize: 12,
    itemStyle: { color: level === 'red' ? toneColours.danger.solid : toneColours.warning.solid },
    data: pairs
      .filter((pair) => pair.level === level)
      .map(({ one, other }) => ({ value: [of(one), of(other)], name: `${one.staffName} 与 ${other.staffName}` })),
  }))
  const axis =
    by === 'time'
      ? { type: 'time' as const, min: (span: Span) => span.min - margin, max: (span: Span) => span.max + margin }
      : { type: 'category' as const, data: inOrder(pairs, by === 'seat' ? seatOf : addressOf) }
  const lined = {
    ...axis,
    ...{
      nameLocation: 'middle' as const,
      nameTextStyle: { color: '#646a73' },
      splitLine: { show: true, lineStyle: { color: '#eef0f3' } },
    },
    axisLabel: { hideOverlap: true, width: labelWidth, overflow: 'truncate' as const },
  }
  return (
    <Chart
      title="相似答卷分布"
      height={320}
      extra={<Segmented size="small" value={by} onChange={setBy} options={[...places]} aria-label="分布方式" />}
      option={{
        tooltip: { trigger: 'item', formatter: (part: { name: string }) => part.name },
        legend: { top: 0 },
        grid: { left: labelWidth + 40, right: 24, top: 36, bottom: 52 },
        xAxis: { ...lined, name: `一方的${axisNames[by]}`, nameGap: 30 },
        yAxis: { ...lined, name: `另一方的${axisNames[by]}`, nameGap: labelWidth + 16 },
        series,
      }}
      table={{
        columns: [
          { key: 'people', title: '考生' },
          { key: 'seats', title: '座位' },
          { key: 'addresses', title: '网络地址' },
          { key: 'expected', title: '偶然出现的期望对数' },
        ],
        rows: pairs.map(({ one, other, expectedPairs }) => ({
          people: `${one.staffName}、${other.staffName}`,
          addresses: `${one.address ?? '-'}、${other.address ?? '-'}`,
          seats: `${one.seat ?? '-'}、${other.seat ?? '-'}`,
          expected: figureOf(expectedPairs),
        })),
      }}
    />
  )
}
