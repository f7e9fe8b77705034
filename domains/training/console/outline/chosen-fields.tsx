import { Form, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { ProjectTask } from '../../contract/stage-task.ts'
import type { TaskDraft } from './use-outline.ts'

interface Props {
  readonly draft: TaskDraft
  readonly others: readonly ProjectTask[]
  readonly change: (part: Partial<TaskDraft>) => void
}

/** Whom a task is for: everybody, or chosen people; and for these what it makes up for. */
export function ChosenFields({ draft, others, change }: Props): ReactNode {
  const { isForChosen = false, makesUpTaskId = null } = draft
  const targets = others.filter((one) => !one.isForChosen).map(({ id, title }) => ({ value: id, label: title }))
  return (
    <>
      <Form.Item
        label="只面向指定的学员"
        htmlFor="kp-task-chosen"
        extra={isForChosen ? '保存后在“项目任务”中指定学员' : undefined}
      >
        <Switch
          id="kp-task-chosen"
          checked={isForChosen}
          onChange={(isOn) => change({ isForChosen: isOn, ...(!isOn && { makesUpTaskId: null }) })}
        />
      </Form.Item>
      {isForChosen && (
        <Form.Item label="补修的任务" htmlFor="kp-task-makes-up" extra="补修完成后，原任务也算完成，取两者中较好的">
          <Select
            id="kp-task-makes-up"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="不补修其他任务"
            value={makesUpTaskId}
            options={targets}
            onChange={(id?: string) => change({ makesUpTaskId: id ?? null })}
          />
        </Form.Item>
      )}
    </>
  )
}
