import { expect, test } from 'vitest'
import { afterAnswer, type GivenAnswer, movedEasily, type Standing } from './after-answer.ts'

const figures = { retentionPercent: 90, leaveStreak: 3, leaveDays: 2 }
const timeZone = 'Asia/Shanghai'
const on = (day: number, given: Partial<GivenAnswer> = {}): GivenAnswer => ({
  isFull: true,
  isOwn: false,
  score: 200,
  max: 200,
  at: new Date(Date.UTC(2026, 2, day, 4)),
  day: `2026-03-0${day}`,
  timeZone,
  keyMark: 'key',
  ...given,
})
const run = (...answers: GivenAnswer[]): Standing =>
  answers.reduce<Standing | null>((known, given) => afterAnswer(known, given, figures), null) ??
  expect.fail('nothing was answered')

test('it is due at the beginning of a local day', () => {
  expect(run(on(1)).dueAt).toEqual(new Date('2026-03-02T16:00:00Z'))
})

test('the first answer of a day alone moves the memory, and every answer counts', () => {
  const once = run(on(1, { isFull: false, score: 0 }))
  const twice = run(on(1, { isFull: false, score: 0 }), on(1))
  expect(twice.memory).toEqual(once.memory)
  expect(twice).toMatchObject({ answerCount: 2, rightCount: 1, wrongCount: 1, lastScore: 200, streak: 1 })
})

test('another key starts the memory and the streak anew; the wrong book keeps it', () => {
  const before = run(on(1, { isFull: false, score: 0 }), on(2), on(3))
  const after = afterAnswer(before, on(4, { keyMark: 'other' }), figures)
  expect(before.memory?.reviews).toBe(3)
  expect(after).toMatchObject({ memory: { reviews: 1 }, streak: 1, wrongSince: before.wrongSince })
})

test("one's own judgement moves the memory and says nothing of mastery", () => {
  expect(run(on(1, { isOwn: true }))).toMatchObject({ lastScore: null, scoredAt: null, memory: { reviews: 1 } })
})

test('an older answer that arrives late does not replace the latest', () => {
  expect(run(on(3), on(2, { score: 0, isFull: false })).lastScore).toBe(200)
})

test('太简单 is of the day of a right answer', () => {
  const good = run(on(1))
  const easy = movedEasily(good, { day: '2026-03-01', timeZone }, figures)
  expect(easy?.memory).toMatchObject({ reviews: 1, stability: 8.2956 })
  expect(easy && movedEasily(easy, { day: '2026-03-01', timeZone }, figures)).toEqual(easy)
  expect(movedEasily(good, { day: '2026-03-02', timeZone }, figures)).toBeUndefined()
  const missed = run(on(1, { isFull: false, score: 0 }))
  expect(movedEasily(missed, { day: '2026-03-01', timeZone }, figures)).toBeUndefined()
})
