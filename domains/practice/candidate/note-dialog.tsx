import { Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useId, useState } from 'react'
import { learn } from '../contract/learn.ts'

interface NoteDialogProps {
  readonly questionId: string
  readonly note: string
  readonly onSaved: (note: string) => void
  readonly onClose: () => void
}

/** One's own words about a question. */
export function NoteDialog({ questionId, note, onSaved, onClose }: NoteDialogProps): ReactNode {
  const [text, setText] = useState(note)
  const [isSaving, setSaving] = useState(false)
  const fieldId = useId()
  const save = () => {
    setSaving(true)
    call(learn.setNote, { questionId, note: text.trim() }).then(
      () => {
        onSaved(text.trim())
        onClose()
      },
      // The client has shown why; what was written stays.
      () => setSaving(false),
    )
  }
  return (
    <Dialog
      title="笔记"
      isSheet
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            取消
          </button>
          <button type="button" className="primary" disabled={isSaving} onClick={save}>
            保存
          </button>
        </>
      }
    >
      <label htmlFor={fieldId}>只有自己能看到</label>
      <textarea
        id={fieldId}
        className="practice-text"
        rows={5}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="note">{text.length} / 1000</p>
    </Dialog>
  )
}
