import { createHmac } from 'node:crypto'
import { endpoint, signatureText } from '@kaopei/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { apiCodes } from './api-error.ts'
import { call } from './call.ts'
import { rebaseClock, serverNow } from './clock.ts'
import { session } from './session.ts'
import { deployment, serve } from './test-server.ts'

const list = endpoint({
  path: '/api/v1/thing/list',
  summary: '列表',
  access: 'signedIn',
  audit: 'read',
  input: z.object({ name: z.string().optional(), pageIndex: z.number().default(1) }),
  output: z.object({ dataList: z.array(z.string()), totalCount: z.number() }),
})
const one = endpoint({
  path: '/api/v1/thing/get/:id',
  method: 'GET',
  summary: '一个',
  access: 'signedIn',
  audit: 'read',
  input: z.object({ id: z.string(), full: z.boolean().optional() }),
})
const create = endpoint({
  path: '/api/v1/thing/create',
  summary: '新增',
  access: 'signedIn',
  audit: { action: 'create', target: 'thing' },
  input: z.object({ name: z.string(), tags: z.object({ b: z.number(), a: z.number() }).optional() }),
})
const rename = endpoint({
  path: '/api/v1/thing/rename',
  summary: '改名',
  access: 'signedIn',
  audit: { action: 'update', target: 'thing' },
  input: z.object({ name: z.string() }),
})
const save = endpoint({
  path: '/api/v1/thing/save',
  summary: '保存',
  access: 'signedIn',
  audit: 'ownTrail',
  input: z.object({ seq: z.number() }),
})
const check = endpoint({
  path: '/api/v1/thing/check',
  summary: '重名',
  access: 'signedIn',
  audit: 'read',
  carries: 'form',
  input: z.object({ name: z.string() }),
})
const open = endpoint({ path: '/api/v1/open', summary: '公开', access: 'public', audit: 'read' })

beforeEach(() => session.start({ token: 'token-1', signKey: 'sign-key', staffId: 'staff-1' }))
afterEach(() => {
  session.clear()
  rebaseClock(Date.now())
  vi.unstubAllGlobals()
})

const signOf = (
  key: string,
  seen: { url: string; method: string; headers: Readonly<Record<string, string>>; body: string | undefined },
) =>
  createHmac('sha256', key)
    .update(
      signatureText({
        method: seen.method,
        url: seen.url,
        timestamp: seen.headers.timestamp ?? '',
        body: seen.body === undefined ? undefined : JSON.parse(seen.body),
      }),
    )
    .digest('hex')

test('a call carries the session, the time, the last operation and a signature that the server can repeat', async () => {
  const seen = serve({ '/api/v1/thing/create': { data: null } })
  await call(create, { name: '名称', tags: { b: 2, a: 1 } })
  const [request] = seen
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    token: 'token-1',
    'content-type': 'application/json',
  })
  expect(Number(request?.headers['last-operation-time'])).toBeGreaterThan(0)
  expect(Math.abs(Number(request?.headers.timestamp) - Date.now())).toBeLessThan(2_000)
  expect(request?.headers.sign).toBe(request && signOf('sign-key', request))
})

test('GET calls put their input into the signed address, path parameters into the path', async () => {
  const seen = serve({ '/api/v1/thing/get/a%2Fb': { data: null } })
  await call(one, { id: 'a/b', full: true })
  expect(seen[0]).toMatchObject({ url: '/api/v1/thing/get/a%2Fb?full=true', method: 'GET', body: undefined })
  expect(seen[0]?.headers.sign).toBe(seen[0] && signOf('sign-key', seen[0]))
})

test('a call that carries a form sends one, signed as its fields', async () => {
  const seen = serve({ '/api/v1/thing/check': { data: null } })
  await call(check, { name: '名 称' })
  expect(seen[0]?.body).toBe('name=%E5%90%8D+%E7%A7%B0')
  expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(seen[0]?.headers.sign).toBe(seen[0] && signOf('sign-key', { ...seen[0], body: '{"name":"名 称"}' }))
})

