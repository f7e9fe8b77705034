import { menu } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { knownMenus, menusOfEntries, unknownEntries, wordsOfEntries } from './package-menus.ts'
import { isReservedDomain } from './reserved-domain.ts'

const menus = [
  menu({ name: 'home', title: '首页', path: '/home', sort: 1 }),
  menu({ name: 'ote', title: '考试', path: '/ote', sort: 2 }),
  menu({ name: 'exam', title: '考试管理', path: '/ote/exam', parent: 'ote', sort: 1 }, { add: '新增' }),
  menu({ name: 'detail', title: '详情', path: '/ote/detail', parent: 'exam', sort: 1, hidden: true }),
  menu({ name: 'merchant', title: '企业', path: '/permission/merchant', sort: 9, platformOnly: true }),
]
const known = knownMenus(menus)

test('what everybody has is no choice; groups are marked, hidden pages make none', () => {
  expect(known.map(({ name, isGroup, isOfPlatform }) => [name, isGroup, isOfPlatform])).toEqual([
    ['ote', true, false],
    ['exam', false, false],
    ['detail', false, false],
    ['merchant', false, true],
  ])
  expect(known[1]?.rights).toEqual([{ code: 'exam:add', label: '新增' }])
})

test("a package holds no menu of the platform's own and none that is unknown", () => {
  const entry = (name: string) => ({ name, title: null, sort: null })
  expect(unknownEntries(['exam', 'merchant', 'nothing', 'home'].map(entry), known)).toEqual(['merchant', 'nothing', 'home'])
})

test('only what differs is kept as words', () => {
  const entries = [
    { name: 'exam', title: '测验', sort: null },
    { name: 'detail', title: null, sort: null },
    { name: 'exam', title: '测验', sort: null },
  ]
  expect(menusOfEntries(entries)).toEqual(['exam', 'detail'])
  expect(wordsOfEntries(entries)).toEqual({ exam: { title: '测验', sort: null } })
})

test.each([
  ['www', true],
  ['platform', true],
  ['put-aside-1', true],
  ['xn--fiq228c', true],
  ['acme', false],
  ['www-acme', false],
])('%s is reserved: %s', (domain, expected) => {
  expect(isReservedDomain(domain)).toBe(expected)
})
