import { deviceName, type Outbox } from '@kaopei/sitting/candidate'
import { Dialog, dateTime } from '@kaopei/web/candidate'
import { isApiError } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { EvaluationSheet, OpenedEvaluation } from '../contract/answering.ts'
import { appointmentStatus, raterRole, sittingState } from '../contract/codes.ts'
import type { AnswerCalls, HandedIn } from './answer-calls.ts'
import { openAnswers } from './answers.ts'
import { Consent } from './consent.tsx'
import { Sheet } from './sheet.tsx'
import './evaluation.css'

interface SittingProps {
  readonly opened: OpenedEvaluation
  readonly calls: AnswerCalls
  /** What can be done when it is over. */
  readonly after: (handedIn: HandedIn | undefined) => ReactNode
}

/** From consent to the end, for an account and for a link. */
export function EvaluationSitting({ opened: first, calls, after }: SittingProps): ReactNode {
  const [opened, setOpened] = useState(first)
  const [handedIn, setHandedIn] = useState<HandedIn>()
  const [hasLeft, setLeft] = useState(false)
  const { sheet, state, mayAnswer } = opened
  const agree = async (): Promise<string | undefined> => {
    try {
      setOpened(await calls.begin(await deviceName(), opened.consent))
      return undefined
    } catch (error) {
      return isApiError(error) ? error.message : '打开失败，请检查网络后重试'
    }
  }
  const leaving = opened.mayLeave && !handedIn && (
    <Leave calls={calls} isAboutOther={opened.role !== raterRole.self} onLeft={() => setLeft(true)} />
  )
  if (hasLeft) return <End text="您已退出，作答已删除，不计入结果。">{after(undefined)}</End>
  if (handedIn)
    return (
      <End text={`已提交，共作答 ${handedIn.answeredCount} / ${handedIn.itemCount} 题，谢谢您的参与。`}>{after(handedIn)}</End>
    )
  if (!mayAnswer)
    return (
      <>
        <End text={whyClosed(opened)}>{after(undefined)}</End>
        {state === sittingState.submitted && leaving}
      </>
    )
  if (!sheet)
    return (
      <>
        <Consent opened={opened} onAgree={agree} />
        {leaving}
      </>
    )
  return (
    <>
      <Answering key={sheet.lease.epoch} {...{ opened, sheet, calls }} onOpened={setOpened} onDone={setHandedIn} />
      {leaving}
    </>
  )
}

interface AnsweringProps {
  readonly opened: OpenedEvaluation
  readonly sheet: EvaluationSheet
  readonly calls: AnswerCalls
  readonly onOpened: (opened: OpenedEvaluation) => void
  readonly onDone: (handedIn: HandedIn) => void
}

function Answering({ opened, sheet, calls, onOpened, onDone }: AnsweringProps): ReactNode {
  const [outbox, setOutbox] = useState<Outbox>()
  const [problem, setProblem] = useState<string>()
  const { isMine, isSameBrowser } = sheet.lease
  const takeOver = async () => {
    try {
      onOpened(await calls.takeOver(await deviceName()))
    } catch (error) {
      setProblem(isApiError(error) ? error.message : '打开失败，请检查网络后重试')
    }
  }
  // The outbox lives as long as this lease does, outside of what is drawn; a tab of the same browser goes on where the last one was closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lease, which is this part's key
  useEffect(() => {
    if (!isMine) {
      if (isSameBrowser) void takeOver()
      return
    }
    let isOver = false
    let mine: Outbox | undefined
    const online = () => mine?.setOffline(!navigator.onLine)
    const leave = () => mine?.flushOnLeave()
    void openAnswers(sheet, calls, () => undefined).then((ready) => {
      if (isOver) return ready.stop()
      mine = ready
      online()
      setOutbox(ready)
    })
    window.addEventListener('online', online)
    window.addEventListener('offline', online)
    window.addEventListener('pagehide', leave)
    return () => {
      isOver = true
      window.removeEventListener('online', online)
      window.removeEventListener('offline', online)
      window.removeEventListener('pagehide', leave)
      mine?.flushOnLeave()
      mine?.stop()
    }
  }, [])
  if (!isMine && !isSameBrowser) return <Elsewhere problem={problem} onTakeOver={() => void takeOver()} />
  if (!outbox) return <p role="status">{problem ?? '正在打开…'}</p>
  return <Known {...{ opened, sheet, calls, outbox, onDone, problem }} onTakeOver={() => void takeOver()} />
}

interface KnownProps extends Omit<AnsweringProps, 'onOpened'> {
  readonly outbox: Outbox
  readonly problem: string | undefined
  readonly onTakeOver: () => void
}

function Known({ outbox, problem, onTakeOver, ...props }: KnownProps): ReactNode {
  const { standing } = useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.view,
  )
  if (standing === 'replaced') return <Elsewhere problem={problem} onTakeOver={onTakeOver} />
  return <Sheet {...props} outbox={outbox} due={props.sheet.due} />
}

function Elsewhere({
  problem,
  onTakeOver,
}: {
  readonly problem: string | undefined
  readonly onTakeOver: () => void
}): ReactNode {
  return (
    <End text="您已在另一台设备或窗口上作答。在这里继续后，那边不能再作答；已保存的答案都在。">
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="primary" onClick={onTakeOver}>
        在这里继续
      </button>
    </End>
  )
}

interface LeaveProps {
  readonly calls: AnswerCalls
  readonly isAboutOther: boolean
  readonly onLeft: () => void
}

/** Consent can be taken back: what was answered is deleted. */
function Leave({ calls, isAboutOther, onLeft }: LeaveProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    try {
      await calls.leave()
      setAsking(false)
      onLeft()
    } catch (error) {
      setProblem(isApiError(error) ? error.message : '操作失败，请检查网络后重试')
    }
  }
  return (
    <div className="ev-leave">
      <button type="button" className="plain" onClick={() => setAsking(true)}>
        {isAboutOther ? '退出评价' : '撤回同意并退出'}
      </button>
      {isAsking && (
        <Dialog title="确定退出吗？" onClose={() => setAsking(false)}>
          <p>您的作答会立即删除，不计入任何结果，也不能再次作答。</p>
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <div className="dialog-buttons">
            <button type="button" onClick={() => setAsking(false)}>
              取消
            </button>
            <button type="button" className="primary" onClick={() => void leave()}>
              确定退出
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

export function End({ text, children }: { readonly text: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="ev-card ev-end" role="status">
      <p>{text}</p>
      {children}
    </div>
  )
}

function whyClosed({ state, status, startTime }: OpenedEvaluation): string {
  if (state === sittingState.submitted) return '您已提交这份测评，谢谢您的参与。'
  if (state === sittingState.withdrawn) return '您已退出这份测评，作答已删除。'
  if (status === appointmentStatus.notStarted && startTime) return `测评还没有开始，请在 ${dateTime(startTime)} 后作答。`
  return '测评已经结束，不再接收作答。'
}
