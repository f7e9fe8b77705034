import { Dash, filtersOf, formatDate, formatInstant, ListPage, RowActions, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { staffSource } from '../../contract/codes.ts'
import { type RestRow, restore } from '../../contract/restore.ts'
import { departmentFilter } from '../departments/filter.tsx'
import { RestoreDrawer } from './restore.drawer.tsx'

/** 恢复账号: removed people, who may come back within the recovery window. */
export default function RestorePage(): ReactNode {
  const [opened, setOpened] = useState<RestRow>()
  return (
    <>
      <ListPage
        title="恢复账号"
        endpoint={restore.listRest}
        rowKey="id"
        filters={filters}
        columns={columns(setOpened)}
        emptyText="没有已移除的人员"
      />
      {opened && <RestoreDrawer id={opened.id} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const filters = filtersOf(restore.listRest, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号、手机号' },
  departmentFilter,
  { name: 'staffSource', label: '类型', kind: 'select', options: staffSource.options },
  { name: 'removedAt', label: '移除日期', kind: 'dateRange' },
])

function columns(open: (row: RestRow) => void): TableColumnsType<RestRow> {
  return [
    { title: '姓名', dataIndex: 'name', width: 90, ellipsis: true },
    { title: '账号', dataIndex: 'loginAccount', width: 124, ellipsis: true },
    {
      title: '原部门',
      dataIndex: 'department',
      width: 130,
      ellipsis: { showTitle: false },
      render: (name: string | null, { departmentPath, isDepartmentGone }) => (
        <Dash>
          {name && (
            <span title={departmentPath ?? name}>
              {name} {isDepartmentGone && <ToneTag tone="warning">已撤销</ToneTag>}
            </span>
          )}
        </Dash>
      ),
    },
    { title: '手机号', dataIndex: 'phone', width: 120 },
    { title: '类型', dataIndex: 'staffSource', width: 86, render: (source: number) => staffSource.label(source) },
    {
      title: '移除原因',
      dataIndex: 'removedReason',
      width: 130,
      ellipsis: true,
      render: (reason: string | null) => <Dash>{reason}</Dash>,
    },
    {
      title: '移除人',
      dataIndex: 'removedByName',
      width: 84,
      ellipsis: true,
      render: (name: string | null) => <Dash>{name}</Dash>,
    },
    { title: '移除时间', dataIndex: 'removedAt', width: 146, render: (at: string) => formatInstant(at) },
    {
      title: '可恢复至',
      dataIndex: 'recoverUntil',
      width: 104,
      render: (at: string, { isRecoverable }) => (isRecoverable ? formatDate(at) : <ToneTag tone="neutral">已过期</ToneTag>),
    },
    {
      title: '操作',
      key: 'actions',
      width: 76,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            {
              label: '恢复',
              right: restore.modifyRecovery,
              ...(!row.isRecoverable && { refusal: '' }),
              run: () => open(row),
            },
          ]}
        />
      ),
    },
  ]
}
