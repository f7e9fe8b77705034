import { expect, test } from 'vitest'
import { ownFileUrl, safeName } from './own-file-url.ts'

const origin = 'https://demo.example.com'

test.each([
  ['/files/abc-DEF_1', '/files/abc-DEF_1'],
  ['https://demo.example.com/files/abc', '/files/abc'],
  ['https://evil.example/files/abc', undefined],
  ['//evil.example/files/abc', undefined],
  ['/\\evil.example/files/abc', undefined],
  ['https:%2f%2fevil.example/files/a', undefined],
  ['https://demo.example.com@evil.example/files/a', undefined],
  ['https://x:y@demo.example.com/files/a', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['\t//evil.example/files/a', undefined],
  ['/api/v1/staff/logout', undefined],
  ['/files/../api/v1/x', undefined],
  ['', undefined],
  [null, undefined],
])('%j', (given, expected) => {
  expect(ownFileUrl(given, origin)).toBe(expected)
})

test('a name is one file name', () => {
  expect(safeName('../../成绩\u202excod.exe')).toBe('成绩xcod.exe')
  expect(safeName(' ')).toBe('下载文件')
})
