import { formFor } from '@kaopei/web'
import { Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { type ProjectReminderRules, projectNotice } from '../../contract/notice.ts'

const { Field, FormDialog } = formFor(projectNotice.setRules)

interface Props {
  readonly projectId: string
  readonly rules: ProjectReminderRules
  readonly onClose: () => void
}

const dayOptions = [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90].map((days) => ({ value: days, label: `${days} 天` }))
const days = <Select mode="multiple" maxCount={3} options={dayOptions} placeholder="不提醒" />

/** When the people of a project are reminded of what they owe without anybody asking for it. */
export function RulesDialog({ projectId, rules, onClose }: Props): ReactNode {
  return (
    <FormDialog
      title="自动提醒"
      endpoint={projectNotice.setRules}
      successText="保存成功"
      initialValues={{ projectId, ...rules }}
      intro={
        <p className="kp-hint">
          提醒学员未完成的必修任务，每人每个任务每条规则提醒一次；只对设置之后到来的时间生效，项目下架或结束后不再提醒。
        </p>
      }
      onClose={onClose}
    >
      <Field name="beforeDays" label="任务到期前" required={false}>
        {days}
      </Field>
      <Field name="isAtDue" label="任务到期时" valuePropName="checked" required={false}>
        <Checkbox>提醒</Checkbox>
      </Field>
      <Field name="afterDays" label="任务逾期后" required={false}>
        {days}
      </Field>
      <Field name="unbegunDays" label="加入后仍未开始" required={false}>
        {days}
      </Field>
    </FormDialog>
  )
}
