import { expect, test } from 'vitest'
import { moveOfChapter, moveOfTask } from './outline-moves.ts'

const nodes = (...ids: string[]) => ids.map((id) => ({ id }))
const chapters = [
  { id: '一', tasks: nodes('a', 'b') },
  { id: '二', tasks: nodes('c') },
]

test.each([
  ['b', -1, { taskId: 'b', chapterId: '一', beforeId: 'a' }],
  ['a', 1, { taskId: 'a', chapterId: '一', beforeId: null }],
  ['b', 1, { taskId: 'b', chapterId: '二', beforeId: 'c' }],
  ['c', -1, { taskId: 'c', chapterId: '一', beforeId: null }],
  ['a', -1, undefined],
  ['c', 1, undefined],
] as const)('task %s goes by %i', (id, by, moved) => expect(moveOfTask(chapters, id, by)).toEqual(moved))

test('a chapter goes before the one above it or behind the one below', () => {
  expect(moveOfChapter(chapters, '二', -1)).toEqual({ chapterId: '二', beforeId: '一' })
  expect(moveOfChapter(chapters, '一', 1)).toEqual({ chapterId: '一', beforeId: null })
  expect(moveOfChapter(chapters, '一', -1)).toBeUndefined()
})
