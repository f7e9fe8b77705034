import { PasswordFields, PublicFrame } from '@kaopei/identity/parts'
import { EmptyState, formatInstant, toast, useAction, useCall } from '@kaopei/web'
import { encryptPassword } from '@kaopei/web/client'
import { Button, Form, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { acceptance } from '../contract/invitation.ts'

/** What an invited person's link opens. The token stands behind #, so no server's log and no referrer ever has it. */
export default function AcceptInvitationPage(): ReactNode {
  const { hash } = useLocation()
  const token = hash.slice(1)
  const asked = useCall(acceptance.check, { token }, { enabled: token !== '' })
  return (
    <PublicFrame>
      <h1>设置登录密码</h1>
      {token !== '' && asked.isPending && <Spin />}
      {(token === '' || asked.error) && (
        <>
          <EmptyState text="邀请链接已失效，请联系管理员重新发送" />
          <p>
            <Link to="/login">返回登录</Link>
          </p>
        </>
      )}
      {asked.data && <Accepting token={token} {...asked.data} />}
    </PublicFrame>
  )
}

interface Props {
  readonly token: string
  readonly name: string
  readonly loginAccount: string
  readonly companyName: string
  readonly expiresAt: string
}

function Accepting({ token, name, loginAccount, companyName, expiresAt }: Props): ReactNode {
  const navigate = useNavigate()
  const [isEncrypting, setEncrypting] = useState(false)
  const accept = useAction(acceptance.accept, { successText: '' })
  const save = async ({ newPassword }: { newPassword: string }) => {
    setEncrypting(true)
    const cipher = await encryptPassword(newPassword).finally(() => setEncrypting(false))
    const outcome = await accept.run({ token, newPassword: cipher })
    if (!outcome.ok) return
    toast.success('密码设置成功，请登录')
    await navigate('/login', { replace: true })
  }
  return (
    <>
      <p>
        {name}，您好！{companyName}邀请您使用本平台，登录账号为 <strong>{loginAccount}</strong>。
      </p>
      <Form layout="vertical" requiredMark={false} onFinish={(values: { newPassword: string }) => void save(values)}>
        <PasswordFields />
        <Button type="primary" htmlType="submit" block loading={accept.isRunning || isEncrypting}>
          确 定
        </Button>
      </Form>
      <p className="kp-hint">链接有效期至 {formatInstant(expiresAt)}，只能使用一次。</p>
    </>
  )
}
