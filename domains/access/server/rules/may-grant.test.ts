import type { DataScope } from '@kaopei/server'
import { expect, test } from 'vitest'
import { excessOf, type Granter, relativeScopes, scopeWithin, widestScope } from './may-grant.ts'

const nothing = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
const all: DataScope = { kind: 'all' }
const ownDepartment: DataScope = { ...nothing, departmentIds: ['a'] }
const ownAndBelow: DataScope = { ...nothing, subtreeIds: ['a'] }
const self: DataScope = { ...nothing, ownStaffId: 'me' }

const granter = (scope: DataScope | undefined, rights: string[] = ['m:view', 'm:add']): Granter => ({
  isAdmin: false,
  rights: new Set(rights),
  scopes: new Map(scope ? [['m', scope]] : []),
})
const coversA = (_menu: string, departmentId: string) => departmentId === 'a'

test.each([
  // what the granter has, what is granted: 1 all, 2 chosen, 3 own department, 4 own and below, 5 self
  [all, 1, [], true],
  [all, 2, ['z'], true],
  [all, 4, [], true],
  [ownAndBelow, 1, [], false],
  [ownAndBelow, 2, ['a'], true],
  [ownAndBelow, 2, ['a', 'z'], false],
  [ownAndBelow, 3, [], true],
  [ownAndBelow, 4, [], true],
  [ownDepartment, 3, [], true],
  [ownDepartment, 4, [], false],
  [self, 3, [], false],
  [self, 4, [], false],
  [self, 5, [], true],
  [undefined, 5, [], true],
  [undefined, 3, [], false],
  [undefined, 1, [], false],
])('whoever has %o may give scope %i of %o: %s', (own, scope, departmentIds, isAllowed) => {
  const excess = excessOf(granter(own), { menus: [{ menu: 'm', scope, departmentIds }], rights: [] }, coversA)
  expect(excess).toEqual(isAllowed ? [] : [{ kind: 'scope', code: 'm' }])
})

test('menus and buttons that the granter does not have are named, an administrator has all', () => {
  const grants = { menus: [{ menu: 'other', scope: 5, departmentIds: [] }], rights: ['m:add', 'm:remove'] }
  expect(excessOf(granter(all), grants, coversA)).toEqual([
    { kind: 'menu', code: 'other' },
    { kind: 'right', code: 'm:remove' },
  ])
  expect(excessOf({ ...granter(undefined, []), isAdmin: true }, grants, coversA)).toEqual([])
})

test('scopes that depend on the holder are to be compared person by person, each once', () => {
  const menus = ['m', 'n', 'o', 'p'].map((menu, index) => ({ menu, scope: [4, 4, 3, 2][index] ?? 1, departmentIds: [] }))
  const scopes = new Map(['m', 'n', 'o', 'p'].map((menu) => [menu, ownAndBelow]))
  const own = { isAdmin: false, rights: new Set<string>(), scopes }
  expect(relativeScopes(own, { menus, rights: [] })).toEqual([
    { own: ownAndBelow, isBelowToo: true },
    { own: ownAndBelow, isBelowToo: false },
  ])
  expect(relativeScopes({ ...own, isAdmin: true }, { menus, rights: [] })).toEqual([])
})

test.each([
  [all, 1],
  [ownAndBelow, 4],
  [ownDepartment, 3],
  [self, 5],
  [undefined, 5],
])('a new menu starts with the widest scope of who grants it: %o gives %i', (own, scope) => {
  expect(widestScope(granter(own), 'm')).toBe(scope)
})

test('a scope is within another when each of its departments is, and what is below where it counts', () => {
  const covers = (id: string, isBelowToo: boolean) => id === 'a' && !isBelowToo
  expect(scopeWithin(all, ownAndBelow, covers)).toBe(true)
  expect(scopeWithin(ownDepartment, all, covers)).toBe(false)
  expect(scopeWithin(ownDepartment, ownDepartment, covers)).toBe(true)
  expect(scopeWithin(ownDepartment, ownAndBelow, covers)).toBe(false)
  expect(scopeWithin(self, self, covers)).toBe(true)
})
