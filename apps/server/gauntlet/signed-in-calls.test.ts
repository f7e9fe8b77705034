import { expect, test } from 'vitest'
import { endpointsDeclared } from './endpoints-declared.ts'

/** What everybody who is signed in may change: their own session, account and work, or what the handler itself asks about. A call that forgot its right is not here. */
const openToAll: readonly string[] = [
  '/api/v1/certificate/mine/portrait/offer',
  '/api/v1/certificate/mine/portrait/withdraw',
  '/api/v1/download/cancel',
  '/api/v1/download/changeStatus',
  '/api/v1/download/exportAgain',
  '/api/v1/download/link',
  '/api/v1/download/retry',
  '/api/v1/evaluation/learn/contest',
  '/api/v1/evaluation/learn/post/contest',
  '/api/v1/evaluation/own/contest',
  '/api/v1/exam/outerJoin/enter',
  '/api/v1/exam/sitting/confirmNotice',
  '/api/v1/exam/sitting/verdict/appeal',
  '/api/v1/exam/sitting/withdrawConsent',
  '/api/v1/files/complete',
  '/api/v1/message/verify/code',
  '/api/v1/short-link/create',
  '/api/v1/short-link/revoke',
  '/api/v1/staff/changeToken',
  '/api/v1/staff/logout',
  '/api/v1/staff/modifyWithPin',
  '/api/v1/staff/sendBoundEmail',
  '/api/v1/staff/session/kick',
  '/api/v1/staff/unboundEmail',
  '/api/v1/staff/unboundPhone',
  '/api/v1/system/role/viewAs/end',
  '/api/v1/system/saveOperationLog',
  '/api/v1/system/user/selfModifyPassword',
  '/api/v1/systemStaffOuterField/saveOwnValues',
  '/system/user/selfModifyPassword',
]

test('a call that changes something has a right, or is known to need none', () => {
  const open = endpointsDeclared().flatMap(({ facts }) =>
    facts.access === 'signedIn' && typeof facts.audit === 'object' ? [facts.path, ...(facts.aliases ?? [])] : [],
  )
  expect([...new Set(open)].sort()).toEqual(openToAll)
})
