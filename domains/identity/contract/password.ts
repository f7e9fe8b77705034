import { z } from 'zod'
import { isCommonPassword } from './common-password.ts'

export const passwordLength = { min: 8, max: 18 } as const

/**
 * What is wrong with a new password, in words for the person; undefined when it satisfies the rule (requirements SES-050 to SES-054). `about` is what
 * others know of the account: its name, the company.
 */
export function passwordProblem(password: string, about: readonly string[] = []): string | undefined {
  if (password === '') return '请输入密码'
  if (/\s/.test(password)) return '密码不能包含空格'
  if (password.length < passwordLength.min) return `密码长度不能少于${passwordLength.min}位`
  if (password.length > passwordLength.max) return `密码长度不能超过${passwordLength.max}位`
  const hasAllKinds = /\d/.test(password) && /[a-z]/.test(password) && /[!@#$%^&*?.]/.test(password)
  if (!hasAllKinds) return '需要同时包括英文字母、数字以及特殊符号'
  return isCommonPassword(password, about) ? '密码过于常见或与账号相关，容易被猜到，请换一个' : undefined
}

/** 1: satisfies today's rule; 0: was set before it, or by a way that did not ask. */
export function passwordStrengthOf(password: string): 0 | 1 {
  return passwordProblem(password) === undefined ? 1 : 0
}

/** A new password as it is typed; the same object serves the browser's forms and the server. */
export const passwordRule = z.string('请输入密码').superRefine((password, context) => {
  const message = passwordProblem(password)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** New password and its repetition, for forms. What goes over the wire is encrypted (`passwordCipher`). */
export const newPasswordForm = z
  .object({ newPassword: passwordRule, confirmPassword: passwordRule })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], message: '两次输入密码不一致' })
