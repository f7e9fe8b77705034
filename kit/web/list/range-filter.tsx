import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { type FilterSpec, shapeOf } from './filter-spec.ts'
import type { ListState } from './list-state.ts'

interface RangeFilterProps {
  readonly id: string
  readonly filter: FilterSpec
  readonly current: ListState['filters']
  readonly apply: (part: Readonly<Record<string, string | undefined>>) => void
}

/** First and last day of a list's condition. */
export default function RangeFilter({ id, filter, current, apply }: RangeFilterProps): ReactNode {
  const [first = 'beginTime', last = 'endTime'] = shapeOf(filter).names
  const day = (name: string) => {
    const text = current[name]
    const parsed = typeof text === 'string' ? dayjs(text) : undefined
    return parsed?.isValid() ? parsed : null
  }
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      aria-label={filter.label}
      value={[day(first), day(last)]}
      onChange={(days) => apply({ [first]: days?.[0]?.format('YYYY-MM-DD'), [last]: days?.[1]?.format('YYYY-MM-DD') })}
    />
  )
}
