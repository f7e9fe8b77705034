import { PlusOutlined } from '@ant-design/icons'
import { ActionButton, type FilterSpec, type List, ListPage, RightButton, whenShown } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { staffSource, staffState } from '../contract/codes.ts'
import { post } from '../contract/post.ts'
import { type StaffRow, staff, staffFilter } from '../contract/staff.ts'
import { staffImport } from '../contract/staff-import.ts'
import { LabelSelect, PostSelect, RankSelect } from './belonging-fields.tsx'
import { DepartmentSide } from './department-side.tsx'
import { DepartmentTreeSelect } from './department-tree-select.tsx'
import { StaffBatch } from './staff-batch.tsx'
import { staffColumns } from './staff-columns.tsx'
import type { Opened } from './staff-opened.ts'
import type { StaffOverProps } from './staff-over.tsx'

// Forms and dialogs come with the first of them.
const StaffOver = whenShown<StaffOverProps>(() => import('./staff-over.tsx').then((over) => ({ default: over.StaffOver })), null)

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
        sideLabel="部门"
        filters={filters}
        toolbar={(list) => (
          <>
            {add}
            <RightButton right={staffImport.batchImport} onClick={() => setOpened({ kind: 'import' })}>
              批量导入
            </RightButton>
            <ExportButton list={list} />
            <RightButton right={post.save} onClick={() => setOpened({ kind: 'posts' })}>
              岗位与标签
            </RightButton>
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
  {
    name: 'postIds',
    label: '岗位',
    kind: 'custom',
    isMultiple: true,
    render: ({ value, onChange }) => (
      <PostSelect label="岗位" placeholder="全部" value={firstOf(value)} onChange={(id) => onChange(id ? [id] : undefined)} />
    ),
  },
  {
    name: 'rankIds',
    label: '职级',
    kind: 'custom',
    isMultiple: true,
    render: ({ value, onChange }) => (
      <RankSelect label="职级" placeholder="全部" value={firstOf(value)} onChange={(id) => onChange(id ? [id] : undefined)} />
    ),
  },
  {
    name: 'labelIds',
    label: '标签',
    kind: 'custom',
    isMultiple: true,
    render: ({ value, onChange }) => (
      <LabelSelect
        label="标签"
        placeholder="全部"
        value={Array.isArray(value) ? value : []}
        onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
      />
    ),
  },
  { name: 'entryDate', label: '入职日期', kind: 'dateRange', range: ['entryDateStart', 'entryDateEnd'] },
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

/** The address may hold several; these two selects show one. */
function firstOf(value: string | readonly string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
