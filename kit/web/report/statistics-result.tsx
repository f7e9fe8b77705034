import { QuestionCircleOutlined } from '@ant-design/icons'
import { Table, type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Dash } from '../dash.tsx'
import { type ListSource, useRows } from '../list/list-source.ts'
import { serialNumber } from '../list/list-state.ts'
import { Pager } from '../list/pager.tsx'
import type { List } from '../list/use-list.ts'
import { Bones, EmptyState, ErrorState } from '../states.tsx'
import type { ReportField, ReportFieldGroup, ReportRow } from './report-fields.ts'
import type { StatisticsInput } from './statistics-panel.tsx'

interface StatisticsResultProps {
  readonly groups: readonly ReportFieldGroup[]
  readonly shown: readonly string[]
  readonly source: ListSource<ReportRow>
  readonly rowKey: string
  readonly input: StatisticsInput
  readonly onLoaded: (isDone: boolean) => void
}

const noShapes: readonly never[] = []

/** The rows of one query, page by page, with the columns that are shown. */
export function StatisticsResult(props: StatisticsResultProps): ReactNode {
  const { groups, shown, source, rowKey, input, onLoaded } = props
  const list = useRows(source, { shapes: noShapes, extraInput: input })
  const { state, isPending, error } = list
  // Whoever asked must know how it ended: only a query that succeeded may be exported.
  useEffect(() => {
    if (!isPending) onLoaded(error === null)
  }, [isPending, error, onLoaded])
  if (error && list.rows.length === 0) return <ErrorState error={error} onRetry={list.refetch} />
  if (isPending) return <Bones rows={6} />
  const fields = groups.flatMap((group) => group.fields).filter(({ value }) => shown.includes(value))
  return (
    <>
      <Table<ReportRow>
        size="small"
        rowKey={(row) => String(row[rowKey])}
        columns={[serial(list), ...fields.map((field) => columnOf(field, list))]}
        dataSource={list.rows}
        loading={{ spinning: list.isFetching, delay: 200 }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyState /> }}
        onChange={(_pages, _filters, sorter, { action }) => {
          if (action !== 'sort') return
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
          const { sortField: _field, sortOrder: _order, ...rest } = state
          const sorted = { sortField: String(columnKey), sortOrder: order === 'ascend' ? ('asc' as const) : ('desc' as const) }
          list.change({ ...rest, pageIndex: 1, ...(order && sorted) })
        }}
        pagination={false}
      />
      <Pager
        pageIndex={state.pageIndex}
        pageSize={state.pageSize}
        totalCount={list.totalCount}
        onChange={(pageIndex, pageSize) => list.change({ ...state, pageIndex, pageSize })}
      />
    </>
  )
}

type Column = TableColumnsType<ReportRow>[number]

const serial = ({ state }: List<ReportRow>): Column => ({
  title: '序号',
  key: 'serial',
  width: 64,
  align: 'center',
  render: (_value, _row, index) => <span className="kp-number">{serialNumber(state, index)}</span>,
})

function columnOf(
  { lable, value, tip, align, sortable, width, fixed, formatter }: ReportField,
  { state }: List<ReportRow>,
): Column {
  const order = state.sortField === value ? (state.sortOrder === 'asc' ? ('ascend' as const) : ('descend' as const)) : null
  return {
    key: value,
    dataIndex: value,
    title: tip ? (
      <Tooltip title={tip}>
        <span>
          {lable} <QuestionCircleOutlined />
        </span>
      </Tooltip>
    ) : (
      lable
    ),
    ...(align && { align }),
    ...(width !== undefined && { width }),
    ...(fixed !== undefined && { fixed }),
    ...(sortable && { sorter: true, sortOrder: order }),
    render: (cell: unknown, row) => (formatter ? formatter(cell, row) : <Dash>{plain(cell)}</Dash>),
  }
}

const plain = (cell: unknown): ReactNode => (typeof cell === 'string' || typeof cell === 'number' ? cell : null)
