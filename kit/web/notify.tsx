import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { setNotifier, toastMs } from './client/error-policy.ts'
import { createStore } from './client/store.ts'
import { useStore } from './client/use-store.ts'
import { UnshownFailures } from './unshown.tsx'

export interface ConfirmWords {
  readonly title?: string
  readonly content: ReactNode
  readonly okText?: string
  readonly cancelText?: string
  readonly isDangerous?: boolean
}

type Kind = 'success' | 'error' | 'warning' | 'info'

/** What draws messages, dialogs and notices: antd's own, which comes in a chunk of its own with the first of them. */
export interface Stage {
  readonly toast: (kind: Kind, text: string, seconds: number) => void
  readonly confirm: (words: ConfirmWords, answer: (isSure: boolean) => void) => void
  readonly notice: (text: ReactNode, title: string) => void
}

let stage: Stage | undefined
const isWanted = createStore(false)
let waiting: ((ready: Stage) => void)[] = []

function onStage(act: (ready: Stage) => void): void {
  if (stage) {
    act(stage)
    return
  }
  waiting.push(act)
  isWanted.set(true)
}

export function setStage(ready: Stage): void {
  stage = ready
  const acts = waiting
  waiting = []
  for (const act of acts) act(ready)
}

const show = (kind: Kind) => (text: string) => onStage((ready) => ready.toast(kind, text, toastMs / 1_000))

/** Short messages at the top of the page. */
export const toast = { success: show('success'), error: show('error'), warning: show('warning'), info: show('info') }

/** Asks; true when the person confirmed. */
export function confirmAction(words: ConfirmWords): Promise<boolean> {
  return new Promise((resolve) => onStage((ready) => ready.confirm(words, resolve)))
}

/** The question before unsaved input is thrown away. */
export function confirmLeaving(): Promise<boolean> {
  return confirmAction({ title: '确认取消？', content: '当前操作尚未保存，是否确认取消？', cancelText: '继续编辑' })
}

/** A notice with only a confirm button. */
export function showNotice(text: ReactNode, title = '提示'): void {
  onStage((ready) => ready.notice(text, title))
}

export interface NotifyHostProps {
  readonly goToLogin: () => void
  readonly onMustChangePassword?: () => void
  readonly children: ReactNode
}

const NotifyStage = lazy(() => import('./notify-stage.tsx'))

/** Lets code outside of components show messages in the theme, and draws what the error policy decides. */
export function NotifyHost({ goToLogin, onMustChangePassword, children }: NotifyHostProps): ReactNode {
  const isStageWanted = useStore(isWanted)
  // Connects React's tree to the error policy, which lives outside of it.
  useLayoutEffect(() => {
    setNotifier({
      toast: (kind, text) => toast[kind](text),
      modal: (text) => showNotice(text),
      goToLogin,
      goHome: () => window.location.assign('/home'),
      ...(onMustChangePassword && { mustChangePassword: onMustChangePassword }),
    })
  }, [goToLogin, onMustChangePassword])
  return (
    <>
      {children}
      <UnshownFailures />
      {isStageWanted && (
        <Suspense>
          <NotifyStage />
        </Suspense>
      )}
    </>
  )
}

/** Loads what draws messages before the first one is needed; screens with forms and dialogs will need it. */
export function warmUpMessages(): void {
  isWanted.set(true)
}
