import type { Endpoint } from '@kaopei/contract'
import { confirmAction, type List, ListFilters, mayOrWarn, Pager, RowActions, toast, useRows, withFilters } from '@kaopei/web'
import { Button, Drawer, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PickedStaff } from './picker-props.ts'
import { StaffPicker } from './staff-picker.tsx'
import type { StudentDrawerProps } from './student-drawer-props.ts'
import { type AddedStudents, localList, type Student, updatedExam, withoutDoubles } from './students.ts'

const shapes = [{ names: ['keyWords'] }]
const filters = [{ name: 'keyWords', label: '姓名/账号', kind: 'text', placeholder: '请输入姓名或账号' }] as const

/**
 * 学员管理, 913 px. It is used in two ways:
 * - of something stored, from its row or its page: `stored` has its calls, every change is stored at once (`examStudents` of `@kaopei/exam/parts` has
 *   those of an exam);
 * - of something that is being made: `students` and `onChange`, only the caller's list changes. On a page as /projectInfo/projectStudent the address may
 *   ask to update a stored exam all the same, `?type=exam&id=…&actionType=update`: then `callsOf(id)` is called.
 * Whoever is there already is left out with a warning.
 */
export default function StudentDrawer(props: StudentDrawerProps): ReactNode {
  const { open, title = '学员管理', onClose } = props
  const [isPicking, setPicking] = useState(false)
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const { source, add, remove, rights, isFull } = useKeeping(props)
  const list = useRows(source, { shapes })
  const askRemoving = async (ids: readonly string[]) => {
    const content = ids.length === 1 ? '确定移除该学员吗？' : `确定移除选中的 ${ids.length} 名学员吗？`
    if (!(await confirmAction({ title: '移除学员', content, isDangerous: true }))) return
    if (!(await remove(ids))) return
    setChosenIds((now) => now.filter((id) => !ids.includes(id)))
    list.refetch()
  }
  const pick = () => (rights === undefined || mayOrWarn(rights.add)) && setPicking(true)
  const removeChosen = () => {
    if (rights !== undefined && !mayOrWarn(rights.remove)) return
    if (chosenIds.length === 0) toast.warning('请先选择学员')
    else void askRemoving(chosenIds)
  }
  return (
    <Drawer open={open} title={title} size={913} onClose={onClose} destroyOnHidden>
      <ListFilters filters={filters} value={list.state.filters} onChange={(next) => list.change(withFilters(list.state, next))} />
      <div className="kp-toolbar">
        <div className="kp-toolbar-buttons">
          <Button type="primary" disabled={isFull !== undefined} title={isFull} onClick={pick}>
            添加学员
          </Button>
          <Button danger onClick={removeChosen}>
            批量删除
          </Button>
        </div>
        <span className="kp-toolbar-count" aria-live="polite">
          共 {list.totalCount} 人
        </span>
      </div>
      <StudentTable
        list={list}
        chosenIds={chosenIds}
        removeRight={rights?.remove}
        onChoose={setChosenIds}
        onRemove={(id) => void askRemoving([id])}
      />
      <StaffPicker
        open={isPicking}
        title="添加学员"
        onClose={() => setPicking(false)}
        onConfirm={async (people) => {
          const isDone = await add(people.map(studentOf), list.rows)
          if (isDone) list.refetch()
          return isDone
        }}
      />
    </Drawer>
  )
}

/** Where the students are read, and what becomes of additions and removals: the calls of what is stored, or the local list. */
function useKeeping(props: StudentDrawerProps) {
  const [params] = useSearchParams()
  const examId = updatedExam(params)
  const local = props.stored === undefined ? props : undefined
  const calls = props.stored ?? (examId === undefined ? undefined : local?.callsOf?.(examId))
  const students = local?.students ?? []
  return {
    source: calls?.list ?? localList(students),
    rights: calls?.rights,
    isFull: calls?.isFull,
    add: async (wanted: readonly Student[], shown: readonly Student[]) => {
      const there = new Set([...students, ...shown].map(({ id }) => id))
      const { fresh, doubles } = withoutDoubles(wanted, (id) => there.has(id))
      if (fresh.length === 0) {
        tellAdded({ addedCount: 0, repeatedCount: doubles, skippedCount: 0 })
        return true
      }
      const added = calls ? await calls.add(fresh) : { addedCount: fresh.length, repeatedCount: 0, skippedCount: 0 }
      if (added === undefined) return false
      tellAdded({ ...added, repeatedCount: added.repeatedCount + doubles })
      local?.onChange([...students, ...fresh])
      return true
    },
    remove: async (ids: readonly string[]) => {
      const isDone = (await calls?.remove(ids)) ?? true
      if (isDone) local?.onChange(students.filter(({ id }) => !ids.includes(id)))
      if (isDone) toast.success('删除成功')
      return isDone
    },
  }
}

function tellAdded({ addedCount, repeatedCount, skippedCount }: AddedStudents): void {
  if (repeatedCount + skippedCount === 0) {
    toast.success('添加成功')
    return
  }
  const notes = [
    repeatedCount > 0 ? '已自动过滤重复人员' : '',
    skippedCount > 0 ? `${skippedCount} 人已停用或不在管理范围内` : '',
    addedCount > 0 ? `添加 ${addedCount} 人` : '',
  ]
  toast.warning(notes.filter(Boolean).join('，'))
}

const studentOf = ({ id, name, loginAccount, departmentName, phone, email }: PickedStaff): Student => ({
  id,
  name,
  loginAccount,
  department: departmentName,
  phone,
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
  readonly removeRight: Endpoint | undefined
  readonly onChoose: (ids: readonly string[]) => void
  readonly onRemove: (id: string) => void
}

function StudentTable({ list, chosenIds, removeRight, onChoose, onRemove }: StudentTableProps): ReactNode {
  const { state, totalCount } = list
  const actions: TableColumnsType<Student>[number] = {
    title: '操作',
    key: 'actions',
    width: 80,
    render: (_, { id, name, stays }) => (
      <RowActions
        actions={[
          {
            label: '移除',
            name: `移除${name}`,
            isDangerous: true,
            refusal: stays,
            ...(removeRight && { right: removeRight }),
            run: () => onRemove(id),
          },
        ]}
      />
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
          getCheckboxProps: ({ name, stays }) => ({ 'aria-label': `选择${name}`, disabled: stays !== undefined }),
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
