import type { Endpoint, InputOf } from '@kaopei/contract'
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
  /** A report is not asked for without it. */
  readonly isRequired?: boolean
}

export function shapeOf(filter: FilterSpec): FilterShape {
  if (filter.kind === 'dateRange') return { names: filter.range ?? ['beginTime', 'endTime'] }
  return {
    names: [filter.name],
    isMultiple: filter.isMultiple ?? false,
    isNumber: filter.isNumber ?? filter.options?.some(({ value }) => typeof value === 'number') ?? false,
  }
}

type OneOf<T> = T extends readonly (infer Item)[] ? Item : NonNullable<T>
/** Whether a condition may be asked for with several values. */
type Several<T> = NonNullable<T> extends readonly unknown[] ? { readonly isMultiple: true } : { readonly isMultiple?: boolean }

interface Shown {
  readonly label: string
  readonly placeholder?: string
}
type Text<Name> = Shown & { readonly name: Name; readonly kind: 'text' }
type Choice<Name, T> = Shown & {
  readonly name: Name
  readonly kind: 'select'
  readonly options: readonly { readonly value: OneOf<T> & (string | number); readonly label: string }[]
} & Several<T>
type Branch<Name, T> = Shown & { readonly name: Name; readonly kind: 'tree'; readonly tree: readonly TreeOption[] } & Several<T>
type Drawn<Name, T> = Shown & {
  readonly name: Name
  readonly kind: 'custom'
  readonly isNumber?: boolean
  readonly render: (control: FilterControl) => ReactNode
} & Several<T>
type Filled<Name, T> = (string extends OneOf<T> ? Text<Name> : never) | Choice<Name, T> | Branch<Name, T> | Drawn<Name, T>

/** Two fields of the input, which have no third that names both; `name` is the filter's own. */
type Range<Input> = Shown & {
  readonly name: string
  readonly kind: 'dateRange'
} & ('beginTime' | 'endTime' extends keyof Input
    ? { readonly range?: readonly [keyof Input & string, keyof Input & string] }
    : { readonly range: readonly [keyof Input & string, keyof Input & string] })

/** A filter of a list whose call takes this input. */
export type FilterOf<Input> = FilterSpec &
  ({ [Name in keyof Input & string]-?: Filled<Name, Input[Name]> }[keyof Input & string] | Range<Input>)

/** Filters of an endpoint's list, where they do not stand beside it: names are fields of its input, and choices have values that the field takes. */
export function filtersOf<E extends Endpoint>(
  _endpoint: E,
  filters: readonly FilterOf<NonNullable<InputOf<E>>>[],
): readonly FilterOf<NonNullable<InputOf<E>>>[] {
  return filters
}
