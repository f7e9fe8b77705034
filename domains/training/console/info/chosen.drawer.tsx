import { doneExcept } from '@kaopei/org/contract/left-out'
import { StaffPicker } from '@kaopei/org/parts'
import {
  ActionButton,
  calling,
  Dash,
  FocusReturn,
  formatInstant,
  ListPage,
  RightButton,
  RowActions,
  type RowOf,
} from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { projectSettling } from '../../contract/staff.ts'
import { learnersToPick } from './learners-to-pick.ts'
import { SettleDialog } from './settle.dialog.tsx'

export interface ChosenDrawerProps {
  readonly projectId: string
  readonly task: { readonly id: string; readonly title: string; readonly makesUpTaskId?: string | null }
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Row = RowOf<typeof projectSettling.chosenList>

/** Whom a task is for that is not for everybody, each with the reason. */
export default function Chosen({ projectId, task, isOpen, onClose }: ChosenDrawerProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const { makesUpTaskId } = task
  const learners = useMemo(() => learnersToPick(projectId, makesUpTaskId ?? undefined), [projectId, makesUpTaskId])
  const [picked, setPicked] = useState<readonly { readonly id: string; readonly name: string }[]>()
  return (
    <Drawer open title={`指定学员：${task.title}`} size={820} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={projectSettling.chosenList}
        rowKey="staffId"
        stateIn="memory"
        extraInput={{ projectId, taskId: task.id }}
        emptyText="还没有指定学员：只有指定的学员才有这个任务"
        toolbar={
          <RightButton right={projectSettling.choose} type="primary" disabled={!isOpen} onClick={() => setPicking(true)}>
            添加学员
          </RightButton>
        }
        batchActions={({ ids, clear }) => (
          <ActionButton
            size="small"
            danger
            endpoint={projectSettling.unchoose}
            input={{ projectId, taskId: task.id, staffIds: [...ids] }}
            confirm={{
              title: '取消指定',
              content: `确定取消所选 ${ids.length} 人的这个任务吗？已完成的记录保留。`,
              isDangerous: true,
            }}
            successText={doneExcept('已取消')}
            onDone={clear}
          >
            取消指定
          </ActionButton>
        )}
        columns={columnsOf(projectId, task.id, isOpen)}
      />
      <StaffPicker
        open={isPicking}
        title={makesUpTaskId ? '添加学员：还没有完成原任务的学员' : '添加学员'}
        source={learners}
        onClose={() => setPicking(false)}
        onConfirm={async (people) => {
          setPicked(people.map(({ id, name }) => ({ id, name })))
          return true
        }}
      />
      {picked && picked.length > 0 && (
        <SettleDialog act="choose" projectId={projectId} task={task} people={picked} onClose={() => setPicked(undefined)} />
      )}
    </Drawer>
  )
}

function columnsOf(projectId: string, taskId: string, isOpen: boolean): TableColumnsType<Row> {
  return [
    { title: '姓名', dataIndex: 'name', width: 110 },
    { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 140, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '原因', dataIndex: 'reason', ellipsis: true },
    { title: '指定人', dataIndex: 'addedByName', width: 100, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '指定时间', dataIndex: 'addedAt', width: 150, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      render: (_, { staffId, name }) =>
        isOpen && (
          <RowActions
            actions={[
              calling(projectSettling.unchoose, {
                label: '取消',
                name: `取消指定${name}`,
                isDangerous: true,
                input: { projectId, taskId, staffIds: [staffId] },
                confirm: { title: '取消指定', content: `确定取消“${name}”的这个任务吗？已完成的记录保留。`, isDangerous: true },
                successText: doneExcept('已取消'),
              }),
            ]}
          />
        ),
    },
  ]
}
