import { ConditionsControl } from '@kaopei/course/parts'
import { DrawerFooter, FocusReturn, useAskedClose } from '@kaopei/web'
import { Button, Drawer, Form, Input, InputNumber, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { taskKind, taskKindLabels } from '../../contract/outline.ts'
import { projectTasks } from '../../contract/stage-task.ts'
import { TargetPicker } from './add-tasks.tsx'
import { ChosenFields } from './chosen-fields.tsx'
import { DaysInput, TimeInput } from './due-fields.tsx'
import { MaterialFields } from './material-fields.tsx'
import { RulePart } from './rule-part.tsx'
import { SessionFields } from './session-fields.tsx'
import { isTargetKind } from './target-kind.ts'
import { isFilled } from './task-check.ts'
import type { TaskDrawerProps } from './task-drawer-props.ts'
import { sentTask, type TaskDraft, tasksOf } from './use-outline.ts'

type Change = (part: Partial<TaskDraft>) => void

/** A task's name and content, whether it counts and how much, what completes it, by when, what it waits for, whom it is for. */
export default function Task({ outline, editing, task, onClose }: TaskDrawerProps): ReactNode {
  const [before] = useState((): TaskDraft => ({ ...sentTask(task), kind: taskKind.catch('material').parse(task.kind) }))
  const [draft, setDraft] = useState(before)
  const close = useAskedClose(JSON.stringify(draft) !== JSON.stringify(before), onClose)
  const change: Change = (part) => setDraft((last) => ({ ...last, ...part }))
  const others = tasksOf(outline).filter(({ id }) => id !== task.id)
  const { projectId, outlineVersion } = outline
  const save = async () => {
    if (!isFilled(draft)) return
    const { kind: _kind, ...fields } = draft
    const input = { projectId, outlineVersion, taskId: task.id, ...fields }
    if (await editing.act(projectTasks.modify, input, '保存成功')) onClose()
  }
  return (
    <Drawer
      open
      title={`设置任务：${task.title}`}
      size={task.kind === 'material' ? 913 : 640}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={() => void save()} isRunning={editing.isRunning} />}
    >
      <FocusReturn />
      <Form layout="vertical">
        <Form.Item label="任务名称" required htmlFor="kp-task-title">
          <Input
            id="kp-task-title"
            maxLength={200}
            showCount
            value={draft.title ?? ''}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Form.Item>
        <TaskContent draft={draft} change={change} refusal={task.refusal} targetName={task.targetName} />
        <CountFields draft={draft} change={change} />
        <RulePart kind={draft.kind} rule={draft.rule ?? {}} onChange={(rule) => change({ rule })} />
        <div className="kp-training-columns">
          <TimeInput label="完成期限" value={draft.dueTime} onChange={(dueTime) => change({ dueTime })} />
          <DaysInput
            label="或加入多少天后到期"
            min={1}
            extra="两者都填时以较晚的为准；都不填为阶段的截止时间"
            value={draft.dueAfterDays}
            onChange={(dueAfterDays) => change({ dueAfterDays })}
          />
        </div>
        <Form.Item label="开放条件" extra="全部满足才开放；已开始、已完成的任务保持开放">
          <ConditionsControl
            tasks={others}
            value={draft.conditions ?? []}
            onChange={(next) => change({ conditions: [...next] })}
          />
        </Form.Item>
        <ChosenFields draft={draft} others={others} change={change} />
      </Form>
    </Drawer>
  )
}

function CountFields({ draft, change }: { readonly draft: TaskDraft; readonly change: Change }): ReactNode {
  return (
    <>
      <Form.Item label="是否必修">
        <Radio.Group
          aria-label="是否必修"
          value={draft.isRequired}
          options={[
            { value: true, label: '必修，计入项目完成' },
            { value: false, label: '选修，不影响项目完成' },
          ]}
          onChange={(event) => change({ isRequired: event.target.value === true })}
        />
      </Form.Item>
      <Form.Item label="权重" htmlFor="kp-task-weight" extra="在阶段进度中所占的份额，0 为不占">
        <InputNumber
          id="kp-task-weight"
          min={0}
          max={1000}
          precision={0}
          value={draft.weight ?? 1}
          onChange={(weight) => change({ weight: weight ?? 1 })}
        />
      </Form.Item>
    </>
  )
}

interface ContentProps {
  readonly draft: TaskDraft
  readonly change: Change
  readonly refusal: string | null
  /** What the task leads to now. */
  readonly targetName: string | null
}

function TaskContent({ draft, change, refusal, targetName }: ContentProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<string>()
  const { kind } = draft
  if (kind === 'material') return <MaterialFields value={draft.content} onChange={(content) => change({ content })} />
  if (kind === 'session') return <SessionFields value={draft.session} onChange={(session) => change({ session })} />
  if (!isTargetKind(kind)) return null
  return (
    <Form.Item
      label={taskKindLabels[kind]}
      {...(refusal && picked === undefined && { validateStatus: 'error' as const, help: refusal })}
    >
      {targetName !== null && <p className="kp-training-target">{targetName}</p>}
      <Button onClick={() => setPicking(true)}>更换{taskKindLabels[kind]}</Button>
      {picked !== undefined && <span className="kp-hint kp-training-beside">保存后换为“{picked}”</span>}
      {isPicking && (
        <TargetPicker
          kind={kind}
          single
          onClose={() => setPicking(false)}
          onConfirm={async ([item]) => {
            if (item) {
              change({ targetId: item.id, ...(draft.title?.trim() === '' && { title: item.name }) })
              setPicked(item.name)
            }
            return true
          }}
        />
      )}
    </Form.Item>
  )
}
