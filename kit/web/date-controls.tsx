import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'

export interface DateControlProps<Value> {
  readonly value?: Value | null | undefined
  readonly onChange?: (value: Value | undefined) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly placeholder?: string
}

const dayOf = (text: string | null | undefined) => {
  const day = text ? dayjs(text) : undefined
  return day?.isValid() ? day : null
}

/** A day as the wire has it: yyyy-MM-dd. */
export function DateControl({ value, onChange, placeholder = '请选择日期', ...rest }: DateControlProps<string>): ReactNode {
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      style={{ width: '100%' }}
      value={dayOf(value)}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
    />
  )
}

/** An instant as the wire has it (ISO-8601 UTC), shown in local time to the minute. */
export function InstantControl({ value, onChange, placeholder = '请选择时间', ...rest }: DateControlProps<string>): ReactNode {
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={dayOf(value)}
      onChange={(day) => onChange?.(day?.second(0).millisecond(0).toISOString())}
    />
  )
}

/** Two instants, first and last. */
export function InstantRangeControl({ value, onChange, disabled, id }: DateControlProps<readonly [string, string]>): ReactNode {
  return (
    <DatePicker.RangePicker
      {...(id !== undefined && { id: { start: id } })}
      disabled={disabled ?? false}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder={['开始时间', '结束时间']}
      value={[dayOf(value?.[0]), dayOf(value?.[1])]}
      onChange={(days) => {
        const [first, last] = days ?? []
        onChange?.(first && last ? [wire(first), wire(last)] : undefined)
      }}
    />
  )
}

const wire = (day: dayjs.Dayjs) => day.second(0).millisecond(0).toISOString()
