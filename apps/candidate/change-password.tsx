import { passwordProblem } from '@kaopei/identity/contract/password'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { call, encryptPassword } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import { toast } from './messages.tsx'
import { mustChangePassword } from './password-state.ts'

/** A first login, or one after a reset: nothing else before a new password is set. */
export default function ChangePasswordPage(): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<{ first?: string; second?: string }>({})

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const first = String(form.get('first') ?? '')
    const problem = passwordProblem(first)
    const isSame = first === String(form.get('second') ?? '')
    setProblems({ ...(problem !== undefined && { first: problem }), ...(!isSame && { second: '两次输入密码不一致' }) })
    if (problem !== undefined || !isSame || isRunning) return
    setRunning(true)
    try {
      await call(staffCentreCalls.selfModifyPassword, { newPassword: await encryptPassword(first) })
      toast('success', '密码已修改')
      mustChangePassword.set(false)
    } catch {
      // The client has shown why; the form stays as it is.
      setRunning(false)
    }
  }

  return (
    <main className="entry">
      <div className="entry-card">
        <h1>请先修改密码</h1>
        <p className="note">首次登录或密码被重置后须设置新密码：8–18 位，同时包括英文字母、数字以及特殊符号。</p>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label="新密码"
            name="first"
            type="password"
            autoComplete="new-password"
            placeholder="请输入新密码"
            problem={problems.first}
          />
          <Field
            label="确认密码"
            name="second"
            type="password"
            autoComplete="new-password"
            placeholder="请再次输入新密码"
            problem={problems.second}
          />
          <button type="submit" className="primary wide" disabled={isRunning}>
            {isRunning ? '提交中…' : '确定'}
          </button>
        </form>
      </div>
    </main>
  )
}
