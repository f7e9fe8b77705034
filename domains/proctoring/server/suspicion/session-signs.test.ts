import { expect, test } from 'vitest'
import { type Session, sessionSigns } from './session-signs.ts'

const session = (person: number, ip: string, device: string): Session => ({
  ...{ attemptId: `a${person}`, staffId: `s${person}`, ip, device },
})
const told = (sessions: readonly Session[]) =>
  sessionSigns(sessions).map(({ kind, attemptIds, about }) => `${kind} ${attemptIds.join('+')} ${about}`)

test.each([
  ['two people at one address', [session(1, '10.0.0.1', 'x'), session(2, '10.0.0.1', 'y')], ['sameAddress a1+a2 10.0.0.1']],
  ['two people with one browser', [session(1, '10.0.0.1', 'x'), session(2, '10.0.0.2', 'x')], ['sameBrowser a1+a2 x']],
  ['one person twice from the same place', [session(1, '10.0.0.1', 'x'), session(1, '10.0.0.1', 'x')], []],
  [
    'one person from two places with two browsers',
    [session(1, '10.0.0.1', 'x'), session(1, '10.0.0.2', 'y')],
    ['manyAddresses a1 10.0.0.1、10.0.0.2', 'manyBrowsers a1 x、y'],
  ],
  [
    'a group within a reported group',
    [1, 2, 3]
      .map((person) => session(person, '10.0.0.1', `d${person}`))
      .concat([session(1, '10.0.0.9', 'd1'), session(2, '10.0.0.9', 'd2')]),
    ['sameAddress a1+a2+a3 10.0.0.1', 'manyAddresses a1 10.0.0.1、10.0.0.9', 'manyAddresses a2 10.0.0.1、10.0.0.9'],
  ],
])('%s', (_name, sessions, signs) => {
  expect(told(sessions)).toEqual(signs)
})
