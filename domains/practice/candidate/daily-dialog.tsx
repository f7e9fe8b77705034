import { Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useId, useState } from 'react'
import { learn } from '../contract/learn.ts'

interface DailyDialogProps {
  readonly own: number | null
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** How many due questions a day; empty is the company's number. */
export function DailyDialog({ own, onSaved, onClose }: DailyDialogProps): ReactNode {
  const [text, setText] = useState(own === null ? '' : String(own))
  const [isSaving, setSaving] = useState(false)
  const fieldId = useId()
  const count = text.trim() === '' ? null : Number(text)
  const isWrong = count !== null && !(Number.isInteger(count) && count >= 1 && count <= 100)
  const save = () => {
    setSaving(true)
    call(learn.setDaily, { dailyCount: count }).then(
      () => {
        onSaved()
        onClose()
      },
      // The client has shown why.
      () => setSaving(false),
    )
  }
  return (
    <Dialog
      title="每日题数"
      isSheet
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            取消
          </button>
          <button type="button" className="primary" disabled={isSaving || isWrong} onClick={save}>
            保存
          </button>
        </>
      }
    >
      <div className="field">
        <label htmlFor={fieldId}>每天练习的题数（1–100，留空按公司规定）</label>
        <input
          id={fieldId}
          inputMode="numeric"
          value={text}
          maxLength={3}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${fieldId}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {isWrong && (
          <p id={`${fieldId}-problem`} className="problem">
            请输入 1 到 100 的整数
          </p>
        )}
      </div>
    </Dialog>
  )
}
