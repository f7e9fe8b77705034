import { contactChannel, emailInput, phoneInput } from '@kaopei/identity/contract/contact'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { FocusReturn, toast } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { CodeButton } from '../sign-in/code-button.tsx'

export type Contact = 'phone' | 'email'

interface DialogProps {
  readonly contact: Contact
  readonly onClose: () => void
  readonly onDone: () => void
}

const names = { phone: '手机号', email: '邮箱' } as const
const pinRule = { pattern: /^\d{6}$/, required: true, message: '请输入6位数字验证码' } as const

/** A code proves that a new phone or e-mail is the person's own. */
export function BindContactDialog({ contact, onClose, onDone }: DialogProps): ReactNode {
  const [form] = Form.useForm<{ address: string; pin: string }>()
  const saving = useSaving(onDone, '绑定成功')
  const send = async () => {
    const isRight = await form.validateFields(['address']).then(
      () => true,
      () => false,
    )
    if (!isRight) return undefined
    const address = form.getFieldValue('address')
    return sent(() =>
      contact === 'phone'
        ? call(staffCentreCalls.sendVerifyCode, { channel: contactChannel.sms, address })
        : call(staffCentreCalls.sendBoundEmail, { email: address }),
    )
  }
  const save = ({ address, pin }: { address: string; pin: string }) =>
    saving.run(() =>
      call(staffCentreCalls.modifyWithPin, contact === 'phone' ? { phone: address, pin } : { email: address, pin }),
    )
  const judge = contact === 'phone' ? phoneInput : emailInput
  return (
    <Modal
      open
      title={`绑定${names[contact]}`}
      width={440}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={saving.isRunning}
    >
      <FocusReturn />
      <Form form={form} layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item
          label={names[contact]}
          name="address"
          required
          rules={[
            {
              validator: async (_rule, value: unknown) => {
                const parsed = judge.safeParse(value ?? '')
                if (!parsed.success) throw new Error(value ? parsed.error.issues[0]?.message : `请输入${names[contact]}`)
              },
            },
          ]}
        >
          <Input
            maxLength={200}
            inputMode={contact === 'phone' ? 'tel' : 'email'}
            autoComplete={contact === 'phone' ? 'tel' : 'email'}
            placeholder={`请输入${names[contact]}`}
          />
        </Form.Item>
        <PinField send={send} />
      </Form>
    </Modal>
  )
}

/** Unbinding needs a code too: it goes to what is bound. */
export function UnbindContactDialog({ contact, onClose, onDone }: DialogProps): ReactNode {
  const [form] = Form.useForm<{ pin: string }>()
  const saving = useSaving(onDone, '解绑成功')
  const channel = contact === 'phone' ? contactChannel.sms : contactChannel.mail
  const send = () => sent(() => call(staffCentreCalls.sendVerifyCode, { channel }))
  const endpoint = contact === 'phone' ? staffCentreCalls.unboundPhone : staffCentreCalls.unboundEmail
  return (
    <Modal
      open
      title={`解绑${names[contact]}`}
      width={440}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={saving.isRunning}
    >
      <FocusReturn />
      <p className="kp-hint">验证码将发送到已绑定的{names[contact]}。解绑后不能再用它找回密码。</p>
      <Form form={form} layout="vertical" onFinish={({ pin }) => void saving.run(() => call(endpoint, { pin }))}>
        <PinField send={send} />
      </Form>
    </Modal>
  )
}

function PinField({ send }: { readonly send: () => Promise<number | undefined> }): ReactNode {
  return (
    <Form.Item label="验证码" required htmlFor="pin">
      <div className="kp-code-line">
        <Form.Item name="pin" noStyle rules={[pinRule]}>
          <Input id="pin" inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder="请输入验证码" />
        </Form.Item>
        <CodeButton send={send} />
      </div>
    </Form.Item>
  )
}

/** Seconds until another code may be asked for; undefined when the call failed, which has been shown. */
async function sent(send: () => Promise<{ retryAfterSeconds: number }>): Promise<number | undefined> {
  try {
    const { retryAfterSeconds } = await send()
    toast.success('验证码已发送，请注意查收')
    return retryAfterSeconds
  } catch {
    return undefined
  }
}

function useSaving(onDone: () => void, successText: string) {
  const [isRunning, setRunning] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setRunning(true)
    const isSaved = await work().then(
      () => true,
      () => false,
    )
    setRunning(false)
    if (!isSaved) return
    toast.success(successText)
    onDone()
  }
  return { isRunning, run }
}
