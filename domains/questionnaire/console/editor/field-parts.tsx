import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import type { ElementOf } from '../../contract/definition.ts'
import type { ChangeElement } from './kind-fields-props.ts'
import { Labelled } from './labelled.tsx'

interface OptionalProps {
  readonly prefix: string
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isFixed: boolean
  readonly min?: number
  readonly max?: number
  readonly decimals?: number
  readonly value: number | undefined
  readonly onChange: (value: number | null) => void
}

export function Optional({
  prefix,
  name,
  label,
  hint,
  isFixed,
  min,
  max,
  decimals = 0,
  value,
  onChange,
}: OptionalProps): ReactNode {
  return (
    <Labelled label={label} htmlFor={`${prefix}-${name}`} {...(hint && { hint })}>
      <InputNumber
        id={`${prefix}-${name}`}
        placeholder="不限"
        precision={decimals}
        disabled={isFixed}
        value={value ?? null}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        onChange={onChange}
      />
    </Labelled>
  )
}

export interface CommonProps {
  readonly prefix: string
  readonly isFixed: boolean
  readonly change: ChangeElement
}

export function Steps({ prefix, isFixed, change, steps }: CommonProps & { readonly steps: number }): ReactNode {
  return (
    <Labelled label="级数" htmlFor={`${prefix}-steps`}>
      <InputNumber
        id={`${prefix}-steps`}
        min={2}
        max={10}
        precision={0}
        disabled={isFixed}
        value={steps}
        onChange={(next) => change({ steps: next ?? 5 })}
      />
    </Labelled>
  )
}

interface EndsProps {
  readonly element: ElementOf<'rating' | 'nps' | 'slider' | 'matrixRating'>
  readonly prefix: string
  readonly change: ChangeElement
}

export function Ends({ element, prefix, change }: EndsProps): ReactNode {
  return (
    <div className="kp-qn-line">
      <Labelled label="低分说明" htmlFor={`${prefix}-low`}>
        <Input
          id={`${prefix}-low`}
          maxLength={50}
          placeholder="例如：非常不满意"
          value={element.lowLabel}
          onChange={({ target }) => change({ lowLabel: target.value }, 'low')}
        />
      </Labelled>
      <Labelled label="高分说明" htmlFor={`${prefix}-high`}>
        <Input
          id={`${prefix}-high`}
          maxLength={50}
          placeholder="例如：非常满意"
          value={element.highLabel}
          onChange={({ target }) => change({ highLabel: target.value }, 'high')}
        />
      </Labelled>
    </div>
  )
}
