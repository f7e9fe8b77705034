import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { Table, type TableColumnsType, type TableProps } from 'antd'
import { type Key, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Dash } from '../dash.tsx'
import { PageHeader, type PageHeaderProps } from '../page-header.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { useIsNarrow } from '../use-is-narrow.ts'
import { useScrollRegion } from '../use-scroll-region.ts'
import { ColumnChoice, useColumnChoice } from './column-choice.tsx'
import { type FilterOf, type FilterSpec, shapeOf } from './filter-spec.ts'
import { ListFilters } from './list-filters.tsx'
import { type ListState, serialNumber, withFilters } from './list-state.ts'
import { Pager } from './pager.tsx'
import { type List, type RowOf, useList } from './use-list.ts'

export interface Selection<Row> {
  readonly ids: readonly string[]
  /** Rows of the selection that have been on the screen. */
  readonly rows: readonly Row[]
  readonly clear: () => void
}

export interface ListPageProps<E extends Endpoint> {
  /** Without a title it is a list inside another page; a function is told the answer once it is there. */
  readonly title?: ReactNode | ((answer: OutputOf<E> | undefined) => ReactNode)
  readonly header?: Omit<PageHeaderProps, 'title'>
  readonly endpoint: E
  readonly filters?: readonly FilterOf<NonNullable<InputOf<E>>>[]
  readonly columns: TableColumnsType<RowOf<E>>
  readonly rowKey: (keyof RowOf<E> & string) | ((row: RowOf<E>) => string)
  /** Buttons at the left above the table. */
  readonly toolbar?: ReactNode | ((list: List<RowOf<E>, OutputOf<E>>) => ReactNode)
  /** Rows can be chosen, also across pages; drawn above the table while some are. */
  readonly batchActions?: (selection: Selection<RowOf<E>>) => ReactNode
  readonly isSelectable?: (row: RowOf<E>) => boolean
  readonly extraInput?: Readonly<Partial<InputOf<E>>>
  /** A panel at the left, e.g. a tree of departments. */
  readonly side?: ReactNode
  /** What the panel is called; 分类 unless given. */
  readonly sideLabel?: string
  /** A function is told whether conditions are set: then others may be there. */
  readonly emptyText?: string | ((isFiltered: boolean) => string)
  readonly emptyAction?: ReactNode
  readonly prefix?: string
  readonly stateIn?: 'url' | 'memory'
  /** Milliseconds; a function is asked with the rows that are shown: only while something is under way. */
  readonly refetchInterval?: number | false | ((rows: readonly RowOf<E>[]) => number | false)
  readonly hasSerial?: boolean
  readonly expandable?: TableProps<RowOf<E>>['expandable']
  readonly onRow?: TableProps<RowOf<E>>['onRow']
  readonly enabled?: boolean
}

const noFilters: readonly FilterSpec[] = []

/** The list template: filters, toolbar, table, pager. The address is its state. */
export function ListPage<E extends Endpoint>(props: ListPageProps<E>): ReactNode {
  const { title, header, endpoint, side, sideLabel = '分类' } = props
  const filters: readonly FilterSpec[] = props.filters ?? noFilters
  const shapes = useMemo(() => filters.map(shapeOf), [filters])
  const list = useList(endpoint, { ...options(props), shapes })
  return (
    <>
      {title !== undefined && <PageHeader title={typeof title === 'function' ? title(list.answer) : title} {...header} />}
      <div className={side ? 'kp-list kp-list-with-side' : 'kp-list'}>
        {side && (
          <aside className="kp-card kp-list-side" aria-label={sideLabel}>
            {side}
          </aside>
        )}
        <section className="kp-card kp-list-main">
          {filters.length > 0 && (
            <ListFilters filters={filters} value={list.state.filters} onChange={(next) => searchBy(list, next)} />
          )}
          <ListTable {...props} list={list} />
        </section>
      </div>
    </>
  )
}

function emptyTextOf(text: string | ((isFiltered: boolean) => string) | undefined, { filters }: ListState): string {
  return typeof text === 'function' ? text(Object.keys(filters).length > 0) : (text ?? '暂无数据')
}

/** Asked for the same once more, a list shows what has changed meanwhile. */
function searchBy<Row>({ state, change, refetch }: List<Row>, filters: ListState['filters']): void {
  const textOf = (of: ListState['filters']) => JSON.stringify(Object.entries(of).sort())
  const isSame = state.pageIndex === 1 && textOf(filters) === textOf(state.filters)
  if (isSame) refetch()
  else change(withFilters(state, filters))
}

function options<E extends Endpoint>(props: ListPageProps<E>) {
  const { extraInput, prefix, stateIn, refetchInterval, enabled } = props
  return {
    ...(extraInput && { extraInput }),
    ...(prefix !== undefined && { prefix }),
    ...(stateIn && { stateIn }),
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(enabled !== undefined && { enabled }),
  }
}

