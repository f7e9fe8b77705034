import { Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useId, useState } from 'react'
import { reportKind } from '../contract/codes.ts'
import { learn } from '../contract/learn.ts'

/** 纠错: what is wrong with a question, to whoever keeps it. */
export function ReportDialog({ questionId, onClose }: { questionId: string; onClose: () => void }): ReactNode {
  const [kind, setKind] = useState<(typeof reportKind.options)[number]['value']>(reportKind.stem)
  const [text, setText] = useState('')
  const [phase, setPhase] = useState<'writing' | 'sending' | 'sent'>('writing')
  const fieldId = useId()
  const send = () => {
    setPhase('sending')
    // The client shows why it failed; what was written stays.
    call(learn.report, { questionId, kind, text: text.trim() }).then(
      () => setPhase('sent'),
      () => setPhase('writing'),
    )
  }
  if (phase === 'sent') {
    return (
      <Dialog
        title="纠错"
        onClose={onClose}
        actions={
          <button type="button" className="primary" onClick={onClose}>
            知道了
          </button>
        }
      >
        <p role="status">已提交，谢谢。处理结果可以在“我的纠错”中查看。</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="纠错"
      isSheet
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            取消
          </button>
          <button type="button" className="primary" disabled={phase === 'sending' || text.trim() === ''} onClick={send}>
            提交
          </button>
        </>
      }
    >
      <fieldset className="practice-kinds" aria-label="问题类型">
        {reportKind.options.map(({ value, label }) => (
          <label key={value} className="tick">
            <input type="radio" name={`${fieldId}-kind`} checked={kind === value} onChange={() => setKind(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <label htmlFor={fieldId}>请说明哪里有误</label>
      <textarea
        id={fieldId}
        className="practice-text"
        rows={4}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="note">{text.length} / 500</p>
    </Dialog>
  )
}
