import { expect, test } from 'vitest'
import { contentDisposition, safeFileName } from './content-disposition.ts'

test.each([
  ['../../x', 'x'],
  ['..\\..\\x.pdf', 'x.pdf'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\x.xlsx', 'x.xlsx'],
  ['....', '文件'],
  ['../..', '文件'],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
  ['成绩\u202excod.exe', '成绩xcod.exe'],
  ['a\u0000.pdf', 'a.pdf'],
  ['\ud800x.pdf', 'x.pdf'],
  ['㛃𬭚👩.xlsx', '㛃𬭚👩.xlsx'],
])('%j is kept as %j', (given, kept) => {
  expect(safeFileName(given)).toBe(kept)
})

test('a long name keeps its ending and whole characters', () => {
  const name = safeFileName(`x${'𬭚'.repeat(200)}.xlsx`)
  expect([...name]).toHaveLength(150)
  expect(name.isWellFormed()).toBe(true)
  expect(name.endsWith('𬭚.xlsx')).toBe(true)
})

test('every name can be written in a header', () => {
  for (const name of [`${'a'.repeat(149)}👩.pdf`, '\udfff', '"\\%', "o'(*)"]) {
    expect(contentDisposition(name)).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/)
  }
})
