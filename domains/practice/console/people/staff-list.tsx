import { doneExcept } from '@kaopei/org/contract/left-out'
import { DepartmentPicker, StaffPicker } from '@kaopei/org/parts'
import {
  ActionButton,
  calling,
  Dash,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
  ToneTag,
  toast,
  useAction,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { practicePeople } from '../../contract/practice-people.ts'
import { staysForTask } from './practice-students.ts'

type Row = RowOf<typeof practicePeople.staffList>

interface StaffListProps {
  readonly practiceId: string
  readonly isOver: boolean
}

/** The chosen people of a practice: added by person or department, taken off; what they have answered stays. */
export function StaffList({ practiceId, isOver }: StaffListProps): ReactNode {
  const [opened, setOpened] = useState<'staff' | 'departments'>()
  const add = useAction(practicePeople.updateStaff, { successText: '', onDone: tellAdded })
  const close = () => setOpened(undefined)
  const adding = { disabled: isOver, ...(isOver && { title: '练习已结束，不能添加人员' }) }
  return (
    <>
      <ListPage
        endpoint={practicePeople.staffList}
        rowKey="staffId"
        prefix="s."
        extraInput={{ examinationId: practiceId }}
        filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }]}
        emptyText="还没有添加人员"
        isSelectable={({ isByTask }) => !isByTask}
        toolbar={
          <>
            <RightButton right={practicePeople.updateStaff} type="primary" {...adding} onClick={() => setOpened('staff')}>
              按人员添加
            </RightButton>
            <RightButton right={practicePeople.updateStaff} {...adding} onClick={() => setOpened('departments')}>
              按部门添加
            </RightButton>
          </>
        }
        batchActions={({ ids, clear }) => (
          <ActionButton
            size="small"
            danger
            endpoint={practicePeople.deleteStaff}
            input={{ examinationId: practiceId, staffIds: [...ids] }}
            confirm={{
              title: '移除人员',
              content: `确定移除所选 ${ids.length} 人吗？已作答的记录保留。`,
              isDangerous: true,
            }}
            successText={doneExcept('移除成功')}
            onDone={clear}
          >
            移除
          </ActionButton>
        )}
        columns={[...columns, actionsColumn(practiceId)]}
      />
      <StaffPicker
        open={opened === 'staff'}
        title="添加人员"
        onClose={close}
        onConfirm={async (people) => (await add.run({ examinationId: practiceId, staffIds: people.map(({ id }) => id) })).ok}
      />
      <DepartmentPicker
        open={opened === 'departments'}
        title="按部门添加人员"
        onClose={close}
        onConfirm={async (departments) =>
          (await add.run({ examinationId: practiceId, departmentIds: departments.map(({ id }) => id) })).ok
        }
      />
    </>
  )
}

const columns: TableColumnsType<Row> = [
  { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
  { title: '姓名', dataIndex: 'name', width: 110 },
  { title: '部门', dataIndex: 'department', width: 140, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '手机号', dataIndex: 'phone', width: 130, render: (phone: string | null) => <Dash>{phone}</Dash> },
  { title: '邮箱', dataIndex: 'email', width: 190, ellipsis: true, render: (email: string | null) => <Dash>{email}</Dash> },
  {
    title: '练习',
    dataIndex: 'hasPractised',
    width: 90,
    render: (has: boolean) => <ToneTag tone={has ? 'success' : 'neutral'}>{has ? '已练习' : '未练习'}</ToneTag>,
  },
]

function actionsColumn(practiceId: string): TableColumnsType<Row>[number] {
  return {
    title: '操作',
    key: 'actions',
    width: 80,
    fixed: 'right',
    render: (_, { staffId, name, isByTask }) => (
      <RowActions
        actions={[
          calling(practicePeople.deleteStaff, {
            label: '移除',
            name: `移除${name}`,
            isDangerous: true,
            refusal: isByTask ? staysForTask : undefined,
            input: { examinationId: practiceId, staffIds: [staffId] },
            confirm: { title: '移除人员', content: `确定移除“${name}”吗？已作答的记录保留。`, isDangerous: true },
            successText: doneExcept('移除成功'),
          }),
        ]}
      />
    ),
  }
}

interface Added {
  readonly addedCount: number
  readonly repeatedCount: number
  readonly skippedCount: number
}

export function tellAdded({ addedCount, repeatedCount, skippedCount }: Added): void {
  const notes = [
    `已添加 ${addedCount} 人`,
    repeatedCount > 0 ? `${repeatedCount} 人已在名单中` : '',
    skippedCount > 0 ? `${skippedCount} 人已停用或不在管理范围内` : '',
  ].filter(Boolean)
  if (repeatedCount > 0) toast.warning(`已自动过滤重复人员：${notes.join('，')}`)
  else toast.success(notes.join('，'))
}
