import { Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { sitting } from '../../contract/sitting.ts'
import type { SittingSession } from '../session/session.ts'

/** The hand that a candidate raises; taken back by the same button. */
export function CallForHelp({ session }: { session: SittingSession }): ReactNode {
  const { attemptId } = session.sheet
  const [isAsking, setAsking] = useState(false)
  const [isCalling, setCalling] = useState(false)
  const takeBack = () => {
    // the client says what went wrong
    call(sitting.takeCallBack, { attemptId }).then(
      () => setCalling(false),
      () => undefined,
    )
  }
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-pressed={isCalling}
        disabled={session.isLook}
        onClick={isCalling ? takeBack : () => setAsking(true)}
      >
        {isCalling ? '取消呼叫' : '呼叫监考'}
      </button>
      {isAsking && (
        <CallDialog
          attemptId={attemptId}
          onClose={() => setAsking(false)}
          onCalled={() => {
            setAsking(false)
            setCalling(true)
          }}
        />
      )}
    </>
  )
}

function CallDialog(props: { attemptId: string; onClose: () => void; onCalled: () => void }): ReactNode {
  const { attemptId, onClose, onCalled } = props
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    call(sitting.callForHelp, { attemptId, text: text.trim() }).then(onCalled, () => setBusy(false))
  }
  return (
    <Dialog
      title="呼叫监考"
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            取消
          </button>
          <button type="button" className="primary" disabled={isBusy || text.trim() === ''} onClick={send}>
            {isBusy ? '正在呼叫…' : '呼叫'}
          </button>
        </>
      }
    >
      <label className="help-text">
        请说明需要什么帮助，可以继续答题
        <textarea rows={3} maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
    </Dialog>
  )
}
