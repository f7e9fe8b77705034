import { expect, test } from 'vitest'
import { possessive, requiredText, statedReason, text } from './index.ts'

test.each([
  ['\u202e反写\u202c', '反写'],
  ['张三\u2066\u2067\u2068\u2069\u202a\u202b\u202d', '张三'],
  [' \u200f李四\u200e ', '李四'],
  ['👩‍🏫老师', '👩‍🏫老师'],
  ['㛃𬭚', '㛃𬭚'],
  ['محمد', 'محمد'],
  ['\ufeff管\u200b理\u2060员\u00ad', '管理员'],
  ['\u3164\u115f空', '空'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('marks of direction and what shows nothing are taken out of %j, and nothing else', (typed, kept) => {
  expect(text(30, '姓名').parse(typed)).toBe(kept)
})

test('a text of nothing but marks is empty', () => {
  for (const typed of ['\u202e\u200f', '\u200b\u3164\ufeff'])
    expect(requiredText(30, '姓名').safeParse(typed).success).toBe(false)
})

test('control characters and halves of characters are refused', () => {
  for (const typed of ['a\u0000b', 'a\u0007', '\ud800']) expect(text(30, '姓名').safeParse(typed).success).toBe(false)
})

test('a reason that the log keeps is words, not a letter', () => {
  const reason = statedReason(20, '查看原因')
  for (const typed of ['抽查', '复核 A 卷', 'appeal', '查1看']) expect(reason.safeParse(typed).success).toBe(true)
  for (const typed of ['1', '查', 'abc', ' a a ', '查1'])
    expect(reason.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      '请写明查看原因，至少 2 个汉字或 4 个字符',
    ])
  expect(reason.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual(['请输入查看原因'])
})

test.each([
  ['王伟', '王伟的'],
  ['David Chen', 'David Chen 的'],
  ['José', 'José 的'],
  ['考生 12', '考生 12 的'],
  ['', '的'],
])('what is of %j is said as %j', (name, said) => {
  expect(possessive(name)).toBe(said)
})
