import { expect, test } from 'vitest'
import { findTask, movedTask, placed, withoutTasks } from './outline-changes.ts'

const task = (id: string, ...waits: string[]) => ({
  ...{ id, title: id },
  conditions: waits.map((taskId) => ({ kind: 'passed', taskId })),
})
const groups = [
  { ...task('1', 'a'), tasks: [task('a'), task('b', 'a')] },
  { ...task('2'), tasks: [task('c', 'b', 'a')] },
]

test('a node stands before another one, behind all where there is none', () => {
  const ids = (beforeId: string | null) =>
    placed([{ id: 'a' }, { id: 'b' }, { id: 'c' }], { id: 'c' }, beforeId).map(({ id }) => id)
  expect([ids('a'), ids(null), ids('gone')]).toEqual([
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('a task moves into another group; of what is not there nothing moves', () => {
  const moved = movedTask(groups, { taskId: 'a', groupId: '2', beforeId: 'c' })
  expect(moved?.groups.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([['b'], ['a', 'c']])
  expect(movedTask(groups, { taskId: 'x', groupId: '2', beforeId: null })).toBeUndefined()
  expect(movedTask(groups, { taskId: 'a', groupId: 'x', beforeId: null })).toBeUndefined()
})

test('with a task goes what waited for it', () => {
  const left = withoutTasks(groups, new Set(['a']))
  expect(findTask(left, 'a')).toBeUndefined()
  expect(left[0]?.conditions).toEqual([])
  expect(findTask(left, 'b')?.conditions).toEqual([])
  expect(findTask(left, 'c')?.conditions).toEqual([{ kind: 'passed', taskId: 'b' }])
})
