import { FocusReturn } from '@kaopei/web'
import { Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { viewAsMinutes } from '../contract/view-as.ts'
import { startLooking } from './view-as.ts'

interface Props {
  readonly staffId: string
  readonly name: string
  readonly onClose: () => void
}

export function ViewAsDialog({ staffId, name, onClose }: Props): ReactNode {
  const [reason, setReason] = useState('')
  const [isRunning, setRunning] = useState(false)
  const start = async () => {
    setRunning(true)
    // The client has shown why it failed; the dialog stays.
    await startLooking(staffId, reason.trim()).catch(() => setRunning(false))
  }
  return (
    <Modal
      open
      title="以其视角查看"
      okText="开始查看"
      cancelText="取 消"
      confirmLoading={isRunning}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <FocusReturn />
      <p>
        {`将以 ${name} 的视角浏览，最长 ${viewAsMinutes} 分钟，期间只能查看、不能修改。本次查看会记入操作日志，对方也能在账号安全中看到。`}
      </p>
      <Input.TextArea
        aria-label="原因"
        placeholder="原因（选填），如：核对数据范围"
        maxLength={200}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  )
}
