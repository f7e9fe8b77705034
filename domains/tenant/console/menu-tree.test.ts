import { expect, test } from 'vitest'
import { type MenuBranch, menuTree, tickedOf, withAttached } from './menu-tree.ts'

const flat = (name: string, parent: string | null, more: { isGroup?: boolean; isHidden?: boolean; sort?: number } = {}) => ({
  name,
  title: name,
  parent,
  isGroup: false,
  ...more,
})
const menus = [
  flat('app', null, { isGroup: true, sort: 2 }),
  flat('exam', 'app', { sort: 2 }),
  flat('bank', 'app', { sort: 1 }),
  flat('examDetail', 'exam', { isHidden: true }),
  flat('examUser', 'examDetail', { isHidden: true }),
  flat('wizard', 'app', { isHidden: true, sort: 3 }),
  flat('empty', null, { isGroup: true, sort: 1 }),
  flat('lost', 'gone', { sort: 0 }),
]
type Shape = string | [string, Shape[]]
const shape = (tree: readonly MenuBranch<(typeof menus)[number]>[]): Shape[] =>
  tree.map((branch) => (branch.children ? [branch.name, shape(branch.children)] : branch.name))

test('hidden pages below a page are no choice; groups without anything are left out', () => {
  expect(shape(menuTree(menus))).toEqual(['lost', ['app', ['bank', 'exam', 'wizard']]])
})

test('a chosen page brings its hidden pages, groups are not stored', () => {
  expect(withAttached(menus, ['app', 'exam'])).toEqual(['exam', 'examDetail', 'examUser'])
  expect(withAttached(menus, ['bank'])).toEqual(['bank'])
})

test('what was stored is ticked again', () => {
  expect(tickedOf(menus, ['app', 'exam', 'examDetail', 'examUser', 'forgotten'])).toEqual(['exam'])
})
