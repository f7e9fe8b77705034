import { Table, type TableColumnsType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { Dash } from '../dash.tsx'
import { Pager } from '../list/pager.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import type { PickApi, Picked } from './pick.ts'
import './pick.css'
import type { List } from '../list/use-list.ts'

export interface PickTableProps<Row> {
  readonly pick: PickApi
  readonly list: List<Row>
  readonly columns: TableColumnsType<Row>
  readonly itemOf: (row: Row) => Picked
  /** Why a row cannot be picked; null for one that can. */
  readonly refusal?: (row: Row) => string | null
  readonly emptyText?: string
  /** 人, 条 */
  readonly unit?: string
}

/** The rows of a picker's tab: a tick or a click on the row picks, page after page. */
export function PickTable<Row extends object>(props: PickTableProps<Row>): ReactNode {
  const { pick, list, columns, itemOf, emptyText = '暂无数据', unit = '条' } = props
  const refusal = (row: Row) => {
    const { kind, id } = itemOf(row)
    return pick.isLocked(kind, id) ? '已添加，不可取消' : (props.refusal?.(row) ?? null)
  }
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.refetch} />
  const { pageIndex, pageSize } = list.state
  return (
    <div className="kp-pick-table">
      <Table<Row>
        size="small"
        rowKey={(row) => itemOf(row).id}
        columns={columns.map((column) => ({ ...column, render: column.render ?? ((value: ReactNode) => <Dash>{value}</Dash>) }))}
        dataSource={list.rows}
        loading={{ spinning: list.isFetching, delay: 200 }}
        locale={{ emptyText: list.isPending ? ' ' : <EmptyState text={emptyText} /> }}
        rowSelection={selectionOf(props, refusal)}
        onRow={(row) => {
          const reason = refusal(row)
          if (reason !== null) return { className: 'kp-pick-refused', title: reason }
          return { className: 'kp-pick-row', onClick: () => pick.toggle(itemOf(row)) }
        }}
        pagination={false}
      />
      <Pager
        isInDrawer
        pageIndex={pageIndex}
        pageSize={pageSize}
        totalCount={list.totalCount}
        unit={unit}
        onChange={(next) => list.change({ ...list.state, pageIndex: next })}
      />
    </div>
  )
}

function selectionOf<Row extends object>(
  { pick, list, itemOf }: PickTableProps<Row>,
  refusal: (row: Row) => string | null,
): TableProps<Row>['rowSelection'] {
  const isPicked = (row: Row) => {
    const { kind, id } = itemOf(row)
    return pick.isPicked(kind, id)
  }
  return {
    type: pick.single ? 'radio' : 'checkbox',
    columnWidth: 40,
    selectedRowKeys: list.rows.filter(isPicked).map((row) => itemOf(row).id),
    getCheckboxProps: (row) => ({ disabled: refusal(row) !== null, 'aria-label': `选择${itemOf(row).name}` }),
    onChange: (keys) => {
      // Only this page's rows were touched; what was picked elsewhere stays.
      const wanted = new Set(keys.map(String))
      const free = list.rows.filter((row) => refusal(row) === null)
      const isWanted = (row: Row) => wanted.has(itemOf(row).id)
      if (!pick.single) pick.remove(free.filter((row) => isPicked(row) && !isWanted(row)).map(itemOf))
      pick.add(free.filter((row) => !isPicked(row) && isWanted(row)).map(itemOf))
    },
  }
}
