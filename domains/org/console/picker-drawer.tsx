import { confirmLeaving, toast } from '@kaopei/web'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import './org.css'

/** `false` keeps the picker open, e.g. when the server refused. */
export type PickOutcome = unknown

export interface PickerDrawerProps {
  readonly title: string
  readonly width?: number
  readonly count: number
  readonly isChanged: boolean
  readonly onClose: () => void
  readonly onConfirm: () => PickOutcome
  readonly children: ReactNode
}

/** The frame of every picker: asks before a changed selection is lost, and confirms no empty one. */
export function PickerDrawer(props: PickerDrawerProps): ReactNode {
  const { title, width = 950, count, isChanged, onClose, onConfirm, children } = props
  const [isSending, setSending] = useState(false)
  const close = async () => {
    if (isSending) return
    if (!isChanged || (await confirmLeaving())) onClose()
  }
  const confirm = async () => {
    if (count === 0) return toast.warning('您还没有选择！！')
    setSending(true)
    const outcome = await onConfirm()
    setSending(false)
    if (outcome !== false) onClose()
  }
  return (
    <Drawer
      open
      title={title}
      size={width}
      rootClassName="kp-picker-drawer"
      onClose={() => void close()}
      footer={
        <div className="kp-drawer-footer">
          <Button onClick={() => void close()} disabled={isSending}>
            取 消
          </Button>
          <Button type="primary" onClick={() => void confirm()} loading={isSending}>
            {isSending ? '提交中 ...' : '确 定'}
          </Button>
        </div>
      }
    >
      {children}
    </Drawer>
  )
}
