import { expect, test } from 'vitest'
import type { Feedback, Run, RunItem } from '../../contract/learn-shapes.ts'
import {
  answerOf,
  isOpen,
  markOf,
  mayAnswer,
  nextOpen,
  openedRun,
  withDraft,
  withGiven,
  withRefused,
  withTold,
} from './run-state.ts'

const permits = { result: true, answer: true, analysis: true }
const counts = { itemCount: 3, answeredCount: 0, passedOverCount: 0, rightCount: 0, ownJudgedCount: 0, isFinished: false }
const chosen = { type: 1, optionId: 'a' } as const

function feedbackOf(change: Partial<Feedback> = {}): Feedback {
  return {
    ...{ seq: 1, outcome: 'scored', text: null, answer: chosen, maxScore: 2, isCorrect: true, score: 2 },
    ...{ isOwnJudgement: false, mayBeEasy: false },
    ...change,
  }
}

function itemOf(item: number, feedback: Feedback | null = null): RunItem {
  const view = { type: 1 as const, stem: `第 ${item} 题`, options: [{ id: 'a', html: '甲' }] }
  return {
    ...{ item, questionId: `q${item}`, view, maxScore: 2, points: [], isFavourite: false, note: '', nextSeq: 1 },
    ...{ permits, feedback },
  }
}

function runOf(items: readonly RunItem[], change: Partial<Run> = {}): Run {
  return {
    ...{ runId: 'r', practiceId: null, name: '今日练习', mode: 5, beganAt: '2026-11-22T00:00:00.000Z', endsAt: null },
    ...{ isOver: false, counts, items: [...items] },
    ...change,
  }
}

const fresh = (...items: readonly (Feedback | null)[]) =>
  openedRun(runOf(items.map((feedback, index) => itemOf(index + 1, feedback))), new Map(), new Map())

test('a round opens at its first open question', () => {
  expect(fresh(feedbackOf(), null, null).at).toBe(1)
  expect(fresh(feedbackOf(), feedbackOf()).at).toBe(0)
})

test('an answer that waits for the network is no longer open and goes on', () => {
  const state = withGiven(fresh(null, null, null), 1, chosen)
  expect(nextOpen(state)).toBe(1)
  const [first] = state.run.items
  if (!first) throw new Error('no item')
  expect(mayAnswer(state, first)).toBe(false)
  expect(answerOf(state, first)).toEqual(chosen)
  expect(markOf(state, first)).toBe('waiting')
})

test('behind the last question the search begins anew, and ends when all are answered', () => {
  const state = { ...fresh(null, feedbackOf(), feedbackOf()), at: 2 }
  expect(nextOpen(state)).toBe(0)
  expect(nextOpen(withGiven(state, 1, chosen))).toBeUndefined()
})

test("the server's word replaces what was written, whoever was first", () => {
  const other = { type: 1, optionId: 'b' } as const
  const written = withGiven(withDraft(fresh(null), 1, chosen), 1, chosen)
  const told = withTold(written, 1, { feedback: feedbackOf({ seq: 3, answer: other }), counts: { ...counts, answeredCount: 1 } })
  const [item] = told.run.items
  if (!item) throw new Error('no item')
  expect(answerOf(told, item)).toEqual(other)
  expect(item.nextSeq).toBe(4)
  expect(told.run.counts.answeredCount).toBe(1)
  expect(told.drafts.size + told.waiting.size).toBe(0)
})

test('what is refused stands there to be written again', () => {
  const state = withRefused(withGiven(fresh(null), 1, chosen), 1)
  expect(state.waiting.size).toBe(0)
  expect(state.drafts.get(1)).toEqual(chosen)
})

test.each([
  [feedbackOf(), 'right'],
  [feedbackOf({ isCorrect: false, score: 0 }), 'wrong'],
  [feedbackOf({ isCorrect: false, score: 1 }), 'partly'],
  [feedbackOf({ outcome: 'kept', isCorrect: undefined, score: undefined }), 'answered'],
  [feedbackOf({ outcome: 'passedOver', text: '题目已停用' }), 'passed'],
  [feedbackOf({ outcome: 'ownJudgement', isOwnJudgement: true, isCorrect: null, score: 1 }), 'answered'],
  [null, 'open'],
] as const)('%#: the sheet marks it %s', (feedback, mark) => {
  const state = fresh(feedback)
  const [item] = state.run.items
  expect(item && markOf(state, item)).toBe(mark)
})

test('a mock round takes another answer until it is finished, any other does not', () => {
  const kept = itemOf(1, feedbackOf({ outcome: 'kept', isCorrect: undefined, score: undefined }))
  const mock = openedRun(runOf([kept], { mode: 7 }), new Map(), new Map())
  expect(mayAnswer(mock, kept)).toBe(true)
  const finished = openedRun(runOf([kept], { mode: 7, counts: { ...counts, isFinished: true } }), new Map(), new Map())
  expect(mayAnswer(finished, kept)).toBe(false)
  expect(mayAnswer(fresh(feedbackOf()), itemOf(1, feedbackOf()))).toBe(false)
})

test('a short answer is open until one has judged it', () => {
  const waiting = itemOf(1, feedbackOf({ outcome: 'ownJudgement', isOwnJudgement: false, isCorrect: null, score: null }))
  const judged = itemOf(1, feedbackOf({ outcome: 'ownJudgement', isOwnJudgement: true, isCorrect: null, score: 1 }))
  expect(isOpen(fresh(null), waiting)).toBe(true)
  expect(isOpen(fresh(null), judged)).toBe(false)
})
