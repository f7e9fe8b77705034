import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { type CSSProperties, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useIsNarrow } from '../use-is-narrow.ts'
import { type FilterSpec, shapeOf } from './filter-spec.ts'
import type { ListState } from './list-state.ts'

type Filters = ListState['filters']
type FilterValue = Filters[string] | undefined

interface ListFiltersProps {
  readonly filters: readonly FilterSpec[]
  readonly value: Filters
  readonly onChange: (value: Filters) => void
}

const shownAtFirst = 4
/** On a phone the list itself must be in sight. */
const shownOnPhones = 1
// Calendars and trees are big; most lists have neither.
const RangeFilter = lazy(() => import('./range-filter.tsx'))
const TreeFilter = lazy(() => import('../tree-filter.tsx'))

/** The conditions of a list: the first ones, those that are set, the others on demand. Choices apply at once, texts with Enter or 查询. */
export function ListFilters({ filters, value, onChange }: ListFiltersProps): ReactNode {
  const [draft, setDraft] = useState<Filters>({})
  const [isOpen, setOpen] = useState(false)
  const room = useIsNarrow() ? shownOnPhones : shownAtFirst
  const current = { ...value, ...draft }
  const apply = (next: Filters) => {
    setDraft({})
    onChange(next)
  }
  const isSet = (filter: FilterSpec) => shapeOf(filter).names.some((name) => value[name] !== undefined)
  const shown = filters.filter((filter, index) => isOpen || index < room || isSet(filter))
  return (
    <form
      className="kp-filters"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault()
        apply(without(current))
      }}
    >
      <div className="kp-filters-fields" style={cellsStyle(shown)}>
        {shown.map((filter) => (
          <OneFilter
            key={filter.name}
            filter={filter}
            current={current}
            draft={(part) => setDraft({ ...draft, ...part })}
            apply={(part) => apply(without({ ...current, ...part }))}
          />
        ))}
      </div>
      <div className="kp-filters-buttons">
        <Button type="primary" ghost htmlType="submit" icon={<SearchOutlined />}>
          查询
        </Button>
        <Button onClick={() => apply({})}>重置</Button>
        {(isOpen ? filters.length > room : shown.length < filters.length) && (
          <Button
            type="link"
            onClick={() => setOpen(!isOpen)}
            icon={isOpen ? <UpOutlined /> : <DownOutlined />}
            iconPlacement="end"
          >
            {isOpen ? '收起' : '更多条件'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The conditions by themselves, every change told at once: for forms with buttons of their own. */
export function ConditionFields({ filters, value, onChange }: ListFiltersProps): ReactNode {
  return filters.map((filter) => (
    <OneFilter
      key={filter.name}
      filter={filter}
      current={value}
      draft={(part) => onChange({ ...value, ...part })}
      apply={(part) => onChange(without({ ...value, ...part }))}
    />
  ))
}

/** Two days need the room of two fields (styles.css). */
const cellsOf = ({ kind }: FilterSpec): number => (kind === 'dateRange' ? 2 : 1)

const cellsStyle = (filters: readonly FilterSpec[]) =>
  ({ '--kp-filter-cells': filters.reduce((sum, filter) => sum + cellsOf(filter), 0) }) as CSSProperties // React's type knows no variables

type Part = Readonly<Record<string, FilterValue>>

/** Empty values are not conditions. */
function without(filters: Part): Filters {
  const entries = Object.entries(filters).filter((entry): entry is [string, Filters[string]] => {
    const [, value] = entry
    return value !== undefined && value.length > 0
  })
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]))
}

function OneFilter(props: {
  readonly filter: FilterSpec
  readonly current: Filters
  readonly draft: (part: Record<string, string>) => void
  readonly apply: (part: Part) => void
}): ReactNode {
  const { filter } = props
  const id = useId()
  return (
    <div className="kp-filter" data-cells={cellsOf(filter)}>
      <label htmlFor={id}>
        {filter.isRequired && <span className="kp-star">* </span>}
        {filter.label}
      </label>
      <Suspense fallback={<Input id={id} disabled />}>
        <Control {...props} id={id} />
      </Suspense>
    </div>
  )
}

function Control(props: Parameters<typeof OneFilter>[0] & { readonly id: string }): ReactNode {
  const { filter, current, draft, apply, id } = props
  const { name, label } = filter
  const value = current[name]
  switch (filter.kind) {
    case 'text':
      return (
        <Input
          id={id}
          value={typeof value === 'string' ? value : ''}
          placeholder={filter.placeholder ?? `请输入${label}`}
          maxLength={100}
          onChange={(event) => draft({ [name]: event.target.value })}
          allowClear={{ clearIcon: undefined }}
          onClear={() => apply({ [name]: undefined })}
        />
      )
    case 'select':
      return (
        <Select<unknown>
          id={id}
          value={isNumeric(filter) ? numbersOf(value) : value}
          mode={filter.isMultiple ? 'multiple' : undefined}
          options={filter.options?.map((option) => ({ ...option })) ?? []}
          placeholder={filter.placeholder ?? '全部'}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          maxTagCount="responsive"
          onChange={(next) => apply({ [name]: textsOf(next) })}
        />
      )
    case 'tree':
      return <TreeFilter id={id} filter={filter} value={value} onChange={(next) => apply({ [name]: textsOf(next) })} />
    case 'dateRange':
      return <RangeFilter id={id} filter={filter} current={current} apply={apply} />
    case 'custom':
      return filter.render?.({ id, value, onChange: (next) => apply({ [name]: next }) }) ?? null
  }
}

const isNumeric = (filter: FilterSpec) => shapeOf(filter).isNumber === true

function numbersOf(value: FilterValue): number | number[] | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? Number(value) : value.map(Number)
}

function textsOf(value: unknown): string | string[] | undefined {
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.map(String) : String(value)
}
