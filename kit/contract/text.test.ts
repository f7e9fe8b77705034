import { expect, test } from 'vitest'
import { requiredText, text } from './index.ts'

test.each([
  ['\u202e反写\u202c', '反写'],
  ['张三\u2066\u2067\u2068\u2069\u202a\u202b\u202d', '张三'],
  [' \u200f李四\u200e ', '李四'],
  ['👩‍🏫老师', '👩‍🏫老师'],
  ['㛃𬭚', '㛃𬭚'],
  ['محمد', 'محمد'],
])('marks of direction are taken out of %j, and nothing else', (typed, kept) => {
  expect(text(30, '姓名').parse(typed)).toBe(kept)
})

test('a text of nothing but marks of direction is empty', () => {
  expect(requiredText(30, '姓名').safeParse('\u202e\u200f').success).toBe(false)
})

test('control characters and halves of characters are refused', () => {
  for (const typed of ['a\u0000b', 'a\u0007', '\ud800']) expect(text(30, '姓名').safeParse(typed).success).toBe(false)
})
