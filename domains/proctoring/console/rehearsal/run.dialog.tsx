import { formFor } from '@kaopei/web'
import { InputNumber, Radio } from 'antd'
import type { ReactNode } from 'react'
import { startPattern } from '../../contract/rehearsal/codes.ts'
import { guardMinutes, mostVirtual, rehearsal } from '../../contract/rehearsal/run.ts'

const { Field, FormDialog } = formFor(rehearsal.start)

interface Props {
  readonly examId: string
  readonly candidateCount: number
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** How many, how they come in, how quickly they answer. */
export function RunDialog({ examId, candidateCount, onSaved, onClose }: Props): ReactNode {
  const count = Math.min(mostVirtual, Math.max(1, candidateCount))
  return (
    <FormDialog
      title="开始虚拟考生演练"
      endpoint={rehearsal.start}
      initialValues={{ examinationId: examId, count, pattern: startPattern.oneMinute, thinkSeconds: 15, minutes: 3 }}
      intro={
        <p className="kp-hint">
          {`虚拟考生会占用真实的服务器和网络，请在没有考试时进行；有考试正在进行或将在 ${guardMinutes} 分钟内开始时，演练会自动停止。`}
        </p>
      }
      successText="演练已开始"
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field name="count" label="虚拟考生人数">
        <InputNumber min={1} max={mostVirtual} precision={0} suffix="人" style={{ width: 160 }} />
      </Field>
      <Field name="pattern" label="进入方式">
        <Radio.Group options={[...startPattern.options]} />
      </Field>
      <Field name="thinkSeconds" label="每题思考秒数">
        <InputNumber min={2} max={120} precision={0} suffix="秒" style={{ width: 160 }} />
      </Field>
      <Field name="minutes" label="作答分钟数">
        <InputNumber min={1} max={30} precision={0} suffix="分钟" style={{ width: 160 }} />
      </Field>
    </FormDialog>
  )
}
