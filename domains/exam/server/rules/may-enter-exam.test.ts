import { expect, test } from 'vitest'
import { type EntryQuestion, type EntryRefusal, entryRefusalTexts, mayEnterExam } from './may-enter-exam.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const entry: EntryQuestion = {
  now: at('09:10:00'),
  exam: { isPublished: true, isCancelled: false, latestEntryMinutes: 30, graceSeconds: 60, isOpenToOutside: false },
  times: {
    openAt: at('09:00:00'),
    closeAt: at('12:00:00'),
    limitMinutes: 60,
    attemptsAllowed: 2,
    extraPercent: 0,
    extraMinutes: 0,
    hasOwnClose: false,
  },
  isCandidate: true,
  isOutside: false,
  attempts: [],
}
const running = { id: 'a1', state: 'in_progress', due: at('10:00:00') } as const
const done = { id: 'a0', state: 'published', due: at('10:00:00') } as const

test.each<[string, Partial<EntryQuestion>, string | null]>([
  ['a first attempt', {}, null],
  ['on the second it opens', { now: at('09:00:00') }, null],
  ['on the last second of late entry', { now: at('09:30:00') }, null],
  ['a second attempt', { attempts: [done] }, null],
  ['any number of attempts', { attempts: [done, done, done], times: { ...entry.times, attemptsAllowed: 0 } }, null],
  ['one under way goes on', { attempts: [done, running] }, 'a1'],
  ['one under way of a cancelled exam', { attempts: [running], exam: { ...entry.exam, isCancelled: true } }, 'a1'],
  ['one under way of somebody who is no candidate any more', { attempts: [running], isCandidate: false }, 'a1'],
  ['one whose clock stands still, whatever the time', { now: at('11:00:00'), attempts: [{ ...running, state: 'paused' }] }, 'a1'],
  ['one whose grace is not over', { now: at('10:01:00'), attempts: [running] }, 'a1'],
  ['even after late entry ended', { now: at('09:50:00'), attempts: [running] }, 'a1'],
  [
    'one prepared is begun',
    { attempts: [{ id: 'a2', state: 'ready', due: null }], times: { ...entry.times, attemptsAllowed: 1 } },
    'a2',
  ],
  ['somebody from outside who has begun', { isOutside: true, attempts: [running] }, 'a1'],
  ['an early candidate with an early window', { now: at('08:30:00'), times: { ...entry.times, openAt: at('08:00:00') } }, null],
])('%s may enter', (_, more, resumes) => {
  expect(mayEnterExam({ ...entry, ...more })).toEqual({ allowed: true, resumes })
})

test.each<[EntryRefusal, Partial<EntryQuestion>]>([
  ['notPublished', { exam: { ...entry.exam, isPublished: false } }],
  ['cancelled', { exam: { ...entry.exam, isCancelled: true } }],
  ['notCandidate', { isCandidate: false }],
  ['notOpen', { now: at('08:59:59') }],
  ['tooLate', { now: at('09:30:01') }],
  ['closed', { now: at('12:00:00'), exam: { ...entry.exam, latestEntryMinutes: null } }],
  ['noAttemptLeft', { attempts: [done, { id: 'a1', state: 'voided', due: null }] }],
  ['timeIsUp', { now: at('10:01:01'), attempts: [running] }],
  ['submitting', { attempts: [{ ...running, state: 'submitting' }] }],
])('%s', (refusal, more) => {
  expect(mayEnterExam({ ...entry, ...more })).toEqual({ allowed: false, refusal, message: entryRefusalTexts[refusal] })
})
