import { endpoint } from '@kaopei/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, apiCodes } from './api-error.ts'
import { call } from './call.ts'
import { errorLog, report, reportSilently, setNotifier } from './error-policy.ts'
import { session } from './session.ts'
import { serve } from './test-server.ts'

const read = endpoint({ path: '/api/v1/x', summary: 'x', access: 'signedIn', audit: 'read' })
let shown: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  setNotifier({
    toast: (kind, text) => void shown.push(`${kind}:${text}`),
    modal: (text) => void shown.push(`modal:${text}`),
    goToLogin: () => void shown.push('login'),
    mustChangePassword: () => void shown.push('mustChangePassword'),
  })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { name: 'a business code is a red toast', error: new ApiError(2001, '账号或密码错误'), expected: ['error:账号或密码错误'] },
  { name: '4007 is silent', error: new ApiError(4007, '忽略'), expected: [] },
  {
    name: '4007 may ask for a new password',
    error: new ApiError(4007, '', { mustChangePassword: true }),
    expected: ['mustChangePassword'],
  },
  { name: '6004 is a modal', error: new ApiError(6004, '请先保存'), expected: ['modal:请先保存'] },
  { name: 'a missing right warns', error: new ApiError(1002, 'no permission'), expected: ['warning:no permission'] },
  {
    name: '9999 says whom to tell',
    error: new ApiError(9999, '请联系管理员（编号 A1）', null, 500),
    expected: ['error:请联系管理员（编号 A1）'],
  },
  {
    name: 'an HTTP failure names its status',
    error: new ApiError(413, '提交的内容过大', null, 413),
    expected: ['error:413 提交的内容过大'],
  },
  { name: 'a cancelled call is no failure', error: new ApiError(apiCodes.cancelled, ''), expected: [] },
])('$name', ({ error, expected }) => {
  report(error)
  expect(shown).toEqual(expected)
})

test('the same message within 500 ms is shown once, another one is shown', () => {
  report(new ApiError(2001, '一'))
  report(new ApiError(2001, '一'))
  vi.advanceTimersByTime(499)
  report(new ApiError(2002, '一'))
  report(new ApiError(2003, '二'))
  vi.advanceTimersByTime(501)
  report(new ApiError(2003, '二'))
  expect(shown).toEqual(['error:一', 'error:二', 'error:二'])
})

test.each([1003, 10004, 5002])('code %i ends the session: one toast, and after 500 ms one way to the login', (code) => {
  for (let times = 0; times < 5; times++) report(new ApiError(code, `${code} 已结束${times}`))
  expect(session.get()).toBeUndefined()
  expect(shown).toEqual([`error:${code} 已结束0`])
  vi.advanceTimersByTime(499)
  expect(shown).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([`error:${code} 已结束0`, 'login'])
})

test('silent calls show nothing, but the end of a session is always told', () => {
  reportSilently(new ApiError(2001, '列表失败'))
  expect(shown).toEqual([])
  reportSilently(new ApiError(1003, '请先登录'))
  expect(shown).toEqual(['error:请先登录'])
})

test('an answer that is no envelope is shown with its status', async () => {
  serve({ '/api/v1/x': { status: 502, raw: '<html>' } })
  await expect(call(read)).rejects.toMatchObject({ code: 502, httpStatus: 502 })
  expect(shown).toEqual(['error:502 服务器暂时无法处理，请稍后重试'])
})

test('what failed is said before the reason, and alone where the server gave none', () => {
  report(new ApiError(2557, '同名配置已存在'), '/partner', '操作失败')
  report(new ApiError(2558, ''), '/partner', '操作失败')
  report(new ApiError(2558, ''), '/partner')
  expect(shown).toEqual(['error:操作失败：同名配置已存在', 'error:操作失败', 'error:操作失败，请稍后重试'])
})

test.each([403, 404, 413, 418, 500, 503, 504])('HTTP %i without an envelope says in Chinese what to do', async (status) => {
  serve({ '/api/v1/x': { status, raw: '<html>' } })
  await expect(call(read)).rejects.toMatchObject({ code: status })
  expect(shown[0]).toMatch(new RegExp(`^error:${status} [^A-Za-z]+$`))
})

test('failures of the system are kept for the error log, newest first; refusals are not', () => {
  errorLog.set([])
  report(new ApiError(9999, '一', null, 500), '/a')
  report(new ApiError(2001, '账号或密码错误'), '/a')
  reportSilently(new ApiError(apiCodes.unreachable, '二'), '/b')
  expect(errorLog.get().map(({ message, where }) => `${where} ${message}`)).toEqual(['/b 二', '/a 一'])
})

test('what fails before anything can draw it is said as soon as something can', async () => {
  vi.resetModules()
  const fresh = await import('./error-policy.ts')
  const { ApiError: FreshError } = await import('./api-error.ts')
  fresh.report(new FreshError(5002, '企业已停用'))
  const said: string[] = []
  const next = {
    toast: (_kind: string, text: string) => void said.push(text),
    modal: () => undefined,
    goToLogin: () => undefined,
  }
  fresh.setNotifier(next)
  fresh.setNotifier(next)
  expect(said).toEqual(['企业已停用'])
})
