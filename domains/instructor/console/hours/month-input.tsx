import { wallClock } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'

/** Of the company's clocks. */
export const thisMonth = () => wallClock(new Date()).format('YYYY-MM')

/** The last months, the newest first. */
function lastMonths(count: number): string[] {
  const [year = 0, month = 1] = thisMonth().split('-').map(Number)
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, month - 1 + 1 - index, 1)).toISOString().slice(0, 7))
}

interface Props {
  readonly id?: string
  readonly value: string | undefined
  readonly onChange: (month: string | undefined) => void
  readonly allowClear?: boolean
}

/** A month of the last three years. */
export function MonthInput({ id, value, onChange, allowClear = false }: Props): ReactNode {
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      aria-label="月份"
      style={{ width: 130 }}
      showSearch
      allowClear={allowClear}
      placeholder="全部"
      {...(value !== undefined && { value })}
      onChange={(next?: string) => onChange(next)}
      options={lastMonths(37).map((month) => ({ value: month, label: month }))}
    />
  )
}
