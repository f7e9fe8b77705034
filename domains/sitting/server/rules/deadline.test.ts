import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedDue,
  dueAt,
  finishedAt,
  isOverdue,
  judgeWrite,
  millisecondsLeft,
  movedDue,
  pausedMilliseconds,
} from './deadline.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)

test.each<[string, string | null, number, number, string | null]>([
  ['the limit ends first', '12:00:00', 60, 0, '10:30:00'],
  ['the close ends first', '10:00:00', 60, 0, '10:00:00'],
  ['no limit', '12:00:00', 0, 0, '12:00:00'],
  ['no close', null, 60, 0, '10:30:00'],
  ['neither', null, 0, 0, null],
  ['a pause moves the limit', '12:00:00', 60, 12, '10:42:00'],
  ['and the close', '10:00:00', 60, 12, '10:12:00'],
])('due: %s', (_, close, limitMinutes, pausedMinutes, expected) => {
  const terms = { closeAt: close === null ? null : at(close), limitMinutes }
  const paused = { from: at('09:35:00'), until: new Date(at('09:35:00').getTime() + pausedMinutes * 60_000) }
  const due = dueAt(terms, { startedAt: at('09:30:00'), pauses: [paused] })
  expect(due).toEqual(expected === null ? null : at(expected))
})

type Span = [from: string, until: string | null, restartMinutes?: number]
const pausesAt = (spans: readonly Span[]) =>
  spans.map(([from, until, restartMinutes = 0]) => ({ from: at(from), until: until === null ? null : at(until), restartMinutes }))

// The worked example of the stopped clock, and what follows from it. The limit is 60 minutes.
test.each<[string, string, Span[], string]>([
  [
    'began before both',
    '09:00:00',
    [
      ['09:30:00', '09:42:00'],
      ['09:40:00', '09:45:00'],
    ],
    '10:15:00',
  ],
  [
    'began within them',
    '09:35:00',
    [
      ['09:30:00', '09:42:00'],
      ['09:40:00', '09:45:00'],
    ],
    '10:45:00',
  ],
  [
    'the second was taken back',
    '09:00:00',
    [
      ['09:30:00', '09:42:00'],
      ['09:40:00', '09:40:00'],
    ],
    '10:12:00',
  ],
  [
    'the same, began within',
    '09:35:00',
    [
      ['09:30:00', '09:42:00'],
      ['09:40:00', '09:40:00'],
    ],
    '10:42:00',
  ],
  [
    'a second stop within the extension',
    '09:00:00',
    [
      ['09:30:00', '09:42:00'],
      ['10:05:00', '10:10:00'],
    ],
    '10:17:00',
  ],
  [
    'a stop after the deadline',
    '09:00:00',
    [
      ['09:30:00', '09:42:00'],
      ['10:12:00', '10:20:00'],
    ],
    '10:12:00',
  ],
  [
    'minutes for starting again, once',
    '09:00:00',
    [
      ['09:30:00', '09:42:00', 3],
      ['09:40:00', '09:45:00', 2],
    ],
    '10:18:00',
  ],
  [
    'two apart, each with its own',
    '09:00:00',
    [
      ['09:10:00', '09:12:00', 3],
      ['09:40:00', '09:45:00', 2],
    ],
    '10:12:00',
  ],
  [
    'left an incident and came back into it, twice',
    '09:00:00',
    [
      ['09:10:00', '09:15:00', 2],
      ['09:20:00', '09:22:00'],
      ['09:40:00', '09:47:00'],
    ],
    '10:16:00',
  ],
  [
    'came back while another incident had them stopped',
    '09:00:00',
    [
      ['09:10:00', '09:15:00'],
      ['09:20:00', '09:30:00'],
      ['09:12:00', '09:25:00'],
    ],
    '10:20:00',
  ],
  ['of one that was over before the start, none', '09:45:00', [['09:30:00', '09:42:00', 3]], '10:45:00'],
  ['one that still runs', '09:00:00', [['09:50:00', null]], '10:10:00'],
])('a stopped clock: %s', (_, started, spans, expected) => {
  const given = { startedAt: at(started), pauses: pausesAt(spans), now: at('10:00:00') }
  expect(dueAt({ closeAt: null, limitMinutes: 60 }, given)).toEqual(at(expected))
  // A close moves by the stops between start and close, as the limit does.
  const closeAt = new Date(at(started).getTime() + 60 * 60_000)
  expect(dueAt({ closeAt, limitMinutes: 0 }, given)).toEqual(at(expected))
})

const minutesFrom = fc.integer({ min: 0, max: 150 })
const span = fc.tuple(minutesFrom, fc.integer({ min: 0, max: 40 })).map(([from, length]) => ({ from, until: from + length }))

