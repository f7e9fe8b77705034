import { passwordLength, passwordProblem } from '@kaopei/identity/contract/password'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'

/** New password and its repetition, with the one rule of browser and server. */
export function PasswordFields(): ReactNode {
  return (
    <>
      <Form.Item
        label="新密码"
        name="newPassword"
        required
        extra={`${passwordLength.min}-${passwordLength.max}位，需同时包括英文字母、数字以及特殊符号`}
        validateFirst
        rules={[{ validator: (_rule, value: unknown) => judge(textOf(value)) }]}
      >
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder="请输入新密码" />
      </Form.Item>
      <Form.Item
        label="确认密码"
        name="confirmPassword"
        required
        dependencies={['newPassword']}
        validateFirst
        rules={[
          { validator: (_rule, value: unknown) => judge(textOf(value)) },
          ({ getFieldValue }) => ({
            validator: (_rule, value: unknown) =>
              value === getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error('两次输入密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder="请再次输入新密码" />
      </Form.Item>
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function judge(password: string): Promise<void> {
  const problem = passwordProblem(password)
  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
}
