import { expect, test } from 'vitest'
import { newPasswordForm, passwordProblem, passwordRule, passwordStrengthOf } from './password.ts'

test.each([
  ['', '请输入密码'],
  ['ab1!', '密码长度不能少于8位'],
  ['abcdefg 1!', '密码不能包含空格'],
  ['abcdefg\t1!', '密码不能包含空格'],
  ['abcdefgh1234567890!', '密码长度不能超过18位'],
  ['abcdefgh1', '需要同时包括英文字母、数字以及特殊符号'],
  ['abcdefgh!', '需要同时包括英文字母、数字以及特殊符号'],
  ['ABCDEFG1!', '需要同时包括英文字母、数字以及特殊符号'],
  ['abcdefg1-', '需要同时包括英文字母、数字以及特殊符号'],
  ['abcdef1.', '密码过于常见或与账号相关，容易被猜到，请换一个'],
  ['lan3tian.', undefined],
  ['lan-tian-bai-yun2!', undefined],
])('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
  expect(passwordStrengthOf(password)).toBe(problem === undefined ? 1 : 0)
  expect(passwordRule.safeParse(password).error?.issues[0]?.message).toBe(problem)
})

test('the repetition must be the same', () => {
  const wrong = newPasswordForm.safeParse({ newPassword: 'lan3tian!', confirmPassword: 'lan3tian?' })
  expect(wrong.error?.issues).toMatchObject([{ path: ['confirmPassword'], message: '两次输入密码不一致' }])
  expect(newPasswordForm.safeParse({ newPassword: 'lan3tian!', confirmPassword: 'lan3tian!' }).success).toBe(true)
})
