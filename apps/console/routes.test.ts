import { expect, test } from 'vitest'
import { rooms } from '../../tools/rooms.ts'
import { allRoutesFlat } from './print-model.ts'
import { redirectTarget } from './redirect-target.ts'
import { allRoutes, routesOf } from './rooms.ts'
import { findRoute, flatten } from './route-index.ts'

const routes = allRoutesFlat(allRoutes)

test('screens stand in the order of the rooms', () => {
  expect(Object.keys(routesOf)).toEqual(rooms.map(({ name }) => name))
})

test('no two screens share a path or a name', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
})

test('every screen has an absolute path, and a title unless it only passes on', () => {
  for (const { path, title } of routes) {
    expect(path.startsWith('/'), path).toBe(true)
    expect(title !== '' || path.startsWith('/redirect'), path).toBe(true)
  }
})

test('the specified public screens need no login', () => {
  const open = new Set(routes.filter(({ access }) => access === 'public').map(({ path }) => path))
  for (const path of [
    '/login',
    '/setPassword',
    '/agreement',
    '/introduction',
    '/introductionMobile',
    '/introductionMiddle',
    '/servicePolicy',
    '/privacy',
    '/404',
    '/401',
    '/noPermission',
  ]) {
    expect(open.has(path), path).toBe(true)
  }
})

test.each([
  ['home', '?a=1', '/home?a=1'],
  ['userInfo/PersonalData', '', '/userInfo/PersonalData'],
  ['/evil.example', '', '/404'],
  ['\\evil.example', '', '/404'],
  ['https://evil.example', '', '/404'],
  ['nowhere', '', '/404'],
  ['redirect/home', '', '/404'],
  ['', '', '/'],
])('/redirect/%s%s leads to %s', (rest, search, target) => expect(redirectTarget(rest, search)).toBe(target))

test.each([
  ['/make', '', 'plain'],
  ['/make/', '?type=1&id=2', 'plain'],
  ['/make', '?id=2&type=2', 'other'],
  ['/make/7', '?type=2', 'one'],
  ['/elsewhere', '?type=2', undefined],
])('%s%s is the screen %s', (path, search, name) => {
  const index = flatten([
    { path: '/make', forType: '2', name: 'other', title: '另一种' },
    { path: '/make', name: 'plain', title: '一种', children: [{ path: '/make/:id', name: 'one', title: '一个' }] },
  ])
  expect(findRoute(index, path, search)?.route.name).toBe(name)
})
