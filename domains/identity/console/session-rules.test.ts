import { expect, test } from 'vitest'
import { isPasswordDialogShown } from './sign-in/is-password-dialog-shown.ts'
import { landingPath } from './sign-in/sign-in.ts'

test.each([
  ['0', '/home', true],
  ['0', '/application/ote/examManage', true],
  ['0', '/login', false],
  ['0', '/', false],
  ['0', '/setPassword', false],
  ['1', '/home', false],
  [undefined, '/home', false],
])('with flag %s on %s the dialog is shown: %s', (flag, path, isShown) => expect(isPasswordDialogShown(flag, path)).toBe(isShown))

test("whoever looks through another person's eyes is asked for no password", () => {
  expect(isPasswordDialogShown('0', '/home', true)).toBe(false)
})

test.each([
  ['/application/ote/examManage?pageIndex=2', '/application/ote/examManage?pageIndex=2'],
  [null, '/home'],
  ['https://evil.example', '/home'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['/login?redirect=/login', '/home'],
])('after a login %s leads to %s', (asked, target) => expect(landingPath(asked)).toBe(target))
