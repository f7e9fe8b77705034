import { expect, test } from 'vitest'
import { byUrgency } from '../../contract/hall-order.ts'
import { hallReasons, reasonWords } from '../../contract/hall-reasons.ts'
import type { WatchedRow } from './hall.sql.ts'
import { contactOf, hallRowOf } from './rows.ts'

const now = new Date('2026-11-22T01:10:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each([
  [0, 'online'],
  [45_000, 'online'],
  [45_001, 'lost'],
  [120_000, 'lost'],
  [120_001, 'longLost'],
])('%i ms after the last sign of life contact is %s', (ms, contact) => {
  expect(contactOf(ago(ms), now)).toBe(contact)
})

const row = (name: string, more: Partial<WatchedRow> = {}): WatchedRow => ({
  ...{ staffId: name, name, department: null, roomName: '机房 2', seat: '1-1', attemptId: name, state: 'in_progress' },
  ...{ dueAt: null, submittedAt: null, startedAt: ago(600_000), heardAt: now, absences: 0, awayMs: 0, isOverLimit: false },
  ...{ isHandled: false, stoppedBy: [] },
  ...{ unread: 0, callText: null, callAt: null },
  ...more,
})

test('unresolved serious, unresolved warning, calls, lost contact, and the rest by seat', () => {
  const call = { callText: '鼠标坏了', callAt: now }
  const rows = [
    row('no seat', { roomName: null, seat: null }),
    row('seat 10', { seat: '1-10' }),
    row('seat 2', { seat: '1-2' }),
    row('another room', { roomName: '机房 10' }),
    row('lost', { heardAt: ago(46_000) }),
    row('calls', call),
    row('warning', { absences: 1 }),
    row('dealt with', { absences: 2, isHandled: true, seat: '1-11' }),
    row('warning and calls', { absences: 1, ...call, seat: '1-9' }),
    row('serious', { isOverLimit: true, absences: 6 }),
    row('handed in', { state: 'submitted', submittedAt: ago(60_000), isOverLimit: true, seat: '1-3' }),
  ]
  const shown = rows.map((one) => hallRowOf(one, { now, viewerId: 'somebody else' })).toSorted(byUrgency)
  expect(shown.map(({ name }) => name)).toEqual([
    ...['serious', 'warning', 'warning and calls', 'calls', 'lost'],
    ...['seat 2', 'handed in', 'seat 10', 'dealt with', 'another room', 'no seat'],
  ])
})

test.each(['act', 'incident', 'break'] as const)(
  'whoever is silent while %s stops the clock waits for nobody; who calls does',
  (stop) => {
    const silent = { state: 'paused', stoppedBy: [stop], heardAt: ago(600_000) }
    const urgencyOf = (more: Partial<WatchedRow> = {}) =>
      hallRowOf(row('silent', { ...silent, ...more }), { now, viewerId: 'somebody else' }).urgency
    expect(urgencyOf()).toBe(0)
    expect(urgencyOf({ callText: '灯还没亮', callAt: now })).toBe(2)
    expect(urgencyOf({ state: 'in_progress', stoppedBy: [] })).toBe(1)
  },
)

test('reasons have two levels, and the second is what the candidate reads', () => {
  const catalogue = Object.entries(hallReasons).map(([group, { reasons }]) => [group, Object.keys(reasons)])
  expect(Object.fromEntries(catalogue)).toEqual({
    environment: ['noise', 'disturbance', 'power'],
    candidate: ['behaviour', 'identity', 'illness', 'late', 'noShow'],
    staff: ['error', 'late'],
    technical: ['frozen', 'startFailed', 'network', 'printing', 'other'],
  })
  expect(reasonWords('environment.power', '机房 3')).toBe('停电：机房 3')
})

test.each([
  [['act'], '已暂停', true],
  [['incident'], '事件停表', false],
  [['break'], '休息中', false],
  [['act', 'incident'], '已暂停', true],
  [['break', 'incident'], '事件停表', false],
] as const)('a clock that %j stop is %s', (stoppedBy, state, mayResume) => {
  const paused = hallRowOf(row('paused', { state: 'paused', stoppedBy: [...stoppedBy] }), { now, viewerId: 'somebody else' })
  expect(paused).toMatchObject({ state, mayPause: false, mayResume })
})
