import { expect, test } from 'vitest'
import type { CompanyMenu } from '../contract/role-menu.ts'
import { isSame, stateOf, type Ticks, tickBranch, tickMenu, tickRight } from './tick-menus.ts'

const menu = (id: string, wish: Partial<CompanyMenu> = {}): CompanyMenu => ({
  id,
  parentId: null,
  title: id,
  path: `/${id}`,
  isGroup: false,
  isHidden: false,
  hasScope: false,
  rights: [{ code: `${id}:add`, label: '新增' }],
  mayGrant: true,
  grantable: [`${id}:add`],
  children: [],
  ...wish,
})
const roster = menu('roster')
const locked = menu('locked', { mayGrant: false, grantable: [] })
const group = menu('group', { isGroup: true, rights: [], grantable: [], children: [roster, menu('groups'), locked] })
const none: Ticks = { menus: new Set(), rights: new Set() }
const shown = ({ menus, rights }: Ticks) => [[...menus].sort(), [...rights].sort()]

test('a branch brings its menus with their buttons, and takes them away; what one does not have stays', () => {
  const on = tickBranch(none, group, true)
  expect(shown(on)).toEqual([
    ['groups', 'roster'],
    ['groups:add', 'roster:add'],
  ])
  const withLocked = { ...on, menus: new Set([...on.menus, 'locked']) }
  expect(shown(tickBranch(withLocked, group, false))).toEqual([['locked'], []])
})

test('a button brings its menu; a menu comes without buttons and goes with them', () => {
  expect(shown(tickRight(none, roster, 'roster:add', true))).toEqual([['roster'], ['roster:add']])
  expect(shown(tickMenu(none, roster, true))).toEqual([['roster'], []])
  expect(shown(tickMenu(tickRight(none, roster, 'roster:add', true), roster, false))).toEqual([[], []])
})

test('a group is ticked, half ticked or not', () => {
  expect(stateOf(none, group)).toBe('none')
  expect(stateOf(tickMenu(none, roster, true), group)).toBe('some')
  expect(stateOf({ menus: new Set(['roster', 'groups', 'locked']), rights: new Set() }, group)).toBe('all')
  expect(isSame(tickMenu(none, roster, true), none)).toBe(false)
})
