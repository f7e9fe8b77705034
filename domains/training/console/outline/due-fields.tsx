import { InstantInput } from '@kaopei/web'
import { Form, InputNumber } from 'antd'
import { type ReactNode, useId } from 'react'

interface TimeProps {
  readonly label: string
  readonly value: string | null | undefined
  readonly onChange: (time: string | null) => void
}

/** An instant that may be left out. */
export function TimeInput({ label, value, onChange }: TimeProps): ReactNode {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id}>
      <InstantInput id={id} {...(value && { value })} onChange={(time) => onChange(time ?? null)} />
    </Form.Item>
  )
}

interface DaysProps {
  readonly label: string
  readonly min: 0 | 1
  readonly extra?: string
  readonly value: number | null | undefined
  readonly onChange: (days: number | null) => void
}

/** Days from one's own beginning. */
export function DaysInput({ label, min, extra, value, onChange }: DaysProps): ReactNode {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id} {...(extra && { extra })}>
      <InputNumber
        id={id}
        min={min}
        max={3650}
        precision={0}
        suffix="天"
        placeholder="不限"
        style={{ width: '100%' }}
        value={value ?? null}
        onChange={(days) => onChange(days)}
      />
    </Form.Item>
  )
}
