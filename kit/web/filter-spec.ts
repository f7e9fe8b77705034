import type { ReactNode } from 'react'
import type { FilterShape } from './list-state.ts'

interface Option {
  readonly value: string | number
  readonly label: string
}

export interface TreeOption {
  readonly value: string
  readonly title: string
  readonly children?: readonly TreeOption[]
}

export interface FilterControl {
  /** For the control, so that the filter's label belongs to it. */
  readonly id: string
  readonly value: string | readonly string[] | undefined
  readonly onChange: (value: string | readonly string[] | undefined) => void
}

/** One filter of a list. `name` is the field of the endpoint's input. */
export interface FilterSpec {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'select' | 'tree' | 'dateRange' | 'custom'
  readonly placeholder?: string
  readonly options?: readonly Option[]
  readonly tree?: readonly TreeOption[]
  readonly isMultiple?: boolean
  /** The input's field is a number; options with numbers say so by themselves. */
  readonly isNumber?: boolean
  /** Fields of the first and last day (yyyy-MM-dd); `beginTime` and `endTime` unless given. */
  readonly range?: readonly [string, string]
  readonly render?: (control: FilterControl) => ReactNode
  readonly width?: number
}

export function shapeOf(filter: FilterSpec): FilterShape {
  if (filter.kind === 'dateRange') return { names: filter.range ?? ['beginTime', 'endTime'] }
  return {
    names: [filter.name],
    isMultiple: filter.isMultiple ?? false,
    isNumber: filter.isNumber ?? filter.options?.some(({ value }) => typeof value === 'number') ?? false,
  }
}
