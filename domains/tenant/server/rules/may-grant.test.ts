import type { DataScope } from '@kaopei/server'
import { expect, test } from 'vitest'
import { mayGrant } from './may-grant.ts'

const all = { kind: 'all' } as const
const own = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: 'a' } as const
const giver = {
  isAdmin: false,
  rights: new Set(['exam:view', 'exam:add', 'bank:view']),
  scopes: new Map<string, DataScope>([
    ['exam', all],
    ['bank', own],
  ]),
}

test.each([
  ['what one has', { menus: ['exam'], rights: ['exam:add'] }, true],
  ['nothing', { menus: [], rights: [] }, true],
  ['a button that one has not', { menus: ['exam'], rights: ['exam:delete'] }, false],
  ['a menu that one has not', { menus: ['merchant'], rights: [] }, false],
  ['a menu of which one sees only a part', { menus: ['bank'], rights: [] }, false],
])('%s', (_name, wanted, expected) => {
  expect(mayGrant(giver, wanted)).toBe(expected)
  expect(mayGrant({ ...giver, isAdmin: true }, wanted)).toBe(true)
})
