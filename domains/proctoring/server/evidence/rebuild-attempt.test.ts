import type { RecordedEvent, RecordedRevision, RecordedStanding } from '@kaopei/sitting/server'
import { expect, test } from 'vitest'
import { differencesOf, rebuildAttempt } from './rebuild-attempt.ts'

const start = Date.parse('2026-11-24T01:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)
const event = (type: string, minutes: number, data: Record<string, unknown> = {}, leaseEpoch = 1): RecordedEvent => ({
  ...{ id: `${type}-${minutes}`, attemptId: 'a', type, source: 'server', actorId: null, leaseEpoch, seq: null, clientAt: null },
  ...{ at: at(minutes), data },
})
const move = (type: string, minutes: number, from: string, to: string, more: object = {}) =>
  event(type, minutes, { from, to, ...more })
const begun = event('start', 0, { due: at(60).toISOString() })

test('a plain attempt: begun, handed in, scored and published by one statement without an order', () => {
  const events = [
    begun,
    move('confirmSubmit', 30, 'in_progress', 'submitted', { cause: 'manual' }),
    move('publish', 31, 'marked', 'published'),
    move('score', 31, 'submitted', 'auto_scored'),
    move('finishMarking', 31, 'auto_scored', 'marked'),
  ]
  expect(rebuildAttempt(events)).toEqual({
    ...{ state: 'published', stateBeforeVoid: null, startedAt: start, due: at(60).getTime(), submittedAt: at(30).getTime() },
    ...{ submitCause: 'manual', leaseEpoch: 1, pauses: [] },
  })
})

test('a pause moves the deadline, another device takes over, the sweep hands in at the deadline', () => {
  const events = [
    begun,
    move('pause', 10, 'in_progress', 'paused'),
    move('resume', 15, 'paused', 'in_progress'),
    event('dueChanged', 15, { before: at(60).toISOString(), after: at(65).toISOString() }),
    event('deviceChange', 20, { from: 'one', to: 'other' }, 2),
    move('timeOut', 67, 'in_progress', 'timeout_submitted', { cause: 'timeout' }),
  ]
  expect(rebuildAttempt(events)).toMatchObject({
    ...{ state: 'timeout_submitted', due: at(65).getTime(), submittedAt: at(65).getTime(), leaseEpoch: 2 },
    pauses: [{ from: at(10).getTime(), until: at(15).getTime() }],
  })
})

test('a forced hand-in taken back is a pause, and a void remembers where it was', () => {
  const events = [
    begun,
    move('force', 20, 'in_progress', 'forced_submitted', { cause: 'force' }),
    move('reopen', 25, 'forced_submitted', 'in_progress'),
    move('void', 40, 'in_progress', 'voided'),
  ]
  expect(rebuildAttempt(events)).toMatchObject({
    ...{ state: 'voided', stateBeforeVoid: 'in_progress', submittedAt: null },
    pauses: [{ from: at(20).getTime(), until: at(25).getTime() }],
  })
})

const revision = (rev: number, kind: RecordedRevision['kind'], hash: string): RecordedRevision => ({
  ...{ slot: 1, rev, kind, baseRev: rev - 1, answer: { type: 1, optionId: hash }, hash, clientSeq: rev, clientAt: null },
  ...{ savedAt: at(rev), leaseEpoch: 1 },
})
const stored: RecordedStanding = {
  ...{ id: 'a', ownerKind: 'exam', ownerId: 'e', staffId: 's', title: '', state: 'published', stateBeforeVoid: null },
  ...{ startedAt: at(0), due: at(60), submittedAt: at(30), submitCause: 'manual', leaseEpoch: 1, pauses: [] },
  ...{ scoreHundredths: 1000, scoreCapHundredths: null, isOverLimit: false, absences: 0 },
  items: [
    {
      ...{ slot: 1, orderIndex: 0, questionVersionId: 'q', rev: 2, lastRev: 3, answerState: 'answered', answer: 'b' },
      ...{ scoreHundredths: 1000, evaluatedHundredths: 1000 },
    },
  ],
}
const record = {
  events: [
    begun,
    move('confirmSubmit', 30, 'in_progress', 'submitted', { cause: 'manual' }),
    move('score', 31, 'submitted', 'auto_scored'),
    move('finishMarking', 31, 'auto_scored', 'marked'),
    move('publish', 31, 'marked', 'published'),
  ],
  revisions: [revision(1, 'save', 'a'), revision(2, 'save', 'b'), revision(3, 'late', 'c')],
}
const fields = (changed: Partial<RecordedStanding>) =>
  differencesOf({ ...stored, ...changed }, record, (answer) => String(answer)).map(({ field }) => field)

test('a row that is what its record says has no difference; each change by hand is named', () => {
  expect(fields({})).toEqual([])
  expect(fields({ submittedAt: at(29) })).toEqual(['submittedAt'])
  expect(fields({ state: 'marked' })).toEqual(['state'])
  expect(fields({ scoreHundredths: 900 })).toEqual(['score'])
  expect(fields({ scoreHundredths: 0, scoreCapHundredths: 0 })).toEqual([])
  const [item] = stored.items
  expect(item && fields({ items: [{ ...item, answer: 'c' }] })).toEqual(['answer.1'])
  expect(item && fields({ items: [{ ...item, scoreHundredths: 500 }] })).toEqual(['score.1'])
})
