import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttemptChange,
  type AttemptStanding,
  attemptStates,
  isAbsent,
  isClosed,
  isUnderWay,
  transitionAttempt,
} from './attempt-transition.ts'

const start: AttemptStanding = { state: 'assigned', stateBeforeVoid: null }
const changes: AttemptChange['name'][] = [
  'checkIn',
  'prepare',
  'start',
  'pause',
  'resume',
  'beginSubmit',
  'confirmSubmit',
  'timeOut',
  'force',
  'abandon',
  'reopen',
  'giveBack',
  'score',
  'beginMarking',
  'finishMarking',
  'reopenMarking',
  'publish',
  'withdraw',
  'void',
  'restore',
]

/** Follows the changes, the first refusal ends the way. */
function follow(...names: AttemptChange['name'][]): string {
  let standing = start
  for (const name of names) {
    const step = transitionAttempt(standing, { name, reason: '断电' })
    if (!step.allowed) return `${name}: ${step.message}`
    standing = step.standing
  }
  return standing.state
}

test.each<[string, AttemptChange['name'][]]>([
  [
    'published',
    [
      'checkIn',
      'prepare',
      'start',
      'pause',
      'resume',
      'beginSubmit',
      'confirmSubmit',
      'score',
      'beginMarking',
      'finishMarking',
      'publish',
    ],
  ],
  ['published', ['start', 'confirmSubmit', 'score', 'finishMarking', 'publish']],
  ['auto_scored', ['start', 'timeOut', 'score']],
  ['timeout_submitted', ['start', 'beginSubmit', 'timeOut']],
  ['auto_scored', ['start', 'force', 'score']],
  ['abandoned', ['start', 'abandon']],
  ['in_progress', ['start', 'force', 'reopen']],
  ['in_marking', ['start', 'confirmSubmit', 'score', 'finishMarking', 'publish', 'withdraw', 'reopenMarking']],
  ['in_progress', ['start', 'timeOut', 'score', 'giveBack']],
  ['paused', ['start', 'timeOut', 'score', 'finishMarking', 'publish', 'withdraw', 'reopenMarking', 'giveBack', 'pause']],
  ['in_progress', ['start', 'void', 'restore']],
  ['published', ['start', 'confirmSubmit', 'score', 'finishMarking', 'publish', 'void', 'restore']],
])('%s after %s', (state, names) => {
  expect(follow(...names)).toBe(state)
})

test.each<[string, AttemptChange['name'][]]>([
  ['beginMarking: 当前状态为“已交卷”，不能执行此操作', ['start', 'confirmSubmit', 'beginMarking']],
  ['score: 当前状态为“答题中”，不能执行此操作', ['start', 'score']],
  ['reopen: 当前状态为“已交卷”，不能执行此操作', ['start', 'confirmSubmit', 'reopen']],
  ['reopen: 当前状态为“客观题已判分”，不能执行此操作', ['start', 'timeOut', 'score', 'reopen']],
  ['start: 当前状态为“答题中”，不能执行此操作', ['start', 'start']],
  ['void: 当前状态为“已作废”，不能执行此操作', ['void', 'void']],
  ['start: 当前状态为“已作废”，不能执行此操作', ['void', 'start']],
  ['restore: 当前状态为“未开始”，不能执行此操作', ['restore']],
])('%s', (message, names) => {
  expect(follow(...names)).toBe(message)
})

test('a pause, a forced hand-in, a reopening and a voiding want their reason', () => {
  const running: AttemptStanding = { state: 'in_progress', stateBeforeVoid: null }
  for (const name of ['pause', 'force', 'void'] as const)
    expect(transitionAttempt(running, { name, reason: '  ' })).toEqual({ allowed: false, message: '请填写原因' })
  expect(transitionAttempt({ ...running, state: 'forced_submitted' }, { name: 'reopen' })).toEqual({
    allowed: false,
    message: '请填写原因',
  })
})

describe('laws', () => {
  const walk = fc.array(fc.constantFrom(...changes), { maxLength: 40 })

  test('nothing is scored before it is closed, and a way back from void leads to where it was', () => {
    fc.assert(
      fc.property(walk, (names) => {
        let standing = start
        for (const name of names) {
          const step = transitionAttempt(standing, { name, reason: '因' })
          if (!step.allowed) continue
          if (step.standing.state === 'auto_scored' && name !== 'restore')
            expect(isClosed(standing.state) && !isUnderWay(standing.state)).toBe(true)
          expect(step.standing.stateBeforeVoid !== null).toBe(step.standing.state === 'voided')
          if (name === 'void') expect(transitionAttempt(step.standing, { name: 'restore' })).toEqual({ allowed: true, standing })
          standing = step.standing
        }
      }),
      { numRuns: 300 },
    )
  })

  test('every state is reached by some way, and any of them may be voided', () => {
    const reached = new Set(['assigned'])
    let frontier = [start]
    while (frontier.length > 0) {
      frontier = frontier.flatMap((standing) =>
        changes.flatMap((name) => {
          const step = transitionAttempt(standing, { name, reason: '因' })
          if (!step.allowed || reached.has(step.standing.state)) return []
          reached.add(step.standing.state)
          return [step.standing]
        }),
      )
    }
    expect([...reached].sort()).toEqual([...attemptStates].sort())
  })
})

test('absence is derived from the window', () => {
  const window = { now: new Date('2026-11-20T12:00:01Z'), closeAt: new Date('2026-11-20T12:00:00Z') }
  expect(isAbsent(['assigned'], window)).toBe(true)
  expect(isAbsent([], window)).toBe(true)
  expect(isAbsent(['in_progress'], window)).toBe(false)
  expect(isAbsent(['assigned'], { ...window, now: new Date('2026-11-20T11:00:00Z') })).toBe(false)
  expect(isAbsent(['assigned'], { ...window, closeAt: null })).toBe(false)
})
