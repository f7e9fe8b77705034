import { expect, test } from 'vitest'
import { type Clock, type ClockOutcome, stopClock } from './stopped-clock.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`)
const span = { from: at('09:30'), until: at('09:42'), restartMinutes: 0 }
const open: Clock = {
  state: 'in_progress',
  startedAt: at('09:00'),
  closeAt: null,
  limitMinutes: 60,
  due: at('10:00'),
  pauses: [],
  submittedAt: null,
  submitCause: null,
  isMarked: false,
  hasOtherOpen: false,
}
const closed = (clock: string, submitCause: string, change: Partial<Clock> = {}): Clock => ({
  ...open,
  state: 'published',
  submittedAt: at(clock),
  submitCause,
  ...change,
})
const second = { from: at('09:30'), until: at('09:42') }

test.each<[string, Clock, Partial<typeof span> | { until: null }, string, ClockOutcome]>([
  ['began at nine, said at 9:50', open, {}, '09:50', { kind: 'moved', due: at('10:12') }],
  [
    'and the second, which overlaps',
    { ...open, due: at('10:12'), pauses: [second] },
    { from: at('09:40'), until: at('09:45') },
    '09:50',
    { kind: 'moved', due: at('10:15') },
  ],
  [
    'the second for whoever began within the first',
    { ...open, startedAt: at('09:35'), due: at('10:42'), pauses: [second] },
    { from: at('09:40'), until: at('09:45') },
    '09:50',
    { kind: 'moved', due: at('10:45') },
  ],
  ['handed in by themselves within it', closed('09:32', 'manual'), {}, '09:50', { kind: 'untouched', why: 'handedIn' }],
  ['began after it', { ...open, startedAt: at('09:45') }, {}, '09:50', { kind: 'untouched', why: 'begunLater' }],
  [
    'a stop that another covers',
    { ...open, due: at('10:12'), pauses: [second] },
    {},
    '09:50',
    { kind: 'untouched', why: 'noTimeLost' },
  ],
  ['minutes for starting again', open, { restartMinutes: 3 }, '09:50', { kind: 'moved', due: at('10:15') }],
  ['it goes on', open, { until: null }, '09:37', { kind: 'stopped', due: at('10:07') }],
  [
    'it goes on, for whoever begins meanwhile',
    { ...open, startedAt: at('09:37'), due: at('10:37') },
    { until: null },
    '09:37',
    { kind: 'stopped', due: at('10:37') },
  ],
  [
    'the time ran out within it: what was left when it began',
    closed('09:35', 'timeout', { startedAt: at('08:35'), due: at('09:35') }),
    {},
    '09:50',
    { kind: 'reopened', due: at('09:55'), leftMs: 5 * 60_000 },
  ],
  [
    'taken in for absences within it',
    closed('09:35', 'limit'),
    {},
    '09:50',
    { kind: 'reopened', due: at('10:20'), leftMs: 30 * 60_000 },
  ],
  ['taken in for absences before it', closed('09:20', 'limit'), {}, '09:50', { kind: 'untouched', why: 'closedOtherwise' }],
  ['taken in by an invigilator', closed('09:35', 'force'), {}, '09:50', { kind: 'untouched', why: 'closedOtherwise' }],
  [
    'the time ran out later, by a deadline that had not moved: what was lost',
    closed('10:00', 'timeout'),
    {},
    '10:05',
    { kind: 'reopened', due: at('10:17'), leftMs: 12 * 60_000 },
  ],
  [
    'the time had run out before',
    closed('09:25', 'timeout', { due: at('09:25'), startedAt: at('08:25') }),
    {},
    '10:05',
    { kind: 'untouched', why: 'noTimeLost' },
  ],
  ['a person has marked it', closed('09:35', 'limit', { isMarked: true }), {}, '09:50', { kind: 'untouched', why: 'marked' }],
  ['has begun again', closed('09:35', 'limit', { hasOtherOpen: true }), {}, '09:50', { kind: 'untouched', why: 'otherOpen' }],
  ['voided', closed('09:35', 'limit', { state: 'voided' }), {}, '09:50', { kind: 'untouched', why: 'voided' }],
  [
    'would lie in the past',
    { ...open, due: at('09:45'), startedAt: at('08:45') },
    {},
    '10:30',
    { kind: 'moved', due: at('10:32') },
  ],
])('%s', (_, clock, change, now, expected) => {
  expect(stopClock(clock, { ...span, ...change }, at(now))).toEqual(expected)
})
