import { DatePicker } from 'antd'
import { type ReactNode, useId } from 'react'
import { wallClock } from '../wall-clock.ts'
import type { RangeFieldProps } from './range-field.tsx'

export default function RangeFieldCanvas({ value, onChange }: RangeFieldProps): ReactNode {
  const id = useId()
  const today = wallClock(wallClock(Date.now()).format('YYYY-MM-DD'))
  return (
    <div className="kp-filter kp-range">
      <label htmlFor={id}>
        <span className="kp-star">* </span>时间范围
      </label>
      <DatePicker.RangePicker
        id={{ start: id }}
        aria-label="时间范围"
        presets={[7, 30, 90].map((days) => ({ label: `近${days}天`, value: [today.subtract(days - 1, 'day'), today] }))}
        value={value ? [wallClock(value[0]), wallClock(value[1])] : [null, null]}
        onChange={(days) => {
          const [first, last] = days ?? []
          onChange(first && last ? [first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')] : undefined)
        }}
      />
    </div>
  )
}
