import type { RouteSpec } from '@kaopei/web'
import { ApiError, apiCodes } from '@kaopei/web/client'
import { expect, test } from 'vitest'
import { judge, staysSignedIn, type Visit } from './guard.ts'

const exams: RouteSpec = { path: '/application/ote/examManage', name: 'examManage', title: '考试管理' }
const detail: RouteSpec = { path: '/examDetail', name: 'examDetail', title: '详情', menu: 'examManage', hidden: true }
const merchants: RouteSpec = { path: '/permission/merchant', name: 'merchant', title: '商户' }
const own: RouteSpec = { path: '/userInfo', name: 'userInfo', title: '个人中心', access: 'signedIn' }
const login: RouteSpec = { path: '/login', name: 'login', title: '登录', access: 'public' }
const home: RouteSpec = { path: '/home', name: 'home', title: '首页' }

const staff = { menuNames: new Set(['home', 'examManage']), hasRoles: true }
const visit = (part: Partial<Visit>): Visit => ({
  path: part.route?.path ?? '/nowhere',
  search: '',
  route: undefined,
  hasSession: true,
  known: staff,
  ...part,
})
const go = (to: string) => ({ kind: 'go', to })

test.each([
  [
    'a ticket is exchanged before anything else, even while signed in',
    visit({ route: home, search: '?token=abc' }),
    { kind: 'exchange', ticket: 'abc' },
  ],
  ['a token in the address of another screen is no ticket', visit({ route: exams, search: '?token=abc' }), { kind: 'show' }],
  ['the teachers’ login path goes to the login', visit({ path: '/kc-teacher-admin/login', hasSession: false }), go('/login')],
  ['public screens are shown to anybody', visit({ route: login, hasSession: false, known: undefined }), { kind: 'show' }],
  [
    'without a session a known screen goes to the login and comes back',
    visit({ route: exams, hasSession: false, search: '?a=1' }),
    go('/login?redirect=%2Fapplication%2Fote%2FexamManage%3Fa%3D1'),
  ],
  [
    'without a session an unknown path goes to the login too',
    visit({ path: '/x', hasSession: false }),
    go('/login?redirect=%2Fx'),
  ],
  ['home needs no way back', visit({ route: home, hasSession: false }), go('/login')],
  ['an unknown path goes to 404 before rights are loaded', visit({ path: '/x', known: undefined }), go('/404')],
  ['rights are loaded before a screen is judged', visit({ route: exams, known: undefined }), { kind: 'load' }],
  ['a permitted screen is shown', visit({ route: exams }), { kind: 'show' }],
  ['a hidden screen needs the right of its menu', visit({ route: detail }), { kind: 'show' }],
  ['a screen outside of the tree goes to noPermission', visit({ route: merchants }), go('/noPermission')],
  [
    'a hidden screen without its menu’s right too',
    visit({ route: detail, known: { ...staff, menuNames: new Set(['home']) } }),
    go('/noPermission'),
  ],
  [
    'a screen of the platform is shown to whom the tree names it',
    visit({ route: merchants, known: { menuNames: new Set(['merchant']), hasRoles: true } }),
    { kind: 'show' },
  ],
  ['without any role nothing is permitted', visit({ route: exams, known: { ...staff, hasRoles: false } }), go('/noPermission')],
  ['but one’s own account is', visit({ route: own, known: { ...staff, hasRoles: false } }), { kind: 'show' }],
])('%s', (_name, given, expected) => expect(judge(given)).toEqual(expected))

test.each([
  ['no answer came', new ApiError(apiCodes.unreachable, '网络连接失败，请检查网络后重试'), true],
  ['it took too long', new ApiError(apiCodes.timedOut, '请求超时'), true],
  ['the database is down', new ApiError(503, '服务暂时不可用', { reason: 'storage' }, 503), true],
  ['something broke', new ApiError(9999, '系统繁忙', null, 500), true],
  ['what stands before the server gives up', new ApiError(502, 'Bad Gateway', null, 502, true), true],
  ['the session has ended', new ApiError(apiCodes.sessionExpired, '登录已过期'), false],
  ['the account is locked', new ApiError(2003, '账号已停用'), false],
  ['the code has an error', new TypeError('undefined is not a function'), false],
])('when a person cannot be read and %s', (_why, error, expected) => expect(staysSignedIn(error)).toBe(expected))