function ListTable<E extends Endpoint>(props: ListPageProps<E> & { readonly list: List<RowOf<E>, OutputOf<E>> }): ReactNode {
  type Row = RowOf<E>
  const { list, rowKey, toolbar, batchActions, emptyAction, emptyText, hasSerial = true } = props
  const isNarrow = useIsNarrow()
  const region = useScrollRegion()
  const selection = useSelection<Row>()
  useLastPage(list)
  const choice = useColumnChoice(props.endpoint.facts.path, props.columns)
  const columns = useMemo(
    () => drawnColumns<Row>(choice.columns, list.state, hasSerial, isNarrow),
    [choice.columns, list.state, hasSerial, isNarrow],
  )
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <>
      <div className="kp-toolbar">
        <div className="kp-toolbar-buttons">{typeof toolbar === 'function' ? toolbar(list) : toolbar}</div>
        <span className="kp-toolbar-count" aria-live="polite">
          {list.isPending ? '' : `共 ${list.totalCount} 条`}
        </span>
        <ColumnChoice choice={choice} />
      </div>
      {batchActions && selection.ids.length > 0 && (
        <section className="kp-batch" aria-label="批量操作">
          <span>已选择 {selection.ids.length} 项</span>
          {batchActions(selection)}
          <button type="button" className="kp-link" onClick={selection.clear}>
            取消选择
          </button>
        </section>
      )}
      <div ref={region}>
        <Table<Row>
          columns={columns}
          dataSource={list.rows}
          rowKey={rowKey}
          loading={{ spinning: list.isFetching, delay: 200 }}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: list.isPending ? ' ' : <EmptyState text={emptyTextOf(emptyText, list.state)} action={emptyAction} />,
          }}
          pagination={false}
          {...(batchActions && { rowSelection: selectionOf(props, selection) })}
          {...(props.expandable && { expandable: props.expandable })}
          {...(props.onRow && { onRow: props.onRow })}
          onChange={(_pages, _filters, sorter, { action }) => {
            if (action === 'sort') list.change(sorted(list.state, Array.isArray(sorter) ? sorter[0] : sorter))
          }}
        />
      </div>
      <Pager
        pageIndex={list.state.pageIndex}
        pageSize={list.state.pageSize}
        totalCount={list.totalCount}
        onChange={(pageIndex, pageSize) => list.change({ ...list.state, pageIndex, pageSize })}
      />
    </>
  )
}

/** Serial numbers in front, dashes in empty cells, numbers of the address's order in the heads. */
function drawnColumns<Row>(
  columns: TableColumnsType<Row>,
  state: ListState,
  hasSerial: boolean,
  isNarrow: boolean,
): TableColumnsType<Row> {
  const drawn = columns.map((column) => {
    const ordered = 'dataIndex' in column && column.sorter && state.sortField === String(column.key ?? column.dataIndex)
    const order = ordered ? (state.sortOrder === 'asc' ? ('ascend' as const) : ('descend' as const)) : null
    return {
      ...column,
      // What can be done with a row stays in sight however far its list reaches.
      ...(column.key === 'actions' && { fixed: 'right' as const }),
      // Fixed columns would leave no room for the others on a narrow screen.
      ...(isNarrow && { fixed: false as const }),
      ...('sorter' in column && column.sorter && { sortOrder: order }),
      // A table as wide as its contents does not cut them: one name of 200 characters would push everything else off the screen.
      ...(column.ellipsis &&
        typeof column.width === 'number' &&
        !column.onCell && { onCell: () => ({ style: { maxWidth: column.width } }) }),
      render: column.render ?? ((value: ReactNode) => <Dash>{value}</Dash>),
    }
  })
  if (!hasSerial) return drawn
  const serial = {
    title: '序号',
    key: 'serial',
    width: 64,
    align: 'center' as const,
    render: (_value: unknown, _row: Row, index: number) => <span className="kp-number">{serialNumber(state, index)}</span>,
  }
  return [serial, ...drawn]
}

function sorted(
  state: ListState,
  sorter: { columnKey?: Key | undefined; field?: unknown; order?: string | null | undefined } | undefined,
): ListState {
  const { sortField: _field, sortOrder: _order, ...rest } = state
  const field = sorter?.columnKey ?? sorter?.field
  if (!sorter?.order || field === undefined) return { ...rest, pageIndex: 1 }
  return { ...rest, pageIndex: 1, sortField: String(field), sortOrder: sorter.order === 'ascend' ? 'asc' : 'desc' }
}

interface SelectionState<Row> extends Selection<Row> {
  readonly set: (ids: readonly string[], rows: readonly Row[]) => void
}

function useSelection<Row>(): SelectionState<Row> {
  const [chosen, setChosen] = useState<{ ids: readonly string[]; rows: readonly Row[] }>({ ids: [], rows: [] })
  return { ...chosen, clear: () => setChosen({ ids: [], rows: [] }), set: (ids, rows) => setChosen({ ids, rows }) }
}

function selectionOf<E extends Endpoint>(
  { isSelectable }: ListPageProps<E>,
  selection: SelectionState<RowOf<E>>,
): NonNullable<TableProps<RowOf<E>>['rowSelection']> {
  return {
    selectedRowKeys: [...selection.ids],
    preserveSelectedRowKeys: true,
    columnWidth: 44,
    onChange: (keys, rows) => selection.set(keys.map(String), rows),
    getCheckboxProps: (row) => ({ disabled: isSelectable ? !isSelectable(row) : false }),
  }
}

/** A page beyond the last one (the last row of it was deleted) leads to the last page there is. */
function useLastPage<Row>(list: List<Row>): void {
  const { state, totalCount, isFetching, rows, change } = list
  // The server's count decides what the address may say.
  useEffect(() => {
    if (isFetching || rows.length > 0 || totalCount === 0 || state.pageIndex === 1) return
    change({ ...state, pageIndex: Math.max(1, Math.ceil(totalCount / state.pageSize)) })
  }, [state, totalCount, isFetching, rows, change])
}
