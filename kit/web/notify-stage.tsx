import { App } from 'antd'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { setStage } from './notify.tsx'

/** antd's messages and dialogs in the app's theme. */
export default function NotifyStage(): ReactNode {
  return (
    <App message={{ maxCount: 3, top: 16 }} component={false}>
      <Connect />
    </App>
  )
}

function Connect(): ReactNode {
  const { message, modal } = App.useApp()
  useLayoutEffect(() => {
    setStage({
      toast: (kind, text, seconds) => void message[kind](text, seconds),
      notice: (content, title) => void modal.warning({ title: <DialogTitle text={title} />, content, okText: '确定' }),
      confirm: (words, answer) =>
        void modal.confirm({
          title: <DialogTitle text={words.title ?? '提示'} />,
          content: words.content,
          okText: words.okText ?? '确定',
          cancelText: words.cancelText ?? '取消',
          okButtonProps: { danger: words.isDangerous ?? false },
          onOk: () => answer(true),
          onCancel: () => answer(false),
        }),
    })
  }, [message, modal])
  return null
}

/** The title of a question is the name of its dialog, which antd's questions lack. */
function DialogTitle({ text }: { readonly text: string }): ReactNode {
  const id = useId()
  const title = useRef<HTMLSpanElement>(null)
  // The dialog around belongs to antd, and takes no attributes.
  useLayoutEffect(() => {
    title.current?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', id)
  }, [id])
  return (
    <span id={id} ref={title}>
      {text}
    </span>
  )
}
