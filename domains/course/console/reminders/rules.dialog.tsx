import { formFor } from '@kaopei/web'
import { Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { type ReminderRules, reminders } from '../../contract/reminders.ts'

const { Field, FormDialog } = formFor(reminders.setRules)

interface Props {
  readonly courseId: string
  readonly rules: ReminderRules
  readonly onClose: () => void
}

const dayOptions = [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90].map((days) => ({ value: days, label: `${days} 天` }))
const days = <Select mode="multiple" maxCount={3} options={dayOptions} placeholder="不提醒" />

/** When the people of a course are reminded without anybody asking for it. */
export function RulesDialog({ courseId, rules, onClose }: Props): ReactNode {
  return (
    <FormDialog
      title="自动催学"
      endpoint={reminders.setRules}
      successText="保存成功"
      initialValues={{ courseId, ...rules }}
      intro={
        <p className="kp-hint">对全部未完成的学员生效，每人每条规则提醒一次；只对设置之后到来的时间生效，课程下架期间暂停。</p>
      }
      onClose={onClose}
    >
      <Field name="beforeDays" label="截止前" required={false}>
        {days}
      </Field>
      <Field name="isAtDue" label="到达截止时间时" valuePropName="checked" required={false}>
        <Checkbox>提醒</Checkbox>
      </Field>
      <Field name="afterDays" label="逾期后" required={false}>
        {days}
      </Field>
      <Field name="unbegunDays" label="加入后仍未开始" required={false}>
        {days}
      </Field>
    </FormDialog>
  )
}
