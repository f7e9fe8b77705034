import {
  ActionButton,
  CodeTag,
  Dash,
  exactNumber,
  filtersOf,
  formatInstant,
  ListPage,
  RowActions,
  useAddress,
  useCall,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import {
  logResult,
  logSource,
  mostCounted,
  type OperationLogRow,
  operationLog,
  operationLogFilter,
} from '../contract/operation-log.ts'
import { OperationLogDrawer } from './operation-log.drawer.tsx'

/** 操作日志: who did what, when, from where; one row opened shows what changed. */
export default function OperationLogPage(): ReactNode {
  const [params, setParams] = useAddress()
  const options = useCall(operationLog.options)
  const filters = useMemo(() => conditions(options.data?.operations ?? []), [options.data])
  const open = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (id === undefined) next.delete('detail')
      else next.set('detail', id)
      return next
    })
  return (
    <>
      <ListPage
        title="操作日志"
        header={{ description: '日志只增不改，任何人都不能修改或删除。' }}
        endpoint={operationLog.list}
        filters={filters}
        columns={columns(open)}
        rowKey="id"
        toolbar={(list) => (
          <>
            <ActionButton
              endpoint={operationLog.export}
              input={() => operationLogFilter.safeParse(list.input).data}
              successText="已开始导出，请到下载中心查看"
            >
              导出
            </ActionButton>
            {list.totalCount >= mostCounted && (
              <span className="kp-hint" role="status">
                只列出最近 {exactNumber(mostCounted)} 条；更早的日志请用时间等条件查询，或导出全部
              </span>
            )}
          </>
        )}
        emptyText="暂无操作日志"
      />
      <OperationLogDrawer id={params.get('detail') ?? undefined} onClose={() => open(undefined)} />
    </>
  )
}

function conditions(operations: readonly { readonly value: string; readonly label: string }[]) {
  return filtersOf(operationLog.list, [
    { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '操作人或对象名称' },
    { name: 'operation', label: '操作', kind: 'select', options: operations },
    { name: 'result', label: '结果', kind: 'select', options: logResult.options },
    { name: 'source', label: '来源', kind: 'select', options: logSource.options },
    { name: 'isImpersonated', label: '视角', kind: 'select', options: views },
    { name: 'time', label: '时间', kind: 'dateRange' },
  ])
}

const views = [
  { value: 'false', label: '本人操作' },
  { value: 'true', label: '他人代为查看' },
]

function columns(open: (id: string) => void): TableColumnsType<OperationLogRow> {
  return [
    { title: '时间', dataIndex: 'at', width: 168, render: (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
    { title: '操作人', dataIndex: 'actorName', width: 110 },
    {
      title: '代为查看者',
      key: 'impersonator',
      width: 104,
      render: (_, row) => <Dash>{row.impersonatorId === null ? null : (row.impersonatorName ?? '未知人员')}</Dash>,
    },
    { title: '操作', dataIndex: 'operation', width: 164 },
    { title: '对象', key: 'targetName', ellipsis: true, render: (_, row) => <Dash>{row.targetName ?? row.targetId}</Dash> },
    { title: '结果', dataIndex: 'result', width: 80, render: (result: number) => <CodeTag codes={logResult} value={result} /> },
    { title: '来源', dataIndex: 'source', width: 96, render: (source: number) => <CodeTag codes={logSource} value={source} /> },
    { title: 'IP 地址', dataIndex: 'ip', width: 132 },
    {
      title: '详情',
      key: 'actions',
      width: 90,
      fixed: 'right',
      render: (_, row) => <RowActions actions={[{ label: '详情', run: () => open(row.id) }]} />,
    },
  ]
}
