import { type ReactNode, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { openWork } from './open-work.ts'
import { type SessionFacts, session } from './session.ts'
import './who-goes-on.css'

export interface Swap {
  /** Takes the new session over. */
  readonly start: () => void
  /** Ends the session of whoever does not go on, at the server too. */
  readonly end: (loser: SessionFacts) => Promise<unknown>
}

/**
 * A link has brought a session. Nobody else's is replaced by it in silence: whoever sits there is asked who goes on. Answers whether the new
 * one does.
 */
export async function startOrAsk(next: SessionFacts, { start, end }: Swap): Promise<boolean> {
  const current = session.get()
  if (current && current.staffId !== next.staffId) {
    const hasOpenWork = await openWork().then(
      (keys) => keys.length > 0,
      () => false,
    )
    const isSwitching = await ask({ current, next, hasOpenWork })
    await end(isSwitching ? current : next).catch(() => undefined) // it is forgotten here whatever the server says
    if (!isSwitching) return false
  }
  start()
  return true
}

interface Question {
  readonly current: SessionFacts
  readonly next: SessionFacts
  readonly hasOpenWork: boolean
}

/** Before any screen is drawn, in either client: a dialog of its own. */
function ask(question: Question): Promise<boolean> {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  return new Promise<boolean>((resolve) => root.render(<WhoGoesOn {...question} onAnswer={resolve} />)).finally(() => {
    root.unmount()
    host.remove()
  })
}

function WhoGoesOn({ current, next, hasOpenWork, onAnswer }: Question & { onAnswer: (isSwitching: boolean) => void }): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  const staying = useRef<HTMLButtonElement>(null)
  const [before, after] = [current.name ?? '当前账号', next.name ?? '链接中的账号']
  // showModal is the browser's own focus trap; it exists only as a call. Enter pressed in haste changes nothing.
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    staying.current?.focus()
  }, [])
  return (
    <dialog
      ref={element}
      className="kp-who"
      aria-labelledby="kp-who-title"
      onCancel={(event) => {
        event.preventDefault()
        onAnswer(false)
      }}
    >
      <h2 id="kp-who-title">要切换账号吗？</h2>
      <p>
        此浏览器已登录“{before}”，您打开的链接属于“{after}”。如果不是您本人打开的链接，请不要切换。
      </p>
      {hasOpenWork && (
        <p className="kp-who-warn" role="alert">
          “{before}”在本机有一场尚未交卷的考试。切换后须重新登录才能继续作答，考试计时不会停止。
        </p>
      )}
      <div className="kp-who-actions">
        <button type="button" onClick={() => onAnswer(true)}>
          切换为 {after}
        </button>
        <button ref={staying} type="button" className="kp-who-stay" onClick={() => onAnswer(false)}>
          以 {before} 的身份继续
        </button>
      </div>
    </dialog>
  )
}
