import { Dialog } from '@kaopei/web/candidate'
import { call, useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { type OpenCall, sitting } from '../../contract/sitting.ts'
import type { SittingSession } from '../session/session.ts'

/** The hand that a candidate raises; taken back by the same button, also after a reload. */
export function CallForHelp({ session }: { session: SittingSession }): ReactNode {
  const { attemptId } = session.sheet
  const [isAsking, setAsking] = useState(false)
  const [open, setOpen] = useOpenCall(session)
  const takeBack = () => {
    // the client says what went wrong
    call(sitting.takeCallBack, { attemptId }).then(
      () => setOpen(null),
      () => undefined,
    )
  }
  return (
    <>
      {open && (
        <span className="call-state" role="status" title={open.text}>
          已呼叫监考，请稍候
        </span>
      )}
      <button
        type="button"
        className="plain"
        aria-pressed={Boolean(open)}
        disabled={session.isLook}
        onClick={open ? takeBack : () => setAsking(true)}
      >
        {open ? '取消呼叫' : '呼叫监考'}
      </button>
      {isAsking && (
        <CallDialog
          attemptId={attemptId}
          onClose={() => setAsking(false)}
          onCalled={(text) => {
            setAsking(false)
            setOpen({ text, at: new Date(session.clock.now()).toISOString() })
          }}
        />
      )}
    </>
  )
}

/** The call that nobody has answered; undefined while that is not known. */
function useOpenCall(session: SittingSession) {
  const { attemptId, serverTime, startedAt } = session.sheet
  const { tellings, isHeartLost } = useStore(session.view)
  // Whoever has begun with this page, and not with a paper that was kept here, has not called yet.
  const isFresh = session.isLook || (serverTime === startedAt && !isHeartLost)
  const [open, setOpen] = useState<OpenCall | null | undefined>(isFresh ? null : undefined)
  const isAsked = open !== null && !isHeartLost
  const told = tellings.map(({ id }) => id).join()
  // Whoever answers a call tells the candidate so: what is told is the event upon which the server is asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `told` is the event
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    call(sitting.openCall, { attemptId }, { silent: true }).then(
      (answer) => {
        if (!isOver) setOpen(answer.call)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [attemptId, isAsked, told])
  return [open, setOpen] as const
}

function CallDialog(props: { attemptId: string; onClose: () => void; onCalled: (text: string) => void }): ReactNode {
  const { attemptId, onClose, onCalled } = props
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    call(sitting.callForHelp, { attemptId, text: text.trim() }).then(
      () => onCalled(text.trim()),
      () => setBusy(false),
    )
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
