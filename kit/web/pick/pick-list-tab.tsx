import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { type FilterOf, type FilterSpec, shapeOf } from '../list/filter-spec.ts'
import { ListFilters } from '../list/list-filters.tsx'
import { type ListSource, useRows } from '../list/list-source.ts'
import { withFilters } from '../list/list-state.ts'
import { EmptyState } from '../states.tsx'
import type { PickApi, Picked } from './pick.ts'
import { PickTable } from './pick-table.tsx'

export interface PickListTabProps<Row, Input = unknown> {
  readonly pick: PickApi
  /** Without one there is nothing to list yet, and the tab says so. */
  readonly source: ListSource<Row, Input> | undefined
  readonly filters?: readonly (FilterSpec & (unknown extends Input ? unknown : FilterOf<Input>))[]
  readonly columns: TableColumnsType<Row>
  readonly itemOf: (row: Row) => Picked
  readonly refusal?: (row: Row) => string | null
  readonly extraInput?: Readonly<Record<string, unknown>>
  /** Conditions that the list begins with; they can be taken away. */
  readonly initial?: Readonly<Record<string, string>>
  readonly emptyText?: string
  /** Said where there is no source. */
  readonly absentText?: string
}

const noFilters: readonly FilterSpec[] = []

/** A tab of a picker that is one list: conditions above, rows to tick below. A new condition begins at page 1. */
export function PickListTab<Row extends object, Input>(props: PickListTabProps<Row, Input>): ReactNode {
  const { source, absentText = '该功能尚未开通，暂无可选数据' } = props
  return source ? <ListedTab {...props} source={source} /> : <EmptyState text={absentText} />
}

function ListedTab<Row extends object, Input>(
  props: PickListTabProps<Row, Input> & { readonly source: ListSource<Row, Input> },
): ReactNode {
  const { pick, source, columns, itemOf, refusal, extraInput, initial, emptyText } = props
  const filters: readonly FilterSpec[] = props.filters ?? noFilters
  const shapes = useMemo(() => filters.map(shapeOf), [filters])
  const list = useRows(source, { shapes, ...(extraInput && { extraInput }), ...(initial && { initial }) })
  return (
    <div className="kp-pick-list">
      {filters.length > 0 && (
        <ListFilters
          filters={filters}
          value={list.state.filters}
          onChange={(next) => list.change(withFilters(list.state, next))}
        />
      )}
      <PickTable
        pick={pick}
        list={list}
        columns={columns}
        itemOf={itemOf}
        {...(refusal && { refusal })}
        {...(emptyText !== undefined && { emptyText })}
      />
    </div>
  )
}
