import { LineNotice, useLine, useSession } from '@kaopei/web/client'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { PlainField } from '../own/plain-field.tsx'
import { PublicFrame } from '../texts/public-frame.tsx'
import { landingPath, signIn } from './sign-in.ts'

/** Plain controls on purpose: the first screen of everybody carries no form library. */
export default function LoginPage(): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isSignedIn = useSession() !== undefined
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<{ account?: string; password?: string }>({})
  const line = useLine()
  const target = landingPath(params.get('redirect'))
  if (isSignedIn && !isRunning) return <Navigate to={target} replace />

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const account = String(form.get('account') ?? '').trim()
    const password = String(form.get('password') ?? '')
    setProblems({ ...(!account && { account: '请输入账号' }), ...(!password && { password: '请输入密码' }) })
    if (!account || !password || isRunning) return
    setRunning(true)
    // A refusal has been shown; the form stays as it is.
    const isIn = await signIn({ account, password, autoLogin: form.get('autoLogin') !== null }, line).then(
      () => true,
      () => false,
    )
    if (isIn) await navigate(target, { replace: true })
    setRunning(false)
  }

  return (
    <PublicFrame>
      <h1>账号登录</h1>
      <p className="kp-hint">欢迎使用，请登录您的账号</p>
      <form className="kp-login-form" noValidate onSubmit={(event) => void submit(event)}>
        <PlainField
          label="账号"
          name="account"
          autoComplete="username"
          placeholder="请输入账号"
          problem={problems.account}
          isFirst
        />
        <PlainField
          label="密码"
          name="password"
          autoComplete="current-password"
          placeholder="请输入密码"
          problem={problems.password}
          isSecret
        />
        <div className="kp-login-line">
          <label>
            <input type="checkbox" name="autoLogin" /> 30 天内自动登录
          </label>
          <Link to="/setPassword">忘记密码</Link>
        </div>
        <Button type="primary" htmlType="submit" block loading={isRunning}>
          登 录
        </Button>
        <LineNotice line={line} doing="登录" />
      </form>
      <p className="kp-hint kp-login-terms">
        登录即表示同意 <Link to="/agreement">《用户协议》</Link>
        <Link to="/privacy">《隐私政策》</Link>
      </p>
    </PublicFrame>
  )
}
