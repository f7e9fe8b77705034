import { expect, test } from 'vitest'
import { nameOfDevice } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Android，Chrome 130',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'iOS，Safari 17',
  ],
  ['somebody’s own', '未知系统'],
])('people know %s as %s', (userAgent, name) => {
  expect(nameOfDevice(userAgent)).toBe(name)
})
