import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmDone, pagesDone, wordsOfMissing } from './completion.ts'
import { progressOf } from './progress.ts'
import { type Range, rangesOf } from './ranges.ts'

test.each<{ name: string; watched: Range[]; length: number; percent: number; complete: boolean; shown: number; says: string[] }>([
  {
    name: '95 percent with its end',
    watched: [
      [0, 560],
      [590, 600],
    ],
    length: 600,
    percent: 95,
    complete: true,
    shown: 100,
    says: [],
  },
  {
    name: 'all but the end',
    watched: [[0, 597]],
    length: 600,
    percent: 95,
    complete: false,
    shown: 99,
    says: ['结尾 9:57–10:00 尚未观看'],
  },
  {
    name: 'a jump to the end',
    watched: [
      [0, 10],
      [590, 600],
    ],
    length: 600,
    percent: 95,
    complete: false,
    shown: 3,
    says: ['还需观看 9:10，未观看的部分：0:10–9:50'],
  },
  {
    name: 'a film of twelve seconds less one',
    watched: [[0, 11]],
    length: 12,
    percent: 95,
    complete: true,
    shown: 100,
    says: [],
  },
  {
    name: 'a film without length',
    watched: [],
    length: 0,
    percent: 95,
    complete: false,
    shown: 0,
    says: ['还没有打开；打开后按时长或页数计算，只能下载的文件打开即完成'],
  },
])('$name', ({ watched, length, percent, complete, shown, says }) => {
  const done = filmDone(watched, { lengthSeconds: length, percent })
  expect([done.isComplete, done.percent, done.missing.map(wordsOfMissing)]).toEqual([complete, shown, says])
})

test('pages count after their seconds, and those that miss are named', () => {
  const rule = { pageCount: 4, secondsPerPage: 5, percent: 100 }
  expect(pagesDone([5, 9, 4.9, 0], rule)).toMatchObject({ isComplete: false, percent: 50 })
  expect(pagesDone([5, 9, 4.9, 0], rule).missing.map(wordsOfMissing)).toEqual(['还需阅读 2 页，未读的页：3、4'])
  expect(pagesDone([5, 9, 4.9, 0], { ...rule, percent: 50 }).isComplete).toBe(true)
  const ofUnit = (unit: 'block' | 'picture') => pagesDone([5, 0], { ...rule, pageCount: 2, unit }).missing.map(wordsOfMissing)
  expect(ofUnit('block')).toEqual(['还需阅读 1 节，未读的节：2'])
  expect(ofUnit('picture')).toEqual(['还需查看图片'])
})

test('100 percent is shown if, and only if, a film is complete', () => {
  const ranges = fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 90 })), { maxLength: 6 })
  fc.assert(
    fc.property(ranges, fc.integer({ min: 0, max: 90 }), fc.integer({ min: 60, max: 100 }), (given, length, percent) => {
      const done = filmDone(rangesOf(given, length), { lengthSeconds: length, percent })
      expect(done.percent === 100).toBe(done.isComplete)
      expect(done.missing.length === 0).toBe(done.isComplete)
    }),
  )
})

const task = fc.record({
  isRequired: fc.boolean(),
  weight: fc.integer({ min: 0, max: 10 }),
  percent: fc.integer({ min: 0, max: 100 }),
  isComplete: fc.boolean(),
})

test('100 percent is reached exactly when all that is required is complete', () => {
  fc.assert(
    fc.property(fc.array(task, { maxLength: 8 }), (tasks) => {
      const required = tasks.filter(({ isRequired }) => isRequired)
      const counted = required.length > 0 ? required : tasks
      const isAll = counted.length > 0 && counted.every(({ isComplete }) => isComplete)
      expect(progressOf(tasks).isComplete).toBe(isAll)
      expect(progressOf(tasks).percent === 100).toBe(isAll)
    }),
  )
})

test('finishing a task never lowers the percent', () => {
  fc.assert(
    fc.property(fc.array(task, { minLength: 1, maxLength: 8 }), fc.nat(), (tasks, at) => {
      const index = at % tasks.length
      const finished = tasks.map((one, position) => (position === index ? { ...one, isComplete: true } : one))
      expect(progressOf(finished).percent).toBeGreaterThanOrEqual(progressOf(tasks).percent)
    }),
  )
})

const one = { isRequired: true, weight: 1, percent: 0, isComplete: false }
test.each([
  { name: 'nothing to do', tasks: [], percent: 0 },
  { name: 'one of three', tasks: [{ ...one, isComplete: true }, one, one], percent: 33 },
  { name: 'partly done counts its share', tasks: [{ ...one, percent: 50 }, one], percent: 25 },
  { name: 'weights', tasks: [{ ...one, weight: 3, isComplete: true }, one], percent: 75 },
  {
    name: 'optional ones count for nothing beside required ones',
    tasks: [one, { ...one, isRequired: false, isComplete: true }],
    percent: 0,
  },
  {
    name: 'optional ones alone',
    tasks: [
      { ...one, isRequired: false, isComplete: true },
      { ...one, isRequired: false },
    ],
    percent: 50,
  },
  {
    name: 'no weights at all',
    tasks: [
      { ...one, weight: 0, isComplete: true },
      { ...one, weight: 0 },
    ],
    percent: 50,
  },
])('$name', ({ tasks, percent }) => expect(progressOf(tasks).percent).toBe(percent))
