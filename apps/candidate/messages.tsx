import { createStore, setNotifier, toastMs, useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { goToLogin } from './address.ts'
import { mustChangePassword } from './password-state.ts'

interface Toast {
  readonly id: number
  readonly kind: 'error' | 'warning' | 'success'
  readonly text: string
}

const toasts = createStore<readonly Toast[]>([])
const modal = createStore<string | undefined>(undefined)
let nextId = 1

export function toast(kind: Toast['kind'], text: string): void {
  const id = nextId++
  toasts.set([...toasts.get(), { id, kind, text }])
  setTimeout(() => toasts.set(toasts.get().filter((one) => one.id !== id)), toastMs)
}

setNotifier({
  toast,
  modal: (text) => modal.set(text),
  goToLogin,
  mustChangePassword: () => mustChangePassword.set(true),
})

/** What calls have to say: short ones pass by, important ones ask to be confirmed. */
export function Messages(): ReactNode {
  const list = useStore(toasts)
  const text = useStore(modal)
  return (
    <>
      <div className="toasts" role="status" aria-live="polite">
        {list.map(({ id, kind, text: words }) => (
          <p key={id} className={`toast ${kind}`}>
            {words}
          </p>
        ))}
      </div>
      {text !== undefined && <Confirm text={text} />}
    </>
  )
}

function Confirm({ text }: { text: string }): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  // showModal is the browser's own focus trap; it exists only as a call.
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className="dialog" aria-labelledby="modal-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="modal-title">提示</h2>
      <div className="dialog-body">{text}</div>
      <div className="dialog-actions">
        <button type="button" className="primary" onClick={() => modal.set(undefined)}>
          确定
        </button>
      </div>
    </dialog>
  )
}
