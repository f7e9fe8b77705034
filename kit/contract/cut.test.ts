import { expect, test } from 'vitest'
import { cut } from './index.ts'

test.each([
  ['安全培训', 2, '安全'],
  ['安全', 96, '安全'],
  ['安𠮷培训', 2, '安'],
  ['安𠮷培训', 3, '安𠮷'],
  ['𠮷', 1, ''],
])('%s cut to %d units is %s', (whole, most, part) => {
  expect(cut(whole, most)).toBe(part)
})
