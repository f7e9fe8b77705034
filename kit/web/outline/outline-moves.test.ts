import { expect, test } from 'vitest'
import { moveOfGroup, moveOfTask } from './outline-moves.ts'

const nodes = (...ids: string[]) => ids.map((id) => ({ id }))
const groups = [
  { id: '一', tasks: nodes('a', 'b') },
  { id: '二', tasks: nodes('c') },
]

test.each([
  ['b', -1, { taskId: 'b', groupId: '一', beforeId: 'a' }],
  ['a', 1, { taskId: 'a', groupId: '一', beforeId: null }],
  ['b', 1, { taskId: 'b', groupId: '二', beforeId: 'c' }],
  ['c', -1, { taskId: 'c', groupId: '一', beforeId: null }],
  ['a', -1, undefined],
  ['c', 1, undefined],
] as const)('task %s goes by %i', (id, by, moved) => expect(moveOfTask(groups, id, by)).toEqual(moved))

test('a group goes before the one above it or behind the one below', () => {
  expect(moveOfGroup(groups, '二', -1)).toEqual({ groupId: '二', beforeId: '一' })
  expect(moveOfGroup(groups, '一', 1)).toEqual({ groupId: '一', beforeId: null })
  expect(moveOfGroup(groups, '一', -1)).toBeUndefined()
})
