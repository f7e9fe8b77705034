import { expect, test } from 'vitest'
import { carriesToken, ownPathOf } from './own-path.ts'

const site = 'https://exam.example.com'

test.each([
  ['/application/ote/examManage', '/application/ote/examManage'],
  ['/examinationNotice?id=1&name=%E8%80%83#top', '/examinationNotice?id=1&name=%E8%80%83#top'],
  ['/考试/通知', '/%E8%80%83%E8%AF%95/%E9%80%9A%E7%9F%A5'],
  ['/setPassword?next=//evil.example', '/setPassword?next=//evil.example'],
  [`${site}/home?x=1`, '/home?x=1'],
  ['/', '/'],
])('%s is a page of ours', (given, kept) => {
  expect(ownPathOf(given, site)).toBe(kept)
})

test.each([
  'https://evil.example/x',
  'https://exam.example.com.evil.example/',
  'https://exam.example.com@evil.example/',
  'http://exam.example.com/home',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  '/%5Cevil.example',
  '/%5cevil.example',
  '/%255Cevil.example',
  '/%2F%2Fevil.example',
  '/%2fevil.example',
  '/%252Fevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/\u200b/evil.example',
  '/ /evil.example',
  '/a b',
  '/\u3000',
  '/../evil',
  '/a/../../evil',
  '/%2e%2e/evil',
  '/.//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'home',
  '',
  '.',
  '?x',
  '#x',
  '/%E0%A4%A',
  '/\ud800',
  '/api/v1/staff/list',
  '/API/v1/staff/list',
  '/%61pi/v1/staff/list',
  '/files/abc',
  '/s/abcdefghijk',
  '/redirect//evil.example',
  '/redirect/home',
  `/${'a'.repeat(2001)}`,
])('%s is not', (given) => {
  expect(ownPathOf(given, site)).toBeUndefined()
})

test('an address with a token is known', () => {
  expect(carriesToken('/upload?token=abc')).toBe(true)
  expect(carriesToken('/upload?a=1&token=')).toBe(true)
  expect(carriesToken('/home?tokens=1')).toBe(false)
})
