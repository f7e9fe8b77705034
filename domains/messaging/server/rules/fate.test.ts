import { expect, test } from 'vitest'
import { type Due, endOfQuiet, fateOf } from './fate.ts'

const now = new Date('2026-03-01T15:30:20.000Z') // 23:30 in China
const due: Due = { isAwaited: false, expiresAt: null, isClosed: false, quietHours: 'off', timeZone: 'Asia/Shanghai' }
const morning = new Date('2026-03-02T00:00:00.000Z')

test('what means nothing any more is not sent, whatever else; what a closed company says is held', () => {
  expect(fateOf({ ...due, expiresAt: now, isClosed: true }, now)).toEqual({ kind: 'expire' })
  expect(fateOf({ ...due, expiresAt: morning, isClosed: true, isAwaited: true }, now)).toEqual({ kind: 'hold' })
  expect(fateOf(due, now)).toEqual({ kind: 'send' })
})

test('at night messages wait for the morning; awaited ones, and those that would come too late then, do not', () => {
  const quiet = { ...due, quietHours: '22:00-08:00' }
  expect(fateOf(quiet, now)).toEqual({ kind: 'wait', until: morning })
  expect(fateOf({ ...quiet, isAwaited: true }, now)).toEqual({ kind: 'send' })
  expect(fateOf({ ...quiet, expiresAt: morning }, now)).toEqual({ kind: 'send' })
  expect(fateOf({ ...quiet, expiresAt: new Date(morning.getTime() + 1) }, now)).toEqual({ kind: 'wait', until: morning })
})

test.each([
  ['22:00-08:00', '2026-03-01T13:59:59Z', undefined],
  ['22:00-08:00', '2026-03-01T14:00:00Z', '2026-03-02T00:00:00Z'],
  ['22:00-08:00', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z'],
  ['22:00-08:00', '2026-03-02T00:00:00Z', undefined],
  ['12:00-14:00', '2026-03-01T05:00:00Z', '2026-03-01T06:00:00Z'],
  ['12:00-14:00', '2026-03-01T03:59:00Z', undefined],
  ['00:00-06:00', '2026-03-01T16:00:00Z', '2026-03-01T22:00:00Z'],
  ['08:00-08:00', '2026-03-01T00:00:00Z', undefined],
  ['off', '2026-03-01T16:00:00Z', undefined],
])('of %s at %s the end is %s', (hours, at, end) => {
  expect(endOfQuiet(hours, 'Asia/Shanghai', new Date(at))).toEqual(end === undefined ? undefined : new Date(end))
})