test('public calls fetch the deployment first and are signed with its key', async () => {
  // Of a page that has just begun: whoever has the deployment keeps it.
  vi.resetModules()
  const { call: first } = await import('./call.ts')
  const seen = serve({ '/init/assemblyInfo': deployment, '/api/v1/open': {} })
  await first(open)
  expect(seen.map(({ url }) => url)).toEqual(['/init/assemblyInfo', '/api/v1/open'])
  expect(seen[0]?.headers.sign).toBeUndefined()
  expect(seen[1]?.headers.sign).toBe(seen[1] && signOf('app-key', seen[1]))
  expect(seen[1]?.headers['org-domain']).toBe('demo')
})

test('a call as nobody carries nothing of whoever is signed in', async () => {
  const seen = serve({ '/init/assemblyInfo': deployment, '/api/v1/open': {} })
  await call(open, undefined, { as: 'nobody' })
  const headers = seen.at(-1)?.headers ?? {}
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('token')
  expect(headers).not.toHaveProperty('last-operation-time')
  expect(headers.sign).toBe(
    seen.at(-1) && signOf('app-key', seen.at(-1) ?? { url: '', method: '', headers: {}, body: undefined }),
  )
})

test('a clock that is off is set right by the server and the call made once more', async () => {
  const serverTime = new Date(Date.now() + 3_600_000).toISOString()
  const seen = serve({
    '/api/v1/thing/list': [{ code: apiCodes.clockOff, data: { serverTime } }, { data: { dataList: ['a'], totalCount: 1 } }],
  })
  expect(await call(list)).toEqual({ dataList: ['a'], totalCount: 1 })
  expect(seen).toHaveLength(2)
  expect(Math.abs(Number(seen[1]?.headers.timestamp) - Date.parse(serverTime))).toBeLessThan(2_000)
  expect(Math.abs(serverNow() - Date.parse(serverTime))).toBeLessThan(2_000)
})

test('a clock that stays off is not tried for ever', async () => {
  const seen = serve({ '/api/v1/thing/list': { code: apiCodes.clockOff, data: { serverTime: new Date().toISOString() } } })
  await expect(call(list, {}, { silent: true })).rejects.toMatchObject({ code: apiCodes.clockOff })
  expect(seen).toHaveLength(2)
})

test('of two identical reads the older is cancelled with the client code', async () => {
  const gate = Promise.withResolvers<void>()
  serve({ '/api/v1/thing/list': [{ after: gate.promise, data: null }, { data: { dataList: ['b'], totalCount: 1 } }] })
  const older = call(list, { name: 'x' })
  const newer = call(list, { name: 'x' })
  await expect(older).rejects.toMatchObject({ code: 100000022 })
  expect(await newer).toEqual({ dataList: ['b'], totalCount: 1 })
})

test('reads that share their answer ask once, and one leaving does not take it from the other', async () => {
  const gate = Promise.withResolvers<void>()
  const seen = serve({ '/api/v1/thing/list': { after: gate.promise, data: { dataList: ['c'], totalCount: 1 } } })
  const leaving = new AbortController()
  const first = call(list, {}, { join: true, signal: leaving.signal })
  const second = call(list, {}, { join: true })
  leaving.abort()
  gate.resolve()
  await expect(first).rejects.toMatchObject({ code: 100000022 })
  expect(await second).toMatchObject({ dataList: ['c'] })
  expect(seen).toHaveLength(1)
})

test('of two identical writes at once the second is cancelled with the client code and the first goes through', async () => {
  const gate = Promise.withResolvers<void>()
  const seen = serve({ '/api/v1/thing/rename': { after: gate.promise, data: { id: '1' } } })
  const first = call(rename, { name: 'x' })
  const second = call(rename, { name: 'x' })
  await expect(second).rejects.toMatchObject({ code: 100000022 })
  gate.resolve()
  expect(await first).toEqual({ id: '1' })
  await call(rename, { name: 'x' })
  expect(seen).toHaveLength(2)
})

