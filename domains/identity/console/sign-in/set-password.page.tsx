import { contactChannel } from '@kaopei/identity/contract/contact'
import { resetPasswordCalls } from '@kaopei/identity/contract/reset-password'
import { toast } from '@kaopei/web'
import { call, encryptPassword } from '@kaopei/web/client'
import { Button, Form, Input, Radio, Steps } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PublicFrame } from '../texts/public-frame.tsx'
import { CodeButton } from './code-button.tsx'
import { PasswordFields } from './password-fields.tsx'
import { tenant } from './sign-in.ts'

type Channel = typeof contactChannel.sms | typeof contactChannel.mail
interface Stage {
  readonly step: 0 | 1 | 2
  readonly account: string
  readonly channels: readonly { readonly channel: number; readonly label: string }[]
  readonly proof: string
}

/** A forgotten password: account → code → new password. What is said never tells whether the account exists. */
export default function SetPasswordPage(): ReactNode {
  const { hash } = useLocation()
  const [stage, setStage] = useState<Stage>(() => stageOf(hash))
  const change = (part: Partial<Stage>) => setStage({ ...stage, ...part })
  return (
    <PublicFrame>
      <h1>找回密码</h1>
      <Steps
        size="small"
        current={stage.step}
        responsive={false}
        items={[{ title: '账号' }, { title: '验证' }, { title: '新密码' }]}
        style={{ margin: '24px 0' }}
      />
      {stage.step === 0 && <AccountStep change={change} />}
      {stage.step === 1 && <CodeStep stage={stage} change={change} />}
      {stage.step === 2 && <PasswordStep stage={stage} />}
      <p style={{ marginTop: 16 }}>
        <Link to="/login">返回登录</Link>
      </p>
    </PublicFrame>
  )
}

/** A link that an administrator has had sent brings account and proof along. */
function stageOf(hash: string): Stage {
  const sent = new URLSearchParams(hash.slice(1))
  const [account, proof] = [sent.get('account') ?? '', sent.get('proof') ?? '']
  return { step: account !== '' && proof !== '' ? 2 : 0, account, channels: [], proof }
}

interface StepProps {
  readonly change: (part: Partial<Stage>) => void
}

/** Runs a call whose failure has already been shown. */
async function tried<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

function AccountStep({ change }: StepProps): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const next = async ({ account }: { account: string }) => {
    setRunning(true)
    const answer = await tried(() => call(resetPasswordCalls.checkAccount, { account, ...tenant() }))
    setRunning(false)
    if (answer?.channels.length === 0) toast.warning('暂不支持自助找回密码，请联系管理员重置')
    else if (answer) change({ step: 1, account, channels: answer.channels })
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={(values: { account: string }) => void next(values)}>
      <Form.Item label="账号" name="account" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
        <Input autoComplete="username" maxLength={100} placeholder="请输入登录账号" autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isRunning}>
        下一步
      </Button>
    </Form>
  )
}

function CodeStep({ stage, change }: StepProps & { readonly stage: Stage }): ReactNode {
  const [channel, setChannel] = useState<Channel>(
    stage.channels[0]?.channel === contactChannel.mail ? contactChannel.mail : contactChannel.sms,
  )
  const [isRunning, setRunning] = useState(false)
  const { account } = stage
  const send = async () => {
    const sent = await tried(() => call(resetPasswordCalls.sendResetCode, { account, channel, ...tenant() }))
    if (sent) toast.success('验证码已发送，请注意查收')
    return sent?.retryAfterSeconds
  }
  const next = async ({ pin }: { pin: string }) => {
    setRunning(true)
    const answer = await tried(() => call(resetPasswordCalls.checkPin, { account, pin, ...tenant() }))
    setRunning(false)
    if (answer) change({ step: 2, proof: answer.proof })
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={(values: { pin: string }) => void next(values)}>
      <Form.Item label="验证方式">
        <Radio.Group
          value={channel}
          onChange={(event) => setChannel(event.target.value === contactChannel.mail ? contactChannel.mail : contactChannel.sms)}
          options={stage.channels.map((way) => ({ value: way.channel, label: way.label }))}
        />
      </Form.Item>
      <Form.Item label="验证码" required>
        <div className="kp-code-line">
          <Form.Item name="pin" noStyle rules={[{ pattern: /^\d{6}$/, required: true, message: '请输入6位数字验证码' }]}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              placeholder="请输入验证码"
              aria-label="验证码"
            />
          </Form.Item>
          <CodeButton send={send} />
        </div>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isRunning}>
        下一步
      </Button>
    </Form>
  )
}

function PasswordStep({ stage }: { readonly stage: Stage }): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const navigate = useNavigate()
  const save = async ({ newPassword }: { newPassword: string }) => {
    setRunning(true)
    const { account, proof } = stage
    const isSaved = await tried(async () => {
      await call(resetPasswordCalls.resetPassword, {
        account,
        proof,
        newPassword: await encryptPassword(newPassword),
        ...tenant(),
      })
      return true
    })
    setRunning(false)
    if (!isSaved) return
    toast.success('修改密码成功')
    await navigate('/login', { replace: true })
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={(values: { newPassword: string }) => void save(values)}>
      <PasswordFields />
      <Button type="primary" htmlType="submit" block loading={isRunning}>
        确 定
      </Button>
    </Form>
  )
}
