import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

test.each([
  'Passw0rd!',
  'p@ssw0rd1',
  'qwer1234!',
  '1qaz@WSX',
  '1qaz2wsx!',
  'abc123!@#',
  'aaa111!!!',
  'abcabc12!',
  'admin@2024',
  'woaini1314!',
  '0987654a!',
  'asdf!@#$1',
  'welcome1!',
])('%s is guessed first', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['right-pass1!', 'lan3-tian?', 'h7.kq2!mz', 'changjiang8*q', 'tree&river42'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('what is known of the account counts for nothing', () => {
  const about = ['zhangsan', 'huaxing', '张三', 'ab']
  expect(isCommonPassword('zhangsan@66')).toBe(false)
  expect(isCommonPassword('zhangsan@66', about)).toBe(true)
  expect(isCommonPassword('Huaxing#2026', about)).toBe(true)
  expect(isCommonPassword('abqk7!mt', about)).toBe(false)
})
