import { expect, test } from 'vitest'
import { countFailedLogin, isLocked } from './count-failed-login.ts'

const now = new Date('2026-03-01T08:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

test.each([
  [0, null, 1, null],
  [3, null, 4, null],
  [4, null, 5, minutes(15)],
  [5, minutes(-1), 1, null],
])('%i failures before, lock until %s: then %i, lock until %s', (failedLogins, lockedUntil, count, until) => {
  expect(countFailedLogin({ failedLogins, lockedUntil }, now)).toEqual({ failedLogins: count, lockedUntil: until })
})

test('a lock ends at its minute', () => {
  expect(isLocked({ failedLogins: 5, lockedUntil: minutes(1) }, now)).toBe(true)
  expect(isLocked({ failedLogins: 5, lockedUntil: now }, now)).toBe(false)
  expect(isLocked({ failedLogins: 5, lockedUntil: null }, now)).toBe(false)
})
