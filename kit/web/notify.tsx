import { App } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { setNotifier, toastMs } from './client/error-policy.ts'

let ui: ReturnType<typeof App.useApp> | undefined

export interface ConfirmWords {
  readonly title?: string
  readonly content: ReactNode
  readonly okText?: string
  readonly cancelText?: string
  readonly isDangerous?: boolean
}

/** Short messages at the top of the page. */
export const toast = {
  success: (text: string): void => void ui?.message.success(text, toastMs / 1_000),
  error: (text: string): void => void ui?.message.error(text, toastMs / 1_000),
  warning: (text: string): void => void ui?.message.warning(text, toastMs / 1_000),
  info: (text: string): void => void ui?.message.info(text, toastMs / 1_000),
}

/** Asks; true when the person confirmed. */
export function confirmAction(words: ConfirmWords): Promise<boolean> {
  return new Promise((resolve) => {
    if (!ui) return resolve(false)
    ui.modal.confirm({
      title: words.title ?? '提示',
      content: words.content,
      okText: words.okText ?? '确定',
      cancelText: words.cancelText ?? '取消',
      okButtonProps: { danger: words.isDangerous ?? false },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    })
  })
}

/** The question before unsaved input is thrown away. */
export function confirmLeaving(): Promise<boolean> {
  return confirmAction({ title: '确认取消？', content: '当前操作尚未保存，是否确认取消？' })
}

/** A notice with only a confirm button. */
export function showNotice(text: ReactNode, title = '提示'): void {
  ui?.modal.warning({ title, content: text, okText: '确定' })
}

export interface NotifyHostProps {
  readonly goToLogin: () => void
  readonly onMustChangePassword?: () => void
  readonly children: ReactNode
}

/** Lets code outside of components show messages in the theme, and draws what the error policy decides. */
export function NotifyHost(props: NotifyHostProps): ReactNode {
  return (
    <App message={{ maxCount: 3, top: 16 }} component={false}>
      <Connect {...props} />
    </App>
  )
}

function Connect({ goToLogin, onMustChangePassword, children }: NotifyHostProps): ReactNode {
  const app = App.useApp()
  // Connects React's tree to the error policy, which lives outside of it.
  useLayoutEffect(() => {
    ui = app
    setNotifier({
      toast: (kind, text) => toast[kind](text),
      modal: (text) => showNotice(text),
      goToLogin,
      ...(onMustChangePassword && { mustChangePassword: onMustChangePassword }),
    })
  }, [app, goToLogin, onMustChangePassword])
  return children
}
