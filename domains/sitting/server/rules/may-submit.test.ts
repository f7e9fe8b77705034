import { expect, test } from 'vitest'
import { maySubmit, type SubmitCause, type SubmitQuestion } from './may-submit.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const submit: SubmitQuestion = {
  now: at('09:40:00'),
  claim: 'manual',
  state: 'in_progress',
  startedAt: at('09:00:00'),
  pausedMs: 0,
  due: at('10:00:00'),
  graceSeconds: 60,
  isOverLimit: false,
  handInAfterMinutes: 30,
  mayLeaveUnanswered: true,
  unreceived: [],
  unanswered: [4],
}

test.each<[string, Partial<SubmitQuestion>, SubmitCause]>([
  ['after the time of restraint', {}, 'manual'],
  ['on its last second', { now: at('09:30:00') }, 'manual'],
  ['without one', { now: at('09:00:01'), handInAfterMinutes: 0 }, 'manual'],
  ['again while the first call is on its way', { state: 'submitting' }, 'manual'],
  ['with everything answered', { mayLeaveUnanswered: false, unanswered: [] }, 'manual'],
  ['at the deadline, whatever is missing', { now: at('10:00:00'), unreceived: [1, 2], mayLeaveUnanswered: false }, 'timeUp'],
  ['at a deadline before the restraint ends', { now: at('09:20:00'), due: at('09:20:00') }, 'timeUp'],
  ['within the grace', { now: at('10:01:00') }, 'timeUp'],
  ['after the grace', { now: at('10:01:01') }, 'timeout'],
  ['at the deadline by both clocks', { now: at('10:00:00'), claim: 'timeUp' }, 'timeUp'],
  [
    'beyond the limit of absences',
    { now: at('09:01:00'), isOverLimit: true, unreceived: [1], mayLeaveUnanswered: false },
    'limit',
  ],
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
  ['not all answered', { mayLeaveUnanswered: false }, { refusal: 'unanswered' }],
  ['for a deadline that is a second away', { now: at('09:59:59'), claim: 'timeUp' }, { refusal: 'timeLeft' }],
  ['for absences that the server has not counted', { claim: 'limit' }, { refusal: 'withinLimit' }],
  ['not begun', { state: 'ready' }, { refusal: 'notInProgress' }],
  ['paused', { state: 'paused' }, { refusal: 'notInProgress', message: '考试已暂停，不能交卷' }],
  ['handed in already', { state: 'submitted' }, { refusal: 'alreadySubmitted' }],
])('may not hand in: %s', (_, more, refusal) => {
  expect(maySubmit({ ...submit, ...more })).toMatchObject({ allowed: false, ...refusal })
})
