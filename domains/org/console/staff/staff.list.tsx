import { PlusOutlined } from '@ant-design/icons'
import { ActionButton, type List, ListPage, RightButton, useAddress, whenShown } from '@kaopei/web'
import { type ReactNode, useMemo, useState } from 'react'
import { staffSource } from '../../contract/codes.ts'
import { label, post } from '../../contract/post.ts'
import { type StaffRow, staff, staffFilter } from '../../contract/staff.ts'
import { staffImport } from '../../contract/staff-import.ts'
import { DepartmentSide } from '../departments/side.tsx'
import type { StaffOverProps } from '../pickers/staff-over.tsx'
import { StaffBatch } from './staff-batch.tsx'
import { employeeColumns, outsideColumns } from './staff-columns.tsx'
import { employeeFilters, outsideFilters } from './staff-filters.tsx'
import type { Opened } from './staff-opened.ts'

// Forms and dialogs come with the first of them.
const StaffOver = whenShown<StaffOverProps>(
  () => import('../pickers/staff-over.tsx').then((over) => ({ default: over.StaffOver })),
  null,
)

const { employee, outside } = staffSource
const tabs = [
  { key: String(employee), label: '内部员工' },
  { key: String(outside), label: '外部考生' },
]

/** 员工花名册: departments at the left, their people at the right, employees apart from outside candidates. */
export default function StaffListPage(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const address = useRosterAddress()
  const { departmentId, source } = address
  const isOutside = source === outside
  const only = useMemo(() => ({ staffSource: source }), [source])
  // What closes itself may have opened the next thing before: a new person's password.
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  const add = (
    <RightButton right={staff.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'create' })}>
      {isOutside ? '新增外部考生' : '新增员工'}
    </RightButton>
  )
  return (
    <>
      <ListPage
        key={source}
        title="员工花名册"
        header={{ tabs: { items: tabs, active: String(source), onChange: (key) => address.chooseSource(Number(key)) } }}
        endpoint={staff.list}
        extraInput={only}
        rowKey="id"
        side={<DepartmentSide value={departmentId} onChange={address.chooseDepartment} />}
        sideLabel="部门"
        filters={isOutside ? outsideFilters : employeeFilters}
        toolbar={(list) => (
          <>
            {add}
            {!isOutside && (
              <RightButton right={staffImport.batchImport} onClick={() => setOpened({ kind: 'import' })}>
                批量导入
              </RightButton>
            )}
            <ExportButton list={list} />
            {!isOutside && (
              <RightButton right={post.save} onClick={() => setOpened({ kind: 'posts' })}>
                岗位与职级
              </RightButton>
            )}
            <RightButton right={label.save} onClick={() => setOpened({ kind: 'labels' })}>
              标签管理
            </RightButton>
          </>
        )}
        batchActions={(selection) => <StaffBatch selection={selection} open={setOpened} />}
        columns={isOutside ? outsideColumns(setOpened) : employeeColumns(setOpened)}
        emptyText={isOutside ? '没有符合条件的外部考生' : '没有符合条件的员工'}
        emptyAction={add}
      />
      {opened && (
        <StaffOver
          opened={opened}
          open={setOpened}
          departmentId={departmentId}
          isOutside={isOutside}
          onClose={() => close(opened)}
        />
      )}
    </>
  )
}

interface RosterAddress {
  readonly departmentId: string | undefined
  readonly source: typeof outside | typeof employee
  readonly chooseDepartment: (departmentId: string | undefined) => void
  readonly chooseSource: (source: number) => void
}

/** The department is a filter of the list like the others, so the tree and the filter are two views of the address. So is the tab. */
function useRosterAddress(): RosterAddress {
  const [params, setParams] = useAddress()
  const change = (edit: (next: URLSearchParams) => void) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      edit(next)
      return next
    })
  const put = (next: URLSearchParams, name: string, value: string | undefined) =>
    value === undefined ? next.delete(name) : next.set(name, value)
  return {
    departmentId: params.get('departmentId') ?? undefined,
    source: params.get('staffSource') === String(outside) ? outside : employee,
    chooseDepartment: (departmentId) => change((next) => put(next, 'departmentId', departmentId)),
    chooseSource: (source) =>
      change((next) => {
        put(next, 'staffSource', source === outside ? String(outside) : undefined)
        // Conditions that the other tab cannot show.
        for (const name of ['postIds', 'rankIds', 'entryDateStart', 'entryDateEnd']) next.delete(name)
      }),
  }
}

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
