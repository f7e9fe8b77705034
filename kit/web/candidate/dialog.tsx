import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A modal dialog: named by its title, Esc closes it where it may be closed, focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  isSheet = false,
}: {
  title: string
  /** Absent: only the actions lead on. */
  onClose?: (() => void) | undefined
  children: ReactNode
  actions?: ReactNode
  /** Comes from below on narrow screens. */
  isSheet?: boolean
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // showModal is the browser's own focus trap; it exists only as a call.
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={isSheet ? 'dialog sheet' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <div className="dialog-body">{children}</div>
      {actions && <div className="dialog-actions">{actions}</div>}
    </dialog>
  )
}
