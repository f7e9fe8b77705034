import { expect, test } from 'vitest'
import type { DeskTask } from '../contract/shapes.ts'
import { keyAction } from './key-action.ts'
import { isEmptyAnswer, offeredScores, startingMarks, sumOf, togglePoint, withPhrase, withPoint, withScore } from './marks.ts'
import { typeScore } from './score-typing.ts'

const points = [
  { id: 'auto', text: '第1空', score: 2, isAutomatic: true, earned: 1.5 },
  { id: 'a', text: '甲', score: 3.3, isAutomatic: false, earned: null },
  { id: 'b', text: '乙', score: 3.2, isAutomatic: false, earned: null },
] as const
const task = { points: [...points], maxScore: 8 }
const empty = { score: null, keyPoints: {}, comment: '' }

test('key points add up with what the machine gave, exactly and never beyond the full mark', () => {
  const both = togglePoint(togglePoint(empty, task, points[1]), task, points[2])
  expect(both).toMatchObject({ score: 8, keyPoints: { a: 3.3, b: 3.2 } })
  expect(togglePoint(both, task, points[1])).toMatchObject({ score: 4.7, keyPoints: { a: 0, b: 3.2 } })
  expect(withPoint(empty, task, 'a', 0.1).score).toBe(1.6)
  expect(togglePoint(empty, task, points[0])).toBe(empty)
  expect(sumOf({ points: [], maxScore: 1 }, { x: 0.1, y: 0.2 })).toBe(0.3)
})

test('a typed score stands for itself and forgets the points', () => {
  expect(withScore({ ...empty, keyPoints: { a: 3 } }, 5)).toEqual({ score: 5, keyPoints: {}, comment: '' })
})

const desk: DeskTask = {
  ...{ examId: 'e', attemptId: 'a', slot: 2, number: 2, questionId: 'q', maxScore: 10, optionOrder: [], points: [], phrases: [] },
  ...{ version: 1, state: 0, score: null, keyPoints: {}, comment: '', markerName: null, markedAt: null, draft: null, lock: null },
  ...{ mayEdit: true, whyNot: null, answer: null, answerState: 'seen_blank' },
  candidate: { label: '考生 1', isAnonymous: true, departmentName: null },
  content: { type: 6, stem: '简述', keyPoints: [], referenceAnswer: '', analysis: '' },
}

test('for an empty answer 0 is proposed and only has to be confirmed; any other starts without a score', () => {
  expect(isEmptyAnswer(desk)).toBe(true)
  expect(startingMarks(desk).score).toBe(0)
  const written: DeskTask = { ...desk, answer: { type: 6, format: 'text', text: '报警' }, answerState: 'answered' }
  expect(startingMarks(written).score).toBeNull()
  expect(startingMarks({ ...desk, mayEdit: false }).score).toBeNull()
})

test('a remark is added once, behind what is written', () => {
  const one = withPhrase(empty, '偏题')
  expect(withPhrase(one, '要点不全').comment).toBe('偏题；要点不全')
  expect(withPhrase(one, '偏题')).toBe(one)
})

test.each([
  { max: 3, scores: [0, 0.5, 1, 1.5, 2, 2.5, 3] },
  { max: 10, scores: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  { max: 25, scores: [0, 3, 6, 9, 12, 15, 18, 21, 24, 25] },
  { max: 5.25, scores: [0, 1, 2, 3, 4, 5, 5.25] },
])('a question of $max points offers $scores', ({ max, scores }) => expect(offeredScores(max)).toEqual(scores))

test.each([
  { keys: ['7'], score: 7 },
  { keys: ['1', '2'], score: 12 },
  { keys: ['7', '.', '5'], score: 7.5 },
  { keys: ['9', '9'], score: 9 },
  { keys: ['1', '.', '2', '5', '3'], score: 3 },
])('typing $keys on a question of 15 means $score', ({ keys, score }) => {
  let typed: { text: string; at: number; score: number | null } = { text: '', at: 0, score: null }
  keys.forEach((key, index) => {
    typed = typeScore(typed, key, { max: 15, now: 10_000 + index * 300 })
  })
  expect(typed.score).toBe(score)
})

test('keys after a pause begin a new score', () => {
  const one = typeScore({ text: '', at: 0 }, '1', { max: 15, now: 10_000 })
  expect(typeScore(one, '2', { max: 15, now: 12_000 }).score).toBe(2)
})

const key = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTyping: false,
  usesArrows: false,
  isOnControl: false,
}
test.each([
  { pressed: { ...key, key: 'Enter', ctrlKey: true, isTyping: true }, action: { kind: 'save' } },
  { pressed: { ...key, key: 'Enter', metaKey: true }, action: { kind: 'save' } },
  { pressed: { ...key, key: 'Enter' }, action: { kind: 'confirmEmpty' } },
  { pressed: { ...key, key: 'Enter', isOnControl: true }, action: undefined },
  { pressed: { ...key, key: 'Enter', isTyping: true }, action: undefined },
  { pressed: { ...key, key: '7', code: 'Digit7' }, action: { kind: 'score', key: '7' } },
  { pressed: { ...key, key: '7', code: 'Digit7', isTyping: true }, action: undefined },
  { pressed: { ...key, key: '¡', code: 'Digit1', altKey: true, isTyping: true }, action: { kind: 'point', index: 0 } },
  { pressed: { ...key, key: 'ArrowRight' }, action: { kind: 'next' } },
  { pressed: { ...key, key: 'ArrowLeft' }, action: { kind: 'previous' } },
  { pressed: { ...key, key: 'ArrowLeft', usesArrows: true }, action: undefined },
  { pressed: { ...key, key: 'ArrowLeft', isTyping: true }, action: undefined },
  { pressed: { ...key, key: 'Escape', isTyping: true }, action: { kind: 'leaveField' } },
  { pressed: { ...key, key: 'c' }, action: { kind: 'comment' } },
  { pressed: { ...key, key: 'c', ctrlKey: true }, action: undefined },
])('$pressed.key means $action', ({ pressed, action }) => expect(keyAction(pressed)).toEqual(action))
