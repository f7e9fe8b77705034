import { doneExcept } from '@kaopei/org/contract/left-out'
import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { progress } from '../../contract/progress.ts'

const { exempt, unexempt, openTask, closeTask } = progress
const endpoints = { exempt, unexempt, openTask, closeTask } as const
const { Field, FormDialog } = formFor([exempt, unexempt, openTask, closeTask])

export type SettleAct = keyof typeof endpoints

const words = {
  exempt: { title: '免修', success: '已免修', hint: '免修的任务按完成计入进度，并单独标出。' },
  unexempt: { title: '取消免修', success: '已取消免修', hint: '任务恢复为学员实际的状态；课程因免修而完成的，恢复为未完成。' },
  openTask: { title: '开放', success: '已开放', hint: '不再等待解锁条件，学员可立即开始。' },
  closeTask: { title: '取消开放', success: '已取消开放', hint: '重新按解锁条件判断；已开始的任务保持开放。' },
} as const

export interface Settled {
  readonly id: string
  readonly title: string
}

interface Props {
  readonly act: SettleAct
  readonly courseId: string
  /** A task, or a whole chapter. */
  readonly task: Settled
  readonly people: readonly { readonly staffId: string; readonly name: string }[]
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Settles something for single people, with the reason. */
export function SettleDialog({ act, courseId, task, people, onClose, onSaved }: Props): ReactNode {
  const { title, success, hint } = words[act]
  const [first] = people
  const whom = people.length === 1 && first ? first.name : `${people.length} 名学员`
  return (
    <FormDialog
      title={`${title}“${task.title}”：${whom}`}
      endpoint={endpoints[act]}
      successText={doneExcept(success)}
      initialValues={{ courseId, taskId: task.id, staffIds: people.map(({ staffId }) => staffId), reason: '' }}
      onClose={onClose}
      {...(onSaved && { onSaved })}
      intro={<p className="kp-hint">{hint}</p>}
    >
      <Field name="reason" label="原因" required>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="记入学员的学习记录" />
      </Field>
    </FormDialog>
  )
}
