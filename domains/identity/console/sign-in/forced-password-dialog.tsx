import { FocusReturn } from '@kaopei/web'
import { Button, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { changePassword } from './change-password.ts'
import { PasswordFields } from './password-fields.tsx'

/** Nothing else can be done before the password is changed: no Esc, no cross, no click outside. */
export default function ForcedPasswordDialog(): ReactNode {
  const [isSaving, setSaving] = useState(false)
  const save = async ({ newPassword }: { newPassword: string }) => {
    setSaving(true)
    await changePassword(newPassword)
    setSaving(false)
  }
  return (
    <Modal open title="修改密码" closable={false} keyboard={false} mask={{ closable: false }} footer={null} width={440}>
      <FocusReturn />
      <p className="kp-hint">为了账号安全，请先修改初始密码，再继续使用。</p>
      <Form layout="vertical" onFinish={(values: { newPassword: string }) => void save(values)}>
        <PasswordFields />
        <Button type="primary" htmlType="submit" block loading={isSaving} style={{ marginTop: 8 }}>
          确 定
        </Button>
      </Form>
    </Modal>
  )
}
