import { formFor, useCall } from '@kaopei/web'
import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { practicePolicy } from '../contract/practice-policy.ts'

const { Field, FormDialog } = formFor(practicePolicy.set)

interface Props {
  readonly onClose: () => void
}

/** 练习规则 of the company: when a question leaves the wrong book, how many are due a day, how surely they should be remembered. */
export function PolicyDialog({ onClose }: Props): ReactNode {
  const asked = useCall(practicePolicy.get)
  return (
    <FormDialog
      title="练习规则"
      endpoint={practicePolicy.set}
      reading={asked}
      {...(asked.data && { initialValues: asked.data })}
      successText="保存成功"
      onClose={onClose}
      intro={<p className="kp-hint">对本公司所有练习生效；已移出错题本的题目不受影响。</p>}
    >
      <Field name="leaveStreak" label="移出错题本：连续答对次数">
        <InputNumber min={1} max={10} precision={0} suffix="次" style={{ width: 160 }} />
      </Field>
      <Field name="leaveDays" label="移出错题本：至少分布在" extra="连续答对要落在这么多个不同的日子，才算真正掌握">
        <InputNumber min={1} max={10} precision={0} suffix="天" style={{ width: 160 }} />
      </Field>
      <Field name="dailyCount" label="今日练习题数" extra="学员可以为自己另行设置">
        <InputNumber min={1} max={100} precision={0} suffix="题" style={{ width: 160 }} />
      </Field>
      <Field name="retentionPercent" label="期望记忆保持率" extra="越高，题目越早再次出现，每天要练的题也越多">
        <InputNumber min={80} max={95} precision={0} suffix="%" style={{ width: 160 }} />
      </Field>
    </FormDialog>
  )
}
