import { confirmAction, type List, ListFilters, Pager, RowActions, toast, useRows, withFilters } from '@kaopei/web'
import { Button, Drawer, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PickedStaff } from './picker-props.ts'
import { StaffPicker } from './staff-picker.tsx'
import type { StudentDrawerProps } from './student-drawer-props.ts'
import { localList, type Student, updatedExam, withoutDoubles } from './students.ts'

const shapes = [{ names: ['keyWords'] }]
const filters = [{ name: 'keyWords', label: '姓名/账号', kind: 'text', placeholder: '请输入姓名或账号' }] as const

/** 学员管理. With `?type=exam&actionType=update` in the address every change is stored at once, otherwise only the local list changes. */
export default function StudentDrawer(props: StudentDrawerProps): ReactNode {
  const { open, title = '学员管理', onClose, students } = props
  const [isPicking, setPicking] = useState(false)
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const keeping = useKeeping(props)
  const source = useMemo(() => keeping.calls?.list ?? localList(students), [keeping.calls, students])
  const list = useRows(source, { shapes })
  const remove = async (ids: readonly string[]) => {
    const content = ids.length === 1 ? '确定移除该学员吗？' : `确定移除选中的 ${ids.length} 名学员吗？`
    if (!(await confirmAction({ title: '移除学员', content, isDangerous: true }))) return
    if (!(await keeping.remove(ids))) return
    setChosenIds((now) => now.filter((id) => !ids.includes(id)))
    list.refetch()
  }
  return (
    <Drawer open={open} title={title} size={913} onClose={onClose} destroyOnHidden>
      <ListFilters filters={filters} value={list.state.filters} onChange={(next) => list.change(withFilters(list.state, next))} />
      <div className="kp-toolbar">
        <div className="kp-toolbar-buttons">
          <Button type="primary" onClick={() => setPicking(true)}>
            添加学员
          </Button>
          <Button danger onClick={() => (chosenIds.length === 0 ? toast.warning('请先选择学员') : void remove(chosenIds))}>
            批量删除
          </Button>
        </div>
        <span className="kp-toolbar-count" aria-live="polite">
          共 {list.totalCount} 人
        </span>
      </div>
      <StudentTable list={list} chosenIds={chosenIds} onChoose={setChosenIds} onRemove={(id) => void remove([id])} />
      <StaffPicker
        open={isPicking}
        title="添加学员"
        onClose={() => setPicking(false)}
        onConfirm={async (people) => {
          const isDone = await keeping.add(people.map(studentOf), list.rows)
          if (isDone) list.refetch()
          return isDone
        }}
      />
    </Drawer>
  )
}

/** What becomes of additions and removals: the calls of the stored exam, or the local list. */
function useKeeping({ students, onChange, callsOf }: StudentDrawerProps) {
  const [params] = useSearchParams()
  const examId = updatedExam(params)
  const calls = useMemo(() => (examId === undefined ? undefined : callsOf?.(examId)), [examId, callsOf])
  return {
    calls,
    add: async (wanted: readonly Student[], shown: readonly Student[]) => {
      const there = new Set([...students, ...shown].map(({ id }) => id))
      const { fresh, doubles } = withoutDoubles(wanted, (id) => there.has(id))
      if (doubles > 0) toast.warning('已自动过滤重复人员')
      if (fresh.length === 0) return true
      const isDone = (await calls?.add(fresh)) ?? true
      if (isDone) onChange([...students, ...fresh])
      if (isDone && doubles === 0) toast.success('添加成功')
      return isDone
    },
    remove: async (ids: readonly string[]) => {
      const isDone = (await calls?.remove(ids)) ?? true
      if (isDone) onChange(students.filter(({ id }) => !ids.includes(id)))
      if (isDone) toast.success('删除成功')
      return isDone
    },
  }
}

const studentOf = ({ id, name, loginAccount, departmentName, email }: PickedStaff): Student => ({
  id,
  name,
  loginAccount,
  department: departmentName,
  email,
})

const columns: TableColumnsType<Student> = [
  { title: '账号', dataIndex: 'loginAccount', width: 140, ellipsis: true },
  { title: '姓名', dataIndex: 'name', width: 110, ellipsis: true },
  { title: '部门', dataIndex: 'department', ellipsis: true, render: (text?: string | null) => text || '-' },
  { title: '手机号', dataIndex: 'phone', width: 130, render: (text?: string | null) => text || '-' },
  { title: '邮箱', dataIndex: 'email', width: 190, ellipsis: true, render: (text?: string | null) => text || '-' },
]

interface StudentTableProps {
  readonly list: List<Student>
  readonly chosenIds: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
  readonly onRemove: (id: string) => void
}

function StudentTable({ list, chosenIds, onChoose, onRemove }: StudentTableProps): ReactNode {
  const { state, totalCount } = list
  const actions: TableColumnsType<Student>[number] = {
    title: '操作',
    key: 'actions',
    width: 80,
    render: (_, { id, name }) => (
      <RowActions actions={[{ label: '移除', name: `移除${name}`, isDangerous: true, run: () => onRemove(id) }]} />
    ),
  }
  return (
    <>
      <Table<Student>
        size="small"
        rowKey="id"
        columns={[...columns, actions]}
        dataSource={list.rows}
        loading={{ spinning: list.isFetching, delay: 200 }}
        scroll={{ x: 760 }}
        rowSelection={{
          selectedRowKeys: [...chosenIds],
          preserveSelectedRowKeys: true,
          onChange: (keys) => onChoose(keys.map(String)),
          getCheckboxProps: ({ name }) => ({ 'aria-label': `选择${name}` }),
        }}
        pagination={false}
      />
      <Pager
        isInDrawer
        pageIndex={state.pageIndex}
        pageSize={state.pageSize}
        totalCount={totalCount}
        unit="人"
        onChange={(pageIndex) => list.change({ ...state, pageIndex })}
      />
    </>
  )
}
