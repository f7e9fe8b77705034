import { Dialog, dateTime, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { attendanceState } from '../contract/codes.ts'
import { type OwnSession, ownSession } from '../contract/session.ts'

/** An offline session: where, when, whether one has a place, and what can be said about it now. */
export function SessionTask({ taskId }: { readonly taskId: string }): ReactNode {
  const load = useCallback(() => call(ownSession.open, { task: taskId }), [taskId])
  const loaded = useLoad(load)
  return <Show loaded={loaded}>{(session) => <SessionPanel session={session} reload={loaded.reload} />}</Show>
}

interface PanelProps {
  readonly session: OwnSession
  readonly reload: () => void
}

function SessionPanel({ session, reload }: PanelProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const { taskId, mayBook, mayCancel, mayLeave } = session
  /** Whatever came of it, the page asks how it stands now; the client has shown why not. */
  const run = (asked: () => Promise<unknown>) => {
    setRunning(true)
    void asked()
      .catch(() => undefined)
      .finally(() => {
        setRunning(false)
        reload()
      })
  }
  return (
    <section className="panel" aria-label="线下课">
      <SessionFacts session={session} />
      <p className="training-notice" role="status">
        {wordsOf(session)}
      </p>
      <div className="actions">
        {mayLeave && (
          <button type="button" disabled={isRunning} onClick={() => setAsking(true)}>
            请假
          </button>
        )}
        {mayCancel && (
          <button type="button" disabled={isRunning} onClick={() => run(() => call(ownSession.cancelBooking, { task: taskId }))}>
            取消预约
          </button>
        )}
        {mayBook && (
          <button
            type="button"
            className="primary"
            disabled={isRunning}
            onClick={() => run(() => call(ownSession.book, { task: taskId }))}
          >
            {isRunning ? '提交中…' : '预约名额'}
          </button>
        )}
      </div>
      {isAsking && (
        <LeaveDialog
          onClose={() => setAsking(false)}
          onAsk={(reason) => {
            setAsking(false)
            run(() => call(ownSession.leave, { task: taskId, reason }))
          }}
        />
      )}
    </section>
  )
}

export function SessionFacts({ session }: { readonly session: OwnSession }): ReactNode {
  const { place, beginTime, endTime, lecturer, places, placesLeft, signedAt, reason } = session
  return (
    <dl className="facts">
      <Fact title="时间">{`${dateTime(beginTime)} 至 ${dateTime(endTime)}`}</Fact>
      <Fact title="地点">{place}</Fact>
      {lecturer !== '' && <Fact title="讲师">{lecturer}</Fact>}
      {places !== null && <Fact title="名额">{`共 ${places} 个，剩余 ${placesLeft ?? 0} 个`}</Fact>}
      {signedAt && <Fact title="签到时间">{dateTime(signedAt)}</Fact>}
      {reason !== '' && <Fact title="说明">{reason}</Fact>}
    </dl>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: string }): ReactNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function wordsOf({ attendance, heldTime, places, mayBook }: OwnSession): string {
  if (attendance === attendanceState.booked) return '您已预约，请按时到场，扫描会场屏幕上的二维码签到。'
  if (attendance !== null) return `您的状态：${attendanceState.label(attendance)}。`
  if (heldTime) return '签到名单已关闭，如有疑问请联系培训组织者。'
  if (places === null) return '请按时到场，扫描会场屏幕上的二维码签到。'
  return mayBook ? '名额有限，请先预约。' : '没有可以预约的名额，请联系培训组织者。'
}

interface LeaveProps {
  readonly onClose: () => void
  readonly onAsk: (reason: string) => void
}

function LeaveDialog({ onClose, onAsk }: LeaveProps): ReactNode {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onAsk(reason.trim())
  }
  return (
    <Dialog
      title="请假"
      onClose={onClose}
      isSheet
      actions={
        <>
          <button type="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" form="leave" className="primary" disabled={reason.trim() === ''}>
            提交请假
          </button>
        </>
      }
    >
      <form id="leave" className="training-leave" onSubmit={submit}>
        <label htmlFor="leave-reason">请假原因</label>
        <textarea
          id="leave-reason"
          rows={3}
          maxLength={200}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="note">请假后名额会让给其他学员；培训组织者会看到原因。</p>
      </form>
    </Dialog>
  )
}
