import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { useSession } from '@kaopei/web/client'
import { Button, Checkbox, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { PublicFrame } from './public-frame.tsx'
import { landingPath, signIn } from './sign-in.ts'

interface LoginForm {
  readonly account: string
  readonly password: string
  readonly autoLogin?: boolean
}

export default function LoginPage(): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isSignedIn = useSession() !== undefined
  const [isRunning, setRunning] = useState(false)
  const target = landingPath(params.get('redirect'))
  if (isSignedIn && !isRunning) return <Navigate to={target} replace />

  const submit = async ({ account, password, autoLogin }: LoginForm) => {
    setRunning(true)
    // A refusal has been shown; the form stays as it is.
    const isIn = await signIn({ account, password, autoLogin: autoLogin ?? false }).then(
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
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(values: LoginForm) => void submit(values)}
        className="kp-login-form"
      >
        <Form.Item label="账号" name="account" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
          <Input prefix={<UserOutlined />} autoComplete="username" maxLength={100} placeholder="请输入账号" autoFocus />
        </Form.Item>
        <Form.Item label="密码" name="password" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={100} placeholder="请输入密码" />
        </Form.Item>
        <div className="kp-login-line">
          <Form.Item name="autoLogin" valuePropName="checked" noStyle>
            <Checkbox>30 天内自动登录</Checkbox>
          </Form.Item>
          <Link to="/setPassword">忘记密码</Link>
        </div>
        <Button type="primary" htmlType="submit" block loading={isRunning}>
          登 录
        </Button>
      </Form>
      <p className="kp-hint kp-login-terms">
        登录即表示同意 <Link to="/agreement">《用户协议》</Link>
        <Link to="/privacy">《隐私政策》</Link>
      </p>
    </PublicFrame>
  )
}
