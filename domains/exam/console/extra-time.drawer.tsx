import { Field, FormDrawer } from '@kaopei/web'
import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { examPeople } from '../contract/exam-people.ts'

export interface ExtraTimeDrawerProps {
  readonly examId: string
  readonly people: readonly {
    readonly staffId: string
    readonly name: string
    readonly extraPercent: number
    readonly extraMinutes: number
  }[]
  readonly onClose: () => void
}

/** 加时: a share of the duration, minutes, or both; the close of the exam moves along for these candidates. */
export function ExtraTimeDrawer({ examId, people, onClose }: ExtraTimeDrawerProps): ReactNode {
  const [first] = people
  return (
    <FormDrawer
      title={people.length > 1 ? `设置加时（${people.length} 名考生）` : `设置加时：${first?.name ?? ''}`}
      open={people.length > 0}
      onClose={onClose}
      endpoint={examPeople.saveTime}
      initialValues={{ extraPercent: first?.extraPercent ?? 0, extraMinutes: first?.extraMinutes ?? 0 }}
      toInput={({ extraPercent, extraMinutes }) => ({
        examinationId: examId,
        staffIds: people.map(({ staffId }) => staffId),
        extraPercent: Number(extraPercent ?? 0),
        extraMinutes: Number(extraMinutes ?? 0),
      })}
      successText="加时已设置，正在答题的考生的截止时间已同步"
    >
      <Field name="extraPercent" label="按时长比例加时" extra="例如 25：60 分钟的考试增加 15 分钟">
        <InputNumber min={0} max={400} precision={0} suffix="%" style={{ width: '100%' }} />
      </Field>
      <Field name="extraMinutes" label="另加分钟数">
        <InputNumber min={0} max={1440} precision={0} suffix="分钟" style={{ width: '100%' }} />
      </Field>
    </FormDrawer>
  )
}
