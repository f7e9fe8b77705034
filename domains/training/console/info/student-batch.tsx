import { doneExcept } from '@kaopei/org/contract/left-out'
import { ActionButton, choiceState, FocusReturn, RightButton, type Selection, useCall } from '@kaopei/web'
import { Button, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { projectNotice } from '../../contract/notice.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { type ProjectOutline, projectTasks } from '../../contract/stage-task.ts'
import { isChangeable } from '../../contract/status.ts'
import { type SettleAct, SettleDialog } from './settle.dialog.tsx'
import type { StudentRow } from './student-columns.tsx'

interface Props {
  readonly projectId: string
  readonly status: number
  readonly selection: Selection<StudentRow>
  readonly onWrite: (rows: readonly StudentRow[]) => void
}

/** What can be done with several learners at once. */
export function StudentBatch({ projectId, status, selection, onWrite }: Props): ReactNode {
  const [act, setAct] = useState<SettleAct>()
  const { ids, rows, clear } = selection
  if (!isChangeable(status)) return null
  return (
    <>
      <RightButton size="small" right={projectNotice.send} onClick={() => onWrite(rows)}>
        发送通知
      </RightButton>
      <RightButton size="small" right={projectSettling.exempt} onClick={() => setAct('exempt')}>
        免修
      </RightButton>
      <RightButton size="small" right={projectSettling.open} onClick={() => setAct('open')}>
        开放
      </RightButton>
      <RightButton size="small" right={projectSettling.close} onClick={() => setAct('close')}>
        取消开放
      </RightButton>
      <RightButton size="small" right={projectSettling.choose} onClick={() => setAct('choose')}>
        安排补修
      </RightButton>
      <ActionButton
        size="small"
        danger
        endpoint={projectStaff.remove}
        input={{ projectId, staffIds: [...ids] }}
        confirm={{ title: '移出学员', content: `确定移出所选 ${ids.length} 名学员吗？已完成的记录保留。`, isDangerous: true }}
        successText={doneExcept('移出成功')}
        onDone={clear}
      >
        移出
      </ActionButton>
      {act && <TaskFirst act={act} projectId={projectId} rows={rows} onClose={() => setAct(undefined)} onSaved={clear} />}
    </>
  )
}

interface TaskFirstProps {
  readonly act: SettleAct
  readonly projectId: string
  readonly rows: readonly StudentRow[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

const questions: Readonly<Record<SettleAct, string>> = {
  exempt: '免修哪个任务？',
  unexempt: '取消哪个任务的免修？',
  open: '开放哪个阶段或任务？',
  close: '取消开放哪个阶段或任务？',
  choose: '安排哪个补修或指定任务？',
}

/** What can be settled: a task; a stage with all that is in it can be opened and closed too. */
function choicesOf({ stages }: ProjectOutline, act: SettleAct): readonly { readonly id: string; readonly title: string }[] {
  return stages.flatMap(({ id, title, tasks }) => [
    ...(act === 'open' || act === 'close' ? [{ id, title: `整个阶段：${title}` }] : []),
    ...tasks.filter(({ isForChosen }) => act !== 'choose' || isForChosen),
  ])
}

/** Which task first, then the reason. */
function TaskFirst({ act, projectId, rows, onClose, onSaved }: TaskFirstProps): ReactNode {
  const asked = useCall(projectTasks.list, { projectId })
  const [chosen, setChosen] = useState<string>()
  const [task, setTask] = useState<{ readonly id: string; readonly title: string }>()
  const known = asked.data ? choicesOf(asked.data, act) : []
  if (task) {
    const people = rows.map(({ staffId, name }) => ({ id: staffId, name }))
    return <SettleDialog {...{ act, projectId, task, people, onClose, onSaved }} />
  }
  const isNone = asked.data !== undefined && known.length === 0
  return (
    <Modal
      open
      title={questions[act]}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取 消</Button>
          <Button type="primary" disabled={chosen === undefined} onClick={() => setTask(known.find(({ id }) => id === chosen))}>
            下一步
          </Button>
        </>
      }
    >
      <FocusReturn />
      {isNone ? (
        <p className="kp-hint">
          还没有面向指定学员的任务：请先在“任务”页对要补修的任务选择“安排补修”，或在编辑任务时勾选“只面向指定的学员”。
        </p>
      ) : (
        <Select
          aria-label="任务"
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: '100%' }}
          placeholder="请选择任务"
          {...choiceState(asked)}
          value={chosen ?? null}
          options={known.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id: string | null) => setChosen(id ?? undefined)}
        />
      )}
    </Modal>
  )
}
