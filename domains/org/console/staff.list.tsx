import { PlusOutlined } from '@ant-design/icons'
import { ActionButton, type FilterSpec, type List, ListPage, RightButton } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { staffSource, staffState } from '../contract/codes.ts'
import { type StaffRow, staff, staffFilter } from '../contract/staff.ts'
import { staffImport } from '../contract/staff-import.ts'
import { DepartmentSide } from './department-side.tsx'
import { DepartmentTreeSelect } from './department-tree-select.tsx'
import { StaffBatch } from './staff-batch.tsx'
import { staffColumns } from './staff-columns.tsx'
import type { Opened } from './staff-opened.ts'
import { StaffOver } from './staff-over.tsx'

/** 员工花名册: departments at the left, their people at the right. */
export default function StaffListPage(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [departmentId, setDepartment] = useDepartmentOfAddress()
  // What closes itself may have opened the next thing before: a new person's password.
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  const add = (
    <RightButton right={staff.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'create' })}>
      新增员工
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="员工花名册"
        endpoint={staff.list}
        rowKey="id"
        side={<DepartmentSide value={departmentId} onChange={setDepartment} />}
        filters={filters}
        toolbar={(list) => (
          <>
            {add}
            <RightButton right={staffImport.batchImport} onClick={() => setOpened({ kind: 'import' })}>
              批量导入
            </RightButton>
            <ExportButton list={list} />
          </>
        )}
        batchActions={(selection) => <StaffBatch selection={selection} open={setOpened} />}
        columns={staffColumns(setOpened)}
        emptyText="没有符合条件的员工"
        emptyAction={add}
      />
      {opened && <StaffOver opened={opened} open={setOpened} departmentId={departmentId} onClose={() => close(opened)} />}
    </>
  )
}

/** The department is a filter of the list like the others, so the tree and the filter are two views of the address. */
function useDepartmentOfAddress(): readonly [string | undefined, (departmentId: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (departmentId: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (departmentId === undefined) next.delete('departmentId')
      else next.set('departmentId', departmentId)
      return next
    })
  return [params.get('departmentId') ?? undefined, choose]
}

const filters: readonly FilterSpec[] = [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号、手机号' },
  {
    name: 'departmentId',
    label: '部门',
    kind: 'custom',
    render: ({ value, onChange }) => (
      <DepartmentTreeSelect
        label="部门"
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
        placeholder="全部"
      />
    ),
  },
  { name: 'state', label: '状态', kind: 'select', options: staffState.options },
  { name: 'staffSource', label: '类型', kind: 'select', options: staffSource.options },
]

function ExportButton({ list }: { readonly list: List<StaffRow> }): ReactNode {
  return (
    <ActionButton
      endpoint={staff.export}
      input={() => staffFilter.safeParse(list.input).data}
      successText="已开始导出，请到下载中心查看"
    >
      导出
    </ActionButton>
  )
}
