import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockCircle } from './lock-circle.ts'
import {
  beginUntilOf,
  type Condition,
  type GroupNode,
  type Order,
  type Standing,
  type TaskNode,
  type TaskStanding,
  unlockOf,
  wordsOfLock,
} from './unlock.ts'

const enrolledAt = new Date('2026-03-02T00:00:00Z')
const now = new Date('2026-03-10T00:00:00Z')
const later = new Date('2026-03-20T00:00:00Z')

const task = (id: string, rest: Partial<TaskNode> = {}): TaskNode => ({
  id,
  title: id,
  isRequired: true,
  conditions: [],
  ...rest,
})
const group = (id: string, tasks: TaskNode[], conditions: Condition[] = []): GroupNode => ({ id, title: id, conditions, tasks })
const done: TaskStanding = { isBegun: true, isComplete: true, isPassed: true, scoreHundredths: null }
const standing = (tasks: Record<string, TaskStanding> = {}, openedByHand: string[] = []): Standing => ({
  enrolledAt,
  tasks: new Map(Object.entries(tasks)),
  openedByHand: new Set(openedByHand),
})
const tree = (order: Order, ...groups: GroupNode[]) => ({ order, groups })

function lockedIn(order: Order, groups: GroupNode[], at: Standing, when = now): string[] {
  const locks = unlockOf(tree(order, ...groups), at, when)
  return [...locks].flatMap(([id, lock]) =>
    lock.isOpen ? [] : [`${id}: ${lock.reasons.map((one) => wordsOfLock(one, day)).join('；')}`],
  )
}
const day = (at: Date) => at.toISOString().slice(0, 10)

const two = [group('一', [task('甲'), task('乙')]), group('二', [task('丙')])]

test('in order, a task waits for the required ones before it across the borders of chapters', () => {
  expect(lockedIn('tasks', two, standing())).toEqual(['乙: 需先完成“甲”', '丙: 需先完成“甲”'])
  expect(lockedIn('tasks', two, standing({ 甲: done, 乙: done }))).toEqual([])
})

test('an optional task holds nobody up', () => {
  const groups = [group('一', [task('甲', { isRequired: false }), task('乙')])]
  expect(lockedIn('tasks', groups, standing())).toEqual([])
})

test('chapters in order: tasks of one chapter are free among themselves', () => {
  expect(lockedIn('groups', two, standing())).toEqual(['丙: 需先完成“甲”', '二: 需先完成“甲”'])
  expect(lockedIn('groups', two, standing({ 甲: done }))).toEqual(['丙: 需先完成“乙”', '二: 需先完成“乙”'])
})

test('what was begun or completed stays open whatever is locked later', () => {
  const begun = { ...done, isComplete: false, isPassed: false }
  expect(lockedIn('tasks', two, standing({ 丙: begun }))).toEqual(['乙: 需先完成“甲”'])
})

test.each<{ name: string; condition: Condition; when: Date; says: string[] }>([
  { name: 'before its day', condition: { kind: 'from', at: later }, when: now, says: ['甲: 2026-03-20 开放'] },
  { name: 'from the very instant', condition: { kind: 'from', at: later }, when: later, says: [] },
  {
    name: 'until, which is no longer part of it',
    condition: { kind: 'until', at: later },
    when: later,
    says: ['甲: 已于 2026-03-20 截止'],
  },
  { name: 'days from the enrolment', condition: { kind: 'fromDay', days: 9 }, when: now, says: ['甲: 2026-03-11 开放'] },
  { name: 'days that have passed', condition: { kind: 'fromDay', days: 8 }, when: now, says: [] },
  {
    name: 'a number of days to do it in',
    condition: { kind: 'untilDay', days: 8 },
    when: now,
    says: ['甲: 已于 2026-03-10 截止'],
  },
  { name: 'by hand', condition: { kind: 'byHand' }, when: now, says: ['甲: 等待管理员开放'] },
])('$name', ({ condition, when, says }) => {
  expect(lockedIn('free', [group('一', [task('甲', { conditions: [condition] })])], standing(), when)).toEqual(says)
})

test('a task that must be passed is not met by handing in', () => {
  const groups = [
    group('一', [task('考试'), task('甲', { conditions: [{ kind: 'passed', taskId: '考试', scoreHundredths: 6000 }] })]),
  ]
  const failed = { ...done, isComplete: false, isPassed: false, scoreHundredths: 5950 }
  expect(lockedIn('free', groups, standing({ 考试: failed }))).toEqual(['甲: 需先通过“考试”（至少 60 分）'])
  expect(lockedIn('free', groups, standing({ 考试: { ...failed, scoreHundredths: 6000 } }))).toEqual([])
})

test('what is no test is to be completed, and is named once where the order says the same', () => {
  const passed: Condition[] = [{ kind: 'passed', taskId: '先' }]
  const waiting = (isTest: boolean) => [group('一', [task('先', { isTest }), task('甲', { conditions: passed })])]
  expect(lockedIn('free', waiting(true), standing())).toEqual(['甲: 需先通过“先”'])
  expect(lockedIn('free', waiting(false), standing())).toEqual(['甲: 需先完成“先”'])
  expect(lockedIn('tasks', waiting(false), standing())).toEqual(['甲: 需先完成“先”'])
  expect(lockedIn('free', waiting(false), standing({ 先: done }))).toEqual([])
})

