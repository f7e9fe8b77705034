import { formFor, RightButton } from '@kaopei/web'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { review } from '../../contract/review.ts'

const { Field, FormDialog } = formFor(review.open)

interface Props {
  readonly resultId: string
  readonly onOpened: () => void
}

/** Pictures of people are shown to whoever says why they look; each look is on record. */
export function OpenButton({ resultId, onOpened }: Props): ReactNode {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <RightButton right={review.open} type="primary" onClick={() => setAsked(true)}>
        查看录像与照片
      </RightButton>
      {isAsked && (
        <FormDialog
          title="查看录像与照片"
          endpoint={review.open}
          initialValues={{ examinationResultId: resultId }}
          intro={<p className="kp-hint">录像与照片属于考生的个人信息。本次查看会记录您的姓名、时间和原因，两小时内有效。</p>}
          okText="查 看"
          successText="已打开，两小时内有效"
          onSaved={onOpened}
          onClose={() => setAsked(false)}
        >
          <Field name="reason" label="查看原因" required>
            <Input.TextArea maxLength={200} showCount rows={3} placeholder="例如：抽查、复核切屏记录" />
          </Field>
        </FormDialog>
      )}
    </>
  )
}