test('any stays in any incidents: the deadline is when the minutes that were not stopped reach the limit', () => {
  const onMinute = (minute: number) => new Date(at('09:00:00').getTime() + minute * 60_000)
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 8 }),
      fc.integer({ min: 1, max: 90 }),
      minutesFrom,
      (stays, limitMinutes, started) => {
        let [worked, minute] = [0, started]
        for (; worked < limitMinutes; minute++) if (!stays.some(({ from, until }) => from <= minute && minute < until)) worked++
        const pauses = stays.map(({ from, until }) => ({ from: onMinute(from), until: onMinute(until) }))
        expect(dueAt({ closeAt: null, limitMinutes }, { startedAt: onMinute(started), pauses })).toEqual(onMinute(minute))
      },
    ),
  )
})

test.each([
  ['still ahead', '10:30:00', '10:42:00', '10:42:00'],
  ['would lie in the past', '09:40:00', '09:52:00', '10:02:00'],
  ['taken back, would lie in the past', '10:42:00', '09:50:00', '10:02:00'],
  ['taken back with less than two minutes left', '10:01:00', '09:50:00', '10:01:00'],
])('a deadline that a stopped clock moves: %s', (_, before, after, expected) => {
  expect(movedDue(at(before), at(after), at('10:00:00')).due).toEqual(at(expected))
})

describe('pauses', () => {
  const window = { startedAt: at('09:00:00'), now: at('11:00:00') }

  test.each<[string, [string, string | null][], number]>([
    ['none', [], 0],
    ['one', [['09:10:00', '09:15:00']], 5],
    [
      'two that overlap count once',
      [
        ['09:10:00', '09:20:00'],
        ['09:15:00', '09:25:00'],
      ],
      15,
    ],
    [
      'one inside another',
      [
        ['09:10:00', '09:40:00'],
        ['09:15:00', '09:25:00'],
      ],
      30,
    ],
    ['before the start only its later part', [['08:50:00', '09:05:00']], 5],
    ['one that ended before the start', [['08:00:00', '08:30:00']], 0],
    ['one that still runs', [['10:50:00', null]], 10],
  ])('%s', (_, spans, minutes) => {
    const pauses = spans.map(([from, until]) => ({ from: at(from), until: until === null ? null : at(until) }))
    expect(pausedMilliseconds(pauses, window)).toBe(minutes * 60_000)
    expect(pausedMilliseconds(pauses.toReversed(), window)).toBe(minutes * 60_000)
  })
})

describe('what a late write is', () => {
  test.each([
    ['10:29:59', 'onTime', false],
    ['10:30:00', 'onTime', false],
    ['10:30:01', 'inGrace', false],
    ['10:31:00', 'inGrace', false],
    ['10:31:01', 'late', true],
  ])('%s is %s', (clock, verdict, overdue) => {
    expect(judgeWrite(at(clock), at('10:30:00'))).toBe(verdict)
    expect(isOverdue(at(clock), at('10:30:00'))).toBe(overdue)
  })

  test('without a deadline nothing is late', () => {
    expect(judgeWrite(at('23:00:00'), null)).toBe('onTime')
    expect(millisecondsLeft(at('23:00:00'), null)).toBeNull()
  })

  test('a swept attempt finished at its due time, not when it was swept', () => {
    expect(finishedAt(at('15:00:00'), at('10:30:00'))).toEqual(at('10:30:00'))
    expect(finishedAt(at('10:12:00'), at('10:30:00'))).toEqual(at('10:12:00'))
    expect(millisecondsLeft(at('15:00:00'), at('10:30:00'))).toBe(0)
  })
})

describe('a deadline that changes while the attempt runs', () => {
  test.each([
    ['longer', '10:30:00', '10:45:00', '10:45:00', false],
    ['shorter, still ahead', '10:30:00', '10:10:00', '10:10:00', false],
    ['shorter, already past', '10:30:00', '09:50:00', '10:02:00', true],
    ['shorter, in less than two minutes', '10:30:00', '10:01:00', '10:02:00', true],
    ['never longer than it was', '10:01:00', '09:50:00', '10:01:00', true],
  ])('%s', (_, from, to, expected, warns) => {
    const changed = changedDue(at(from), at(to), at('10:00:00'))
    expect(changed.due).toEqual(at(expected))
    expect(changed.warning !== null).toBe(warns)
  })

  test('a deadline may be lifted, and set where there was none', () => {
    expect(changedDue(at('10:30:00'), null, at('10:00:00'))).toEqual({ due: null, warning: null })
    expect(changedDue(null, at('09:00:00'), at('10:00:00')).due).toEqual(at('10:02:00'))
  })
})
