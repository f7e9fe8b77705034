import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { foreignZone } from './client/company-zone.ts'
import { instantOfPicked, wallClock } from './wall-clock.ts'

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

const clockOf = (text: string | null | undefined) => {
  const clock = text ? wallClock(text) : undefined
  return clock?.isValid() ? clock : null
}

/** The picker's 此刻 is the device's; where the company's clocks show something else it is not offered, and the zone is named. */
function zoneOfPicker() {
  const zone = foreignZone(new Date())
  return zone === undefined ? {} : { showNow: false, renderExtraFooter: () => `按${zone}` }
}

/** An instant as the wire has it (ISO-8601 UTC), shown by the company's clocks to the minute. */
export function InstantControl({ value, onChange, placeholder = '请选择时间', ...rest }: DateControlProps<string>): ReactNode {
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      {...zoneOfPicker()}
      value={clockOf(value)}
      onChange={(day) => onChange?.(day ? instantOfPicked(day) : undefined)}
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
      {...zoneOfPicker()}
      value={[clockOf(value?.[0]), clockOf(value?.[1])]}
      onChange={(days) => {
        const [first, last] = days ?? []
        onChange?.(first && last ? [instantOfPicked(first), instantOfPicked(last)] : undefined)
      }}
    />
  )
}
