import { Form, InputNumber } from 'antd'
import type { ReactNode } from 'react'

export interface NumberFieldProps {
  readonly id: string
  readonly label: string
  readonly suffix?: string
  readonly extra?: string
  readonly min: number
  readonly max: number
  /** Places behind the point; a number that has more stays as it was typed and is called wrong. */
  readonly decimals?: number
  /** What it means that nothing stands there; without it something has to. */
  readonly placeholder?: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** A number of a rule. What does not fit is said, never rounded or cut; whoever keeps it refuses it too. */
export function NumberField({
  id,
  label,
  extra,
  min,
  max,
  decimals = 0,
  onChange,
  value,
  ...control
}: NumberFieldProps): ReactNode {
  // While another number is typed the field is empty for a moment: until then the one before holds.
  const change = (next: number | null) => (next === null && control.placeholder === undefined ? undefined : onChange(next))
  const fault = value === null ? undefined : faultOfNumber(value, { min, max, decimals })
  return (
    <Form.Item label={label} htmlFor={id} extra={extra} {...(fault !== undefined && { validateStatus: 'error', help: fault })}>
      <InputNumber
        id={id}
        style={{ width: '100%' }}
        {...control}
        value={value}
        aria-invalid={fault !== undefined}
        onChange={change}
      />
    </Form.Item>
  )
}

interface Limits {
  readonly min: number
  readonly max: number
  readonly decimals: number
}

export function faultOfNumber(value: number, { min, max, decimals }: Limits): string | undefined {
  const isExact = Number(value.toFixed(decimals)) === value
  if (isExact && value >= min && value <= max) return undefined
  return decimals === 0 ? `请填写 ${min} 到 ${max} 的整数` : `请填写 ${min} 到 ${max} 的数，最多 ${decimals} 位小数`
}
