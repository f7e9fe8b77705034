import { expect, test } from 'vitest'
import { attendanceState } from '../../contract/codes.ts'
import { courseOutcome, examOutcome, practiceOutcome, questionnaireOutcome, sessionOutcome } from './outcome-by-rule.ts'

const enrolledAt = new Date('2026-11-20T08:00:00Z')
const [earlier, later] = [new Date('2026-11-19T08:00:00Z'), new Date('2026-11-21T08:00:00Z')]

test.each([
  ['completed before, as usual', earlier, {}, 'done'],
  ['completed before, and that counts not', earlier, { countsEarlier: false }, undefined],
  ['completed since', later, { countsEarlier: false }, 'done'],
  ['not complete', null, {}, 'undone'],
])('a course: %s', (_, completedAt, rule, kind) => {
  expect(courseOutcome({ courseId: 'c', completedAt }, rule, enrolledAt)?.kind).toBe(kind)
})

const result = (submittedAt: Date, scoreHundredths: number, isPassed: boolean) => ({
  ...{ attemptId: `${scoreHundredths}`, submittedAt, scoreHundredths, isPassed },
})
test.each([
  ['failed', [result(later, 5900, false)], {}, 'undone'],
  ['failed, where handing in is enough', [result(later, 5900, false)], { needs: 'handedIn' }, 'done'],
  ['passed, below what the task asks for', [result(later, 6500, true)], { passScoreHundredths: 8000 }, 'undone'],
  ['failed, with what the task asks for', [result(later, 5900, false)], { passScoreHundredths: 5000 }, 'done'],
  ['passed before, which counts not', [result(earlier, 9000, true)], {}, undefined],
  ['passed before, which counts', [result(earlier, 9000, true)], { countsEarlier: true }, 'done'],
  ['the better of two', [result(later, 9000, true), result(later, 3000, false)], {}, 'done'],
])('an exam: %s', (_, results, rule, kind) => {
  expect(examOutcome(results, rule, enrolledAt)?.kind).toBe(kind)
})

const stands = (answeredPercent: number, accuracyPercent: number | null, reachedAt = later) => ({
  ...{ practiceId: 'p', answeredPercent, accuracyPercent, reachedAt },
})
test.each([
  ['answered as a whole', stands(100, 20), {}, 'done'],
  ['answered in part', stands(99, null), {}, undefined],
  ['answered as far as it has to be', stands(60, null), { answeredPercent: 60 }, 'done'],
  ['right too seldom', stands(100, 79), { accuracyPercent: 80 }, undefined],
  ['right often enough', stands(100, 80), { accuracyPercent: 80 }, 'done'],
  ['nothing that is right or wrong', stands(100, null), { accuracyPercent: 1 }, undefined],
  ['practised before, which counts not', stands(100, 100, earlier), {}, undefined],
  ['practised before, which counts', stands(100, 100, earlier), { countsEarlier: true }, 'done'],
])('a practice: %s', (_, standing, rule, kind) => {
  expect(practiceOutcome(standing, rule, enrolledAt)?.kind).toBe(kind)
})

test.each([
  ['on the day of joining', '2026-11-20', {}, 'done'],
  ['before, which counts not', '2026-11-19', {}, undefined],
  ['before, which counts', '2026-11-19', { countsEarlier: true }, 'done'],
])('a questionnaire answered %s', (_, answeredOn, rule, kind) => {
  expect(questionnaireOutcome({ questionnaireId: 'q', answeredOn }, rule, '2026-11-20')?.kind).toBe(kind)
})

const { booked, present, late, onLeave, absent } = attendanceState
test.each([
  [booked, {}, undefined],
  [present, {}, 'done'],
  [late, {}, 'done'],
  [late, { lateCounts: false }, 'undone'],
  [onLeave, {}, 'undone'],
  [absent, {}, 'undone'],
])('attendance %i with %j is %s', (state, rule, kind) => {
  expect(sessionOutcome(state, rule)?.kind).toBe(kind)
})
