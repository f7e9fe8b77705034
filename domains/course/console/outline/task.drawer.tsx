import { DrawerFooter, FocusReturn, RichTextEditor, useAskedClose } from '@kaopei/web'
import { Drawer, Form, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import type { CourseOutline, OutlineTaskRow, TaskInput } from '../../contract/course-outline.ts'
import { ConditionsControl } from './conditions-control.tsx'
import { NumberField } from './number-field.tsx'
import { RuleFields } from './rule-fields.tsx'
import { type EditedChapter, type OutlineEditing, sentTask } from './use-outline.ts'

interface Props {
  readonly outline: CourseOutline
  readonly editing: OutlineEditing
  readonly chapter: EditedChapter
  readonly task: OutlineTaskRow
  readonly onClose: () => void
}

/** A task's name, whether it counts and how much, what completes it, what it waits for. */
export function TaskDrawer({ outline, editing, chapter, task, onClose }: Props): ReactNode {
  const [before] = useState<TaskInput>(() => sentTask(task))
  const [draft, setDraft] = useState(before)
  const close = useAskedClose(JSON.stringify(draft) !== JSON.stringify(before), onClose)
  const change = (part: Partial<TaskInput>) => setDraft((last) => ({ ...last, ...part }))
  const others = outline.chapters.flatMap(({ tasks }) => tasks).filter(({ id }) => id !== task.id)
  const save = async () => {
    const tasks = chapter.tasks.map((one) => (one.id === task.id ? draft : sentTask(one)))
    if (await editing.saveTasks(chapter, tasks)) onClose()
  }
  return (
    <Drawer
      open
      title={`设置任务：${task.title}`}
      size={task.kind === 'article' ? 913 : 560}
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
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Form.Item>
        <TaskContent draft={draft} change={change} />
        <Form.Item label="是否必修">
          <Radio.Group
            aria-label="是否必修"
            value={draft.isRequired}
            options={[
              { value: true, label: '必修，计入课程完成' },
              { value: false, label: '选修，不影响课程完成' },
            ]}
            onChange={(event) => change({ isRequired: event.target.value === true })}
          />
        </Form.Item>
        <NumberField
          {...{ id: 'kp-task-weight', label: '权重', extra: '在课程进度中所占的份额，0 为不占', min: 0, max: 1000 }}
          value={draft.weight}
          onChange={(weight) => change({ weight: weight ?? 1 })}
        />
        <RuleFields kind={draft.kind} type={task.coursewareType} rule={draft.rule} onChange={(rule) => change({ rule })} />
        <Form.Item label="开放条件" extra="全部满足才开放；已开始、已完成的任务保持开放">
          <ConditionsControl tasks={others} value={draft.conditions} onChange={(next) => change({ conditions: [...next] })} />
        </Form.Item>
      </Form>
    </Drawer>
  )
}

interface ContentProps {
  readonly draft: TaskInput
  readonly change: (part: Partial<TaskInput>) => void
}

function TaskContent({ draft, change }: ContentProps): ReactNode {
  if (draft.kind === 'article') {
    return (
      <Form.Item label="正文" required>
        <RichTextEditor label="正文" value={draft.html ?? ''} onChange={(html) => change({ html })} />
      </Form.Item>
    )
  }
  if (draft.kind !== 'link') return null
  return (
    <Form.Item label="链接" required htmlFor="kp-task-url">
      <Input id="kp-task-url" maxLength={2000} value={draft.url} onChange={(event) => change({ url: event.target.value })} />
    </Form.Item>
  )
}
