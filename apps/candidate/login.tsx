import type { OutputOf } from '@kaopei/contract'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { assemblyInfo, call, encryptPassword, LineNotice, orgDomain, useLine } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Field } from './field.tsx'
import { startSession } from './start-session.ts'

/** Entry of the candidate's client; the shell leads on once there is a session. */
export function LoginPage(): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<{ account?: string; password?: string }>({})
  const title = useTitle()
  const line = useLine()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const account = String(form.get('account') ?? '').trim()
    const password = String(form.get('password') ?? '')
    setProblems({ ...(!account && { account: '请输入账号' }), ...(!password && { password: '请输入密码' }) })
    if (!account || !password || isRunning) return
    setRunning(true)
    try {
      startSession(await line.enter(sessionCalls.login.facts.path, () => logIn(account, password)))
    } catch {
      // The client has shown why; the form stays as it is.
      setRunning(false)
    }
  }

  return (
    <main className="entry">
      <div className="entry-card">
        <p className="entry-brand">{title}</p>
        <h1>考生登录</h1>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Field label="账号" name="account" autoComplete="username" placeholder="请输入账号" problem={problems.account} />
          <Field
            label="密码"
            name="password"
            type="password"
            autoComplete="current-password"
            placeholder="请输入密码"
            problem={problems.password}
          />
          <button type="submit" className="primary wide" disabled={isRunning}>
            {isRunning ? '登录中…' : '登录'}
          </button>
          <LineNotice line={line} doing="登录" />
          <p className="entry-help">
            <a href="/setPassword">忘记密码</a>
          </p>
        </form>
      </div>
    </main>
  )
}

/** Each try encrypts anew: what lets somebody in does so once. */
async function logIn(account: string, password: string): Promise<OutputOf<typeof sessionCalls.login>> {
  await assemblyInfo()
  const sealed = await encryptPassword(password)
  const tenantDomain = orgDomain()
  const input = { account, password: sealed, autoLogin: 0, system: 'candidate', ...(tenantDomain && { tenantDomain }) } as const
  return call(sessionCalls.login, input, { silent: true })
}

function useTitle(): string {
  const [title, setTitle] = useState('考培')
  // The deployment's name is the server's to tell; the form does not wait for it.
  useEffect(() => {
    assemblyInfo().then(
      (info) => setTitle(info.company.name || info.platformTitle),
      () => undefined,
    )
  }, [])
  return title
}
