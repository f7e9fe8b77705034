import { expect, test } from 'vitest'
import { type Endpoint, endpoint, scopedMenus } from './endpoint.ts'
import { menu } from './right.ts'

const people = menu({ name: 'people', title: '人员', path: '/people', sort: 1 })
const reports = menu({ name: 'reports', title: '报告', path: '/reports', sort: 2 })
const facts = { summary: '人员', audit: 'read' } as const

test('menus have a scope where one of their rights opens a call that shows people by it', () => {
  const calls: readonly Endpoint[] = [
    endpoint({ ...facts, path: '/list', access: [people.rights.view, reports.rights.view], scope: 'department' }),
    endpoint({ ...facts, path: '/pick', access: 'signedIn', scope: 'screen', scopeElse: people }),
    endpoint({ ...facts, path: '/count', access: menu({ ...people, name: 'other' }).rights.view }),
  ]
  expect([...scopedMenus(calls)].sort()).toEqual(['people', 'reports'])
})

test('a scope that nobody could say is none', () => {
  // @ts-expect-error: without a right there is no menu to have a scope on
  endpoint({ ...facts, path: '/open', access: 'signedIn', scope: 'department' })
  // @ts-expect-error: a screen may be of a menu without scopes
  endpoint({ ...facts, path: '/pick', access: 'signedIn', scope: 'screen' })
  // @ts-expect-error: nobody knows who calls
  endpoint({ ...facts, path: '/public', access: 'public', scope: 'screen', scopeElse: people })
})
