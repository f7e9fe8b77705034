import { expect, test } from 'vitest'
import { type EntryQuestion, type EntryRefusal, entryRefusalTexts, mayEnterExam } from './may-enter-exam.ts'
import { maySubmit, type SubmitCause, type SubmitQuestion } from './may-submit.ts'

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
  ['paused', { attempts: [{ ...running, state: 'paused' }] }],
  ['submitting', { attempts: [{ ...running, state: 'submitting' }] }],
])('%s', (refusal, more) => {
  expect(mayEnterExam({ ...entry, ...more })).toEqual({ allowed: false, refusal, message: entryRefusalTexts[refusal] })
})

const submit: SubmitQuestion = {
  now: at('09:40:00'),
  claim: 'manual',
  state: 'in_progress',
  startedAt: at('09:00:00'),
  pausedMs: 0,
  due: at('10:00:00'),
  graceSeconds: 60,
  isOverLimit: false,
  forceCommitTime: 30,
  permitSkipSubmit: true,
  unreceived: [],
  unanswered: [4],
}

test.each<[string, Partial<SubmitQuestion>, SubmitCause]>([
  ['after the time of restraint', {}, 'manual'],
  ['on its last second', { now: at('09:30:00') }, 'manual'],
  ['without one', { now: at('09:00:01'), forceCommitTime: 0 }, 'manual'],
  ['again while the first call is on its way', { state: 'submitting' }, 'manual'],
  ['with everything answered', { permitSkipSubmit: false, unanswered: [] }, 'manual'],
  ['at the deadline, whatever is missing', { now: at('10:00:00'), unreceived: [1, 2], permitSkipSubmit: false }, 'timeUp'],
  ['at a deadline before the restraint ends', { now: at('09:20:00'), due: at('09:20:00') }, 'timeUp'],
  ['within the grace', { now: at('10:01:00') }, 'timeUp'],
  ['after the grace', { now: at('10:01:01') }, 'timeout'],
  ['at the deadline by both clocks', { now: at('10:00:00'), claim: 'timeUp' }, 'timeUp'],
  ['beyond the limit of absences', { now: at('09:01:00'), isOverLimit: true, unreceived: [1], permitSkipSubmit: false }, 'limit'],
])('may hand in %s', (_, more, cause) => {
  expect(maySubmit({ ...submit, ...more })).toEqual({ allowed: true, cause })
})

test.each<[string, Partial<SubmitQuestion>, object]>([
  [
    'too early',
    { now: at('09:18:30') },
    { refusal: 'tooEarly', waitSeconds: 690, message: '开始答题 30 分钟后才能交卷，请再等待 12 分钟' },
  ],
  ['a pause is no working time', { now: at('09:33:00'), pausedMs: 5 * 60_000 }, { refusal: 'tooEarly', waitSeconds: 120 }],
  ['answers on their way', { unreceived: [1, 2] }, { refusal: 'unreceived', message: '还有 2 道题的答案未送达服务器' }],
  ['not all answered', { permitSkipSubmit: false }, { refusal: 'unanswered' }],
  ['for a deadline that is a second away', { now: at('09:59:59'), claim: 'timeUp' }, { refusal: 'timeLeft' }],
  ['for absences that the server has not counted', { claim: 'limit' }, { refusal: 'withinLimit' }],
  ['not begun', { state: 'ready' }, { refusal: 'notInProgress' }],
  ['paused', { state: 'paused' }, { refusal: 'notInProgress', message: '考试已暂停，不能交卷' }],
  ['handed in already', { state: 'submitted' }, { refusal: 'alreadySubmitted' }],
])('may not hand in: %s', (_, more, refusal) => {
  expect(maySubmit({ ...submit, ...more })).toMatchObject({ allowed: false, ...refusal })
})
