import { expect, test } from 'vitest'
import { loginAccountInput } from './login-account.ts'

test.each([
  ['wangxm', 'wangxm'],
  ['王小明', '王小明'],
  ['ｗａｎｇ＿０１', 'wang_01'],
  ['li@example.com', 'li@example.com'],
  ['محمد', 'محمد'],
  ['ad\u200bmin', 'admin'],
])('%j is kept as %j', (typed, kept) => {
  expect(loginAccountInput.parse(typed)).toBe(kept)
})

test.each(['аdmin', 'αdmin', 'admın', 'ad\u200dmin', 'ad min', 'ad，min', 'a;b', '', 'x'.repeat(51)])(
  '%j is refused',
  (typed) => {
    expect(loginAccountInput.safeParse(typed).success).toBe(false)
  },
)
