import { FocusReturn } from '@kaopei/web'
import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { changePassword } from '../sign-in/change-password.ts'
import { PasswordFields } from '../sign-in/password-fields.tsx'

interface OwnPasswordDialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

export function OwnPasswordDialog({ onClose, onDone }: OwnPasswordDialogProps): ReactNode {
  const [form] = Form.useForm<{ oldPassword: string; newPassword: string }>()
  const [isSaving, setSaving] = useState(false)
  const save = async ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }) => {
    setSaving(true)
    const isChanged = await changePassword(newPassword, oldPassword)
    setSaving(false)
    if (isChanged) onDone()
  }
  return (
    <Modal
      open
      title="修改密码"
      width={440}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={isSaving}
      okText="确定"
      cancelText="取消"
    >
      <FocusReturn />
      <Form form={form} layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item label="原密码" name="oldPassword" rules={[{ required: true, message: '请输入原密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={100} placeholder="请输入原密码" />
        </Form.Item>
        <PasswordFields />
      </Form>
      <p className="kp-hint">修改后，其他设备上的登录会同时退出。</p>
    </Modal>
  )
}
