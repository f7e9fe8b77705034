import { defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { expect, test } from 'vitest'
import { type MarkingPoint, markingPoints, problemOfMarks, splitScore } from './marking-points.ts'

const short = (shares: number[]): QuestionContent => ({
  type: 6,
  stem: '简述',
  keyPoints: shares.map((scoreShare, index) => ({ id: `k${index}`, text: `要点${index}`, scoreShare })),
  referenceAnswer: '',
  analysis: '',
})

test.each([
  { shares: [0.5, 0.3, 0.2], max: 1000, parts: [500, 300, 200] },
  { shares: [1 / 3, 1 / 3, 1 / 3], max: 1000, parts: [333, 334, 333] },
  { shares: [0.25], max: 333, parts: [83] },
  { shares: [], max: 500, parts: [] },
])('shares $shares of $max hundredths are $parts', ({ shares, max, parts }) => {
  expect(splitScore(shares, max)).toEqual(parts)
})

test('the key points of a short answer are decided by a person', () => {
  const points = markingPoints({ content: short([0.6, 0.4]), rule: defaultScoringRule(6), maxHundredths: 1000 }, [])
  expect(points).toEqual([
    { id: 'k0', text: '要点0', score: 600, isAutomatic: false, earned: null },
    { id: 'k1', text: '要点1', score: 400, isAutomatic: false, earned: null },
  ])
})

const blanks: QuestionContent = {
  type: 4,
  stem: '{{a}} {{b}} {{c}}',
  blanks: ['a', 'b', 'c'].map((id) => ({ id, alternatives: [], match: id === 'b' ? 'manual' : 'exact' })),
  unorderedGroups: [],
  analysis: '',
}

test('of a fill-in question the machine keeps its blanks and the marker gets the others', () => {
  const rule = { ...defaultScoringRule(4), weights: { a: 2 } }
  const judged = [
    { id: 'a', earnedShare: 1, weightId: 'a' },
    { id: 'b', earnedShare: null, weightId: 'b' },
    { id: 'c', earnedShare: 0.5, weightId: 'c' },
  ]
  expect(markingPoints({ content: blanks, rule, maxHundredths: 400 }, judged)).toMatchObject([
    { id: 'a', score: 200, isAutomatic: true, earned: 200 },
    { id: 'b', score: 100, isAutomatic: false, earned: null },
    { id: 'c', score: 100, isAutomatic: true, earned: 50 },
  ])
})

test('where only a wholly right answer earns anything the score is free', () => {
  const rule = { ...defaultScoringRule(4), mode: 'allOrNothing' as const }
  expect(markingPoints({ content: blanks, rule, maxHundredths: 400 }, [])).toEqual([])
})

const points: MarkingPoint[] = [
  { id: 'auto', text: '第1空', score: 300, isAutomatic: true, earned: 300 },
  { id: 'x', text: '要点', score: 400, isAutomatic: false, earned: null },
  { id: 'y', text: '要点', score: 500, isAutomatic: false, earned: null },
]

test.each<{ scoreHundredths: number; keyPoints: Record<string, number>; problem: string | undefined }>([
  { scoreHundredths: 1000, keyPoints: {}, problem: undefined },
  { scoreHundredths: 1001, keyPoints: {}, problem: 'scoreTooHigh' },
  { scoreHundredths: 500, keyPoints: { x: 200 }, problem: undefined },
  { scoreHundredths: 200, keyPoints: { x: 200 }, problem: 'pointsDoNotAddUp' },
  { scoreHundredths: 801, keyPoints: { x: 401, y: 100 }, problem: 'scoreTooHigh' },
  { scoreHundredths: 300, keyPoints: { auto: 0 }, problem: 'unknownPoint' },
  { scoreHundredths: 300, keyPoints: { other: 0 }, problem: 'unknownPoint' },
  { scoreHundredths: 1000, keyPoints: { x: 400, y: 500 }, problem: undefined },
])('score $scoreHundredths with points $keyPoints of 1000: $problem', ({ problem, ...given }) => {
  expect(problemOfMarks(given, points, 1000)).toBe(problem)
})
