import { expect, test } from 'vitest'
import { lockStanding, lockUntil, whyNotMark } from './may-mark.ts'
import { placeInQueue, pseudonym } from './pseudonym.ts'

const now = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-11-21T08:10:00Z')

test.each([
  { lockedBy: null, lockedUntil: null, standing: 'free' },
  { lockedBy: 'me', lockedUntil: later, standing: 'mine' },
  { lockedBy: 'other', lockedUntil: later, standing: 'others' },
  { lockedBy: 'other', lockedUntil: now, standing: 'free' },
  { lockedBy: 'me', lockedUntil: now, standing: 'free' },
])('a lock of $lockedBy until $lockedUntil is $standing', ({ standing, ...lock }) => {
  expect(lockStanding(lock, 'me', now)).toBe(standing)
})

test('a lock lasts twenty minutes', () => expect(lockUntil(now)).toEqual(new Date('2026-11-21T08:20:00Z')))

const open = { isDone: false, markerId: null, lockedBy: null, lockedUntil: null }
test.each([
  { task: open, state: 'in_marking', why: undefined },
  { task: open, state: 'published', why: 'attemptClosed' },
  { task: open, state: 'voided', why: 'attemptClosed' },
  { task: { ...open, isDone: true, markerId: 'me' }, state: 'in_marking', why: undefined },
  { task: { ...open, isDone: true, markerId: 'other' }, state: 'in_marking', why: 'doneByOther' },
  { task: { ...open, lockedBy: 'other', lockedUntil: later }, state: 'in_marking', why: 'locked' },
])('marks in state $state: $why', ({ task, state, why }) => {
  expect(whyNotMark(task, { attemptState: state, markerId: 'me', now })).toBe(why)
})

test('a pseudonym stays, and differs for every marker and attempt', () => {
  const names = [pseudonym('s', 'm1', 'a1'), pseudonym('s', 'm1', 'a2'), pseudonym('s', 'm2', 'a1'), pseudonym('t', 'm1', 'a1')]
  expect(new Set(names).size).toBe(4)
  expect(pseudonym('s', 'm1', 'a1')).toBe(names[0])
})

test('the queue does not follow the order in which candidates came', () => {
  const places = Array.from({ length: 200 }, (_, index) => placeInQueue('s', `attempt-${index}`, 1))
  const rising = places.filter((place, index) => index > 0 && place > (places[index - 1] ?? 0)).length
  expect(rising).toBeGreaterThan(60)
  expect(rising).toBeLessThan(140)
})