test('a condition on a task that was removed holds nobody up', () => {
  const groups = [group('一', [task('甲', { conditions: [{ kind: 'passed', taskId: '已删' }] })])]
  expect(lockedIn('free', groups, standing())).toEqual([])
})

test('a chapter that is not open locks its tasks; opened by hand it is, and so is a single task in it', () => {
  const groups = [group('一', [task('甲'), task('乙')], [{ kind: 'from', at: later }])]
  expect(lockedIn('free', groups, standing())).toEqual(['甲: 2026-03-20 开放', '乙: 2026-03-20 开放', '一: 2026-03-20 开放'])
  expect(lockedIn('free', groups, standing({}, ['一']))).toEqual([])
  expect(lockedIn('free', groups, standing({}, ['乙']))).toEqual(['甲: 2026-03-20 开放'])
})

test('it opens by itself only where nothing but time is missing', () => {
  const until = (...conditions: Condition[]) => {
    const lock = unlockOf(tree('free', group('一', [task('考试'), task('甲', { conditions })])), standing(), now).get('甲')
    return lock?.isOpen ? 'open' : lock?.opensAt
  }
  const soon = new Date('2026-03-12T00:00:00Z')
  expect(until({ kind: 'from', at: soon }, { kind: 'from', at: later })).toEqual(later)
  expect(until({ kind: 'from', at: soon }, { kind: 'passed', taskId: '考试' })).toBeNull()
})

test('a task that closes says until when it may be begun, to whoever has not begun it and was not let in by hand', () => {
  const groups = [
    group('一', [task('甲', { conditions: [{ kind: 'untilDay', days: 10 }] }), task('乙')], [{ kind: 'until', at: later }]),
    group('二', [task('丙', { conditions: [{ kind: 'from', at: later }] })]),
  ]
  const untilIn = (at: Standing) => [...beginUntilOf(tree('free', ...groups), at)].map(([id, until]) => [id, day(until)])
  expect(untilIn(standing())).toEqual([
    ['甲', '2026-03-12'],
    ['乙', '2026-03-20'],
  ])
  expect(untilIn(standing({ 甲: { ...done, isComplete: false } }, ['乙']))).toEqual([])
  expect(untilIn(standing({}, ['一']))).toEqual([['甲', '2026-03-12']])
})

test('completing more never locks anything that was open', () => {
  const conditions = fc.oneof(
    fc.record({ kind: fc.constant('passed' as const), taskId: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.constant<Condition>({ kind: 'from', at: later }),
  )
  const trees = fc.record({
    order: fc.constantFrom<Order>('free', 'tasks', 'groups'),
    of: fc.array(fc.record({ isRequired: fc.boolean(), conditions: fc.array(conditions, { maxLength: 2 }) }), {
      minLength: 4,
      maxLength: 4,
    }),
  })
  const finished = fc.subarray(['a', 'b', 'c', 'd'])
  fc.assert(
    fc.property(trees, finished, fc.constantFrom('a', 'b', 'c', 'd'), ({ order, of }, before, more) => {
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id, index) => task(id, of[index]))
      if (!a || !b || !c || !d) return
      const whole = tree(order, group('一', [a, b]), group('二', [c, d]))
      const openIn = (ids: string[]) => {
        const locks = unlockOf(whole, standing(Object.fromEntries(ids.map((id) => [id, done]))), now)
        return [...locks].filter(([, lock]) => lock.isOpen).map(([id]) => id)
      }
      expect(openIn([...before, more])).toEqual(expect.arrayContaining(openIn(before)))
    }),
  )
})

test('tasks that wait for each other are named', () => {
  const needs = (taskId: string): Partial<TaskNode> => ({ conditions: [{ kind: 'passed', taskId }] })
  expect(
    lockCircle(tree('free', group('一', [task('甲', needs('乙')), task('乙', needs('甲')), task('丙', needs('甲'))]))),
  ).toEqual(['甲', '乙'])
  expect(lockCircle(tree('free', group('一', [task('甲', needs('乙')), task('乙')])))).toBeUndefined()
  expect(lockCircle(tree('tasks', group('一', [task('甲', needs('乙')), task('乙')])))).toEqual(['甲', '乙'])
  expect(lockCircle(tree('groups', group('一', [task('甲')]), group('二', [task('乙')])))).toBeUndefined()
  expect(lockCircle(tree('free', group('一', [task('甲')], [{ kind: 'passed', taskId: '甲' }])))).toEqual(['甲'])
})

test('without a circle everything can be opened by doing what is open', () => {
  const needs = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined })
  fc.assert(
    fc.property(
      fc.constantFrom<Order>('free', 'tasks', 'groups'),
      fc.array(needs, { minLength: 4, maxLength: 4 }),
      (order, of) => {
        const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id, index) => {
          const taskId = of[index]
          return task(id, taskId === undefined ? {} : { conditions: [{ kind: 'passed', taskId }] })
        })
        if (!a || !b || !c || !d) return
        const whole = tree(order, group('一', [a, b]), group('二', [c, d]))
        const finished: Record<string, TaskStanding> = {}
        for (let round = 0; round < 5; round++)
          for (const [id, lock] of unlockOf(whole, standing(finished), now))
            if (lock.isOpen && id.length === 1) finished[id] = done
        const all = ['a', 'b', 'c', 'd'].every((id) => id in finished)
        expect(all).toBe(lockCircle(whole) === undefined)
      },
    ),
  )
})
