import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { Alert, Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'

export interface CancelDialogProps {
  readonly exam: { readonly id: string; readonly version: number; readonly name: string; readonly status: number }
  readonly onClose: () => void
}

/** 取消考试 asks why, for candidates are told. */
export function CancelDialog({ exam: row, onClose }: CancelDialogProps): ReactNode {
  const editing = useEndpointForm({
    endpoint: exam.cancel,
    toInput: ({ reason }) => ({ id: row.id, version: row.version, reason: String(reason ?? '') }),
    successText: '考试已取消',
    onSaved: onClose,
  })
  return (
    <Modal
      open
      title="取消考试"
      okText="确 定"
      cancelText="返 回"
      okButtonProps={{ danger: true, loading: editing.isRunning }}
      onOk={() => void editing.submit()}
      onCancel={onClose}
    >
      <p>
        取消后考生不能再进入“{row.name}”，且<strong>不能恢复</strong>。
      </p>
      {row.status === examStatus.inProgress && (
        <Alert type="warning" showIcon title="考试正在进行：正在答题的考生将在 2 分钟后自动交卷。" style={{ marginBottom: 16 }} />
      )}
      <FormEndpoint value={exam.cancel}>
        <Form form={editing.form} layout="vertical" onValuesChange={editing.noteChange}>
          <Field name="reason" label="取消原因">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Field>
        </Form>
      </FormEndpoint>
    </Modal>
  )
}
