import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useId } from 'react'
import type { RangeFieldProps } from './range-field.tsx'

export default function RangeFieldCanvas({ value, onChange }: RangeFieldProps): ReactNode {
  const id = useId()
  const today = dayjs()
  return (
    <div className="kp-filter kp-range">
      <label htmlFor={id}>
        <span className="kp-star">* </span>时间范围
      </label>
      <DatePicker.RangePicker
        id={{ start: id }}
        aria-label="时间范围"
        presets={[7, 30, 90].map((days) => ({ label: `近${days}天`, value: [today.subtract(days - 1, 'day'), today] }))}
        value={value ? [dayjs(value[0]), dayjs(value[1])] : [null, null]}
        onChange={(days) => {
          const [first, last] = days ?? []
          onChange(first && last ? [first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')] : undefined)
        }}
      />
    </div>
  )
}