test('a creating write is released half a second after its success, at once after a failure, and what differs is never held', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const seen = serve({ '/api/v1/thing/create': [{ code: 2001, message: '重名' }, { data: { id: '1' } }] })
  await expect(call(create, { name: 'x' }, { silent: true })).rejects.toMatchObject({ code: 2001 })
  await call(create, { name: 'x' })
  await expect(call(create, { name: 'x' })).rejects.toMatchObject({ code: 100000022 })
  await call(create, { name: 'y' })
  vi.advanceTimersByTime(500)
  await call(create, { name: 'x' })
  expect(seen).toHaveLength(4)
  vi.useRealTimers()
})

test('what is saved again and again keeps its own trail and is never cancelled', async () => {
  const seen = serve({ '/api/v1/thing/save': { data: null } })
  await Promise.all([call(save, { seq: 1 }), call(save, { seq: 1 })])
  expect(seen).toHaveLength(2)
})

test('creating calls carry a key each', async () => {
  const seen = serve({ '/api/v1/thing/create': { data: { id: '1' } } })
  await Promise.all([call(create, { name: 'first' }), call(create, { name: 'second' })])
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[0]).not.toBe(keys[1])
})

test('without an answer a call fails with words for people', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(list, {}, { silent: true })).rejects.toMatchObject({
    code: apiCodes.unreachable,
    message: '网络连接失败，请检查网络后重试',
  })
})

test('a server that does not answer in time is not waited for', async () => {
  serve({ '/api/v1/thing/list': { after: new Promise(() => {}) } })
  await expect(call(list, {}, { silent: true, timeoutMs: 20 })).rejects.toMatchObject({ code: apiCodes.timedOut })
})

test('the password is never kept: a session holds its four facts and nothing else', () => {
  const answer = { token: 't', signKey: 'k', staffId: 's', expiresAt: 'e', password: 'secret', passwordStrength: 1 }
  session.start(answer)
  expect(JSON.parse(localStorage.getItem('kaopei.session') ?? '')).toEqual({
    token: 't',
    signKey: 'k',
    staffId: 's',
    expiresAt: 'e',
  })
})

test('JSON of something on the way is not the server’s word, whatever code it names', async () => {
  serve({
    '/api/v1/thing/rename': [
      { code: 0, isForeign: true },
      { code: apiCodes.noSession, isForeign: true, status: 403 },
    ],
    '/api/v1/thing/save': { code: apiCodes.clockOff, data: { serverTime: '2001-01-01T00:00:00.000Z' }, isForeign: true },
  })
  await expect(call(rename, { name: '一' }, { silent: true })).rejects.toMatchObject({ isForeign: true, httpStatus: 502 })
  await expect(call(rename, { name: '二' }, { silent: true })).rejects.toMatchObject({ isForeign: true, code: 403 })
  expect(session.get()).toBeDefined()
  await expect(call(save, { seq: 1 }, { silent: true })).rejects.toMatchObject({ isForeign: true })
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(60_000)
})

test('calls of the same millisecond are signed apart', async () => {
  const seen = serve({ '/api/v1/thing/save': {} })
  await Promise.all([1, 2, 3].map(() => call(save, { seq: 1 }, { silent: true })))
  expect(new Set(seen.map(({ headers }) => headers.sign)).size).toBe(3)
})

test('a patient read is asked again while the server is busy, and four times in all', async () => {
  vi.useFakeTimers()
  const busy = { status: 503, code: 9999, message: '系统繁忙，请稍后重试', data: { reason: 'busy', retryAfterSeconds: 1 } }
  const first = serve({ '/api/v1/thing/list': [busy, busy, { data: { dataList: ['甲'], totalCount: 1 } }] })
  const answer = call(list, {}, { isPatient: true })
  await vi.advanceTimersByTimeAsync(15_000)
  expect([await answer, first.length]).toEqual([{ dataList: ['甲'], totalCount: 1 }, 3])
  const second = serve({ '/api/v1/thing/list': busy })
  const refused = expect(call(list, {}, { isPatient: true })).rejects.toMatchObject({ httpStatus: 503 })
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  expect(second).toHaveLength(4)
  const third = serve({ '/api/v1/thing/list': busy })
  await expect(call(list, {}, {})).rejects.toMatchObject({ httpStatus: 503 })
  expect(third).toHaveLength(1)
  vi.useRealTimers()
})
