import { expect, test } from 'vitest'
import { dataScopesOf, type MenuGrant } from './data-scopes.ts'

const person = { staffId: 'me', departmentId: 'mine' }
const none = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null }
const grant = (scope: number, departmentIds: string[] = []): MenuGrant => ({ menu: 'm', scope, departmentIds })

test.each([
  ['all', [grant(1)], { kind: 'all' }],
  ['all beats everything else', [grant(5), grant(1), grant(2, ['a'])], { kind: 'all' }],
  ['chosen departments', [grant(2, ['a', 'b'])], { ...none, departmentIds: ['a', 'b'] }],
  ['chosen departments of two roles add up', [grant(2, ['a']), grant(2, ['a', 'c'])], { ...none, departmentIds: ['a', 'c'] }],
  ['own department', [grant(3)], { ...none, departmentIds: ['mine'] }],
  ['own department and below', [grant(4)], { ...none, subtreeIds: ['mine'] }],
  ['self', [grant(5)], { ...none, ownStaffId: 'me' }],
  [
    'self and own department and chosen',
    [grant(5), grant(3), grant(2, ['a'])],
    { kind: 'some', departmentIds: ['a', 'mine'], subtreeIds: [], ownStaffId: 'me' },
  ],
])('%s', (_name, grants, expected) => {
  expect(dataScopesOf(grants, person).get('m')).toEqual(expected)
})

test('somebody without a department sees nobody through "own department"', () => {
  const scopes = dataScopesOf([grant(3), grant(4)], { staffId: 'me', departmentId: null })
  expect(scopes.get('m')).toEqual(none)
})

test('each menu has its own scope, a menu that nobody granted has none', () => {
  const scopes = dataScopesOf([grant(1), { menu: 'other', scope: 5, departmentIds: [] }], person)
  expect([...scopes.keys()]).toEqual(['m', 'other'])
  expect(scopes.get('other')).toEqual({ ...none, ownStaffId: 'me' })
})
