import { menu } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { identityMenus } from '../../contract/menus.ts'
import type { MenuNode } from '../../contract/permission.ts'
import { inWordsOf, menusOfPackage, menuTree, rightsOfMenus } from './permitted-menus.ts'

const exam = menu({ name: 'exam', title: '考试', path: '/application/ote/exam', parent: 'ote', sort: 2 }, { add: '新增' })
const examDetail = menu({
  name: 'examDetail',
  title: '详情',
  path: '/application/ote/examDetail',
  parent: 'exam',
  sort: 1,
  hidden: true,
})
const bank = menu({ name: 'bank', title: '题库', path: '/application/ote/bank', parent: 'ote', sort: 1 })
const merchant = menu({ name: 'merchant', title: '商户', path: '/permission/merchant', sort: 50, platformOnly: true })
const menus = [...identityMenus, exam, examDetail, bank, merchant]

const names = (tree: readonly MenuNode[]): unknown[] =>
  tree.map((node) => (node.children.length > 0 ? [node.name, names(node.children)] : node.name))
const own = ['userInfo', ['PersonalData', 'AccountSecurity']]

test('everybody has home and the personal pages, and no empty groups', () => {
  expect(names(menuTree(menus, new Set()))).toEqual(['home', own])
})

test('permitted menus come with the groups above them, in their order', () => {
  expect(names(menuTree(menus, new Set(['exam:view', 'bank:view'])))).toEqual([
    'home',
    ['application', [['ote', ['bank', 'exam']]]],
    own,
  ])
})

test('a right without view opens nothing', () => {
  expect(names(menuTree(menus, new Set(['exam:add'])))).toEqual(['home', own])
})

test('a permitted page whose parent page is not permitted moves up; the parent stays closed', () => {
  expect(names(menuTree(menus, new Set(['examDetail:view'])))).toEqual(['home', ['application', [['ote', ['examDetail']]]], own])
})

test('an entry tells title, icon, type and address; ids lead to parents', () => {
  const [, application] = menuTree(menus, new Set(['exam:view', 'examDetail:view']))
  const ote = application?.children[0]
  expect(ote).toMatchObject({ id: 'ote', parentId: 'application', type: 1, title: '考试测评', url: '/application/ote' })
  expect(ote?.children[0]).toMatchObject({ name: 'exam', type: 2, sort: 2, children: [{ name: 'examDetail', type: 3 }] })
})

test("a company's package closes what is not in it, and the platform's menus are the platform's alone", () => {
  const rights = (wish: { isPlatform: boolean; menuPackage: string[] | null }) => rightsOfMenus(menusOfPackage(menus, wish))
  expect(rights({ isPlatform: false, menuPackage: null })).toContain('exam:add')
  expect(rights({ isPlatform: false, menuPackage: null })).not.toContain('merchant:view')
  expect(rights({ isPlatform: true, menuPackage: null })).toContain('merchant:view')
  const small = rights({ isPlatform: false, menuPackage: ['bank', 'merchant'] })
  expect(small).toContain('bank:view')
  expect(small).not.toContain('exam:view')
  expect(small).not.toContain('merchant:view')
})

test('a package calls and places menus its own way', () => {
  const words = { exam: { title: '测验', sort: null }, bank: { title: null, sort: 9 }, gone: { title: 'x', sort: 1 } }
  const tree = menuTree(inWordsOf(menus, words), new Set(['exam:view', 'bank:view']))
  const ote = tree.find(({ name }) => name === 'application')?.children[0]
  expect(ote?.children.map(({ name, title }) => [name, title])).toEqual([
    ['exam', '测验'],
    ['bank', '题库'],
  ])
})
