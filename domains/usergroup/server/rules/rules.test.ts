import type { Actor, DataScope } from '@kaopei/server'
import { expect, test } from 'vitest'
import { isTimeBound } from './is-time-bound.ts'
import { mayGiveMembership } from './may-give-membership.ts'

const some: DataScope = { kind: 'some', departmentIds: ['d'], subtreeIds: [], ownStaffId: null }

function actor(rights: readonly string[], scope: DataScope, isAdmin = false): Actor {
  return {
    sessionId: 's',
    companyId: 'c',
    staffId: 'p',
    name: '张三',
    loginAccount: 'zs',
    isAdmin,
    isPlatform: false,
    mustChangePassword: false,
    rights: new Set(rights),
    scopes: new Map([['roster', scope]]),
    impersonatorId: null,
    confinement: null,
  }
}

const everybody = { rights: ['roster:edit'], menus: [{ menu: 'roster', scope: 1 }] }
const ownPart = { rights: [], menus: [{ menu: 'roster', scope: 4 }] }

test.each([
  ['an administrator gives everything', actor([], some, true), [everybody], true],
  ['a group without roles gives nothing', actor([], some), [], true],
  ['a right that one lacks is not given', actor(['roster:view'], { kind: 'all' }), [everybody], false],
  ['a right that one has is given', actor(['roster:view', 'roster:edit'], { kind: 'all' }), [everybody], true],
  ['a scope wider than one’s own is not given', actor(['roster:view', 'roster:edit'], some), [everybody], false],
  ['a scope that follows from the member is given', actor(['roster:view'], some), [ownPart], true],
  ['a menu that one lacks is not given', actor([], some), [ownPart], false],
])('%s', (_name, who, roles, may) => expect(mayGiveMembership(who, roles)).toBe(may))

test('a rule depends on the calendar when a condition of it does, also one level below', () => {
  const within = { kind: 'entryWithin' as const, days: 30, isNot: false }
  const state = { kind: 'state' as const, state: 1 as const, isNot: false }
  expect(isTimeBound({ match: 'all', items: [state] })).toBe(false)
  expect(isTimeBound({ match: 'all', items: [within] })).toBe(true)
  expect(isTimeBound({ match: 'all', items: [state, { kind: 'branch', match: 'any', conditions: [within] }] })).toBe(true)
})
