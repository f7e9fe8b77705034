/** Fields of the designer: small, labelled, without a form of their own. */
import { InputNumber, Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { Box } from '../../contract/layout.ts'

export interface FieldsProps<B extends Box = Box> {
  readonly box: B
  readonly change: (change: Partial<B>) => void
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly unit?: string
}

export function Millimetres(props: NumberProps): ReactNode {
  return <NumberField min={-100} max={600} step={0.5} unit="毫米" {...props} />
}

export function NumberField({ label, value, onChange, unit, ...limits }: NumberProps): ReactNode {
  return (
    <div className="kp-design-field">
      <span>{label}</span>
      <InputNumber
        size="small"
        aria-label={label}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
        suffix={unit ?? null}
        style={{ width: '100%' }}
        {...limits}
      />
    </div>
  )
}

export function ColourField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}): ReactNode {
  return (
    <div className="kp-design-field">
      <span>{label}</span>
      <input type="color" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}

export function Choice<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}): ReactNode {
  return (
    <div className="kp-design-field">
      <span>{label}</span>
      <Segmented size="small" aria-label={label} value={value} options={[...options]} onChange={onChange} />
    </div>
  )
}
