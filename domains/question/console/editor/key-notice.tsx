import type { Endpoint, OutputOf } from '@kaopei/contract'
import { type FormParts, formFor, type InitialValues, RightButton } from '@kaopei/web'
import { Alert, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { question } from '../../contract/question.ts'
import type { HiddenKey } from '../../contract/without-key.ts'

/** Every call that shows what is right asks for the same reason. */
const { Field } = formFor(question.reveal)

interface Props<E extends Endpoint> {
  readonly hidden: HiddenKey | null
  /** Answers the same with what is right; asks for a `reason`. */
  readonly endpoint: E
  readonly form: Pick<FormParts<E, unknown>, 'FormDrawer'>
  readonly initialValues: InitialValues<E>
  readonly onRevealed: (answer: OutputOf<E>) => void
}

/** Says why no answers are shown; who may see them gives a reason first while an exam uses them. */
export function KeyNotice<E extends Endpoint>({ hidden, endpoint, form, initialValues, onRevealed }: Props<E>): ReactNode {
  const [isAsking, setAsking] = useState(false)
  if (hidden === null) return null
  if (hidden === 'right') return <Alert type="info" showIcon title="没有编辑权限，不显示答案和解析。" />
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="试题正在考试中使用，答案和解析已隐藏。"
        action={
          <RightButton right={endpoint} onClick={() => setAsking(true)}>
            查看答案
          </RightButton>
        }
      />
      <form.FormDrawer
        title="查看答案"
        open={isAsking}
        onClose={() => setAsking(false)}
        endpoint={endpoint}
        initialValues={initialValues}
        onSaved={onRevealed}
      >
        <p className="kp-hint">考试尚未结束，查看会记入操作日志。</p>
        <Field name="reason" label="查看原因">
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </form.FormDrawer>
    </>
  )
}
