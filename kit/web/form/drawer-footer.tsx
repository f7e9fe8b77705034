import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'

/** A button whose two characters stand apart (确 定). It is called by its word, as people say it. */
export function SpacedButton({ word, ...button }: ButtonProps & { readonly word: string }): ReactNode {
  return (
    <Button aria-label={word} {...button}>
      {word.length === 2 ? [...word].join(' ') : word}
    </Button>
  )
}

export interface DrawerFooterProps {
  readonly onCancel: () => void
  /** Without it the button submits the form `form`. */
  readonly onOk?: () => void
  readonly form?: string
  readonly isRunning?: boolean
  readonly okText?: string
  readonly cancelText?: string
  readonly isOkDisabled?: boolean
  /** At the left. */
  readonly extra?: ReactNode
}

/** 取 消 and 确 定 of every drawer; 提交中 ... while it is being saved. */
export function DrawerFooter(props: DrawerFooterProps): ReactNode {
  const { onCancel, onOk, form, isRunning = false, okText = '确定', cancelText = '取消', isOkDisabled = false, extra } = props
  return (
    <div className="kp-drawer-footer">
      {extra && <div className="kp-drawer-footer-extra">{extra}</div>}
      <SpacedButton word={cancelText} onClick={onCancel} disabled={isRunning} />
      <SpacedButton
        word={isRunning ? '提交中 ...' : okText}
        type="primary"
        loading={isRunning}
        disabled={isOkDisabled}
        {...(form === undefined ? { onClick: () => onOk?.() } : { htmlType: 'submit' as const, form })}
      />
    </div>
  )
}
