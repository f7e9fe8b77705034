import { connect } from 'node:net'
import { endpoint } from '@kaopei/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../http/app.ts'
import { closeWithin } from '../http/close-within.ts'
import { World } from '../testing/index.ts'
import { implement, type Module } from './implement.ts'
import { SessionCache } from './session-cache.ts'

const contract = {
  save: endpoint({
    path: '/api/v1/thing/save',
    summary: '保存',
    access: 'signedIn',
    audit: 'ownTrail',
    input: z.object({ sqlstate: z.string() }),
    output: z.null(),
  }),
}
/** As a statement fails whose table has no room, whose server is going down, and so on. */
const saving = implement(contract, {
  save: async ({ sqlstate }, { db }) => {
    await sql.raw(`do $$ begin raise exception 'no' using errcode = '${sqlstate}'; end $$`).execute(db)
    return null
  },
})
let held = Promise.withResolvers<void>()
let reached = Promise.withResolvers<void>()
const thing: Module = {
  endpoints: saving,
  routes: (app) => {
    app.get('/store', async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    })
    app.get('/held', async () => {
      reached.resolve()
      await held.promise
      return 'done'
    })
  },
}

let world: World
beforeAll(async () => {
  world = await World.open([thing])
})
afterAll(() => world.close())

const storage = { text: '服务器暂时无法保存，请稍后重试；如持续出现请联系管理员检查存储空间', reason: 'storage' }
const busy = { text: '系统繁忙，请稍后重试', reason: 'busy' }

test.each([
  ['53100', storage],
  ['25006', storage],
  ['58030', storage],
  ['53200', busy],
  ['53400', busy],
  ['57014', busy],
  ['57P04', busy],
  ['58000', storage],
  ['55P03', busy],
  ['40001', busy],
  ['40P01', busy],
])('SQLSTATE %s is trouble that passes: 503, when to come again, and words', async (sqlstate, { text, reason }) => {
  const response = await world.as(await world.actor()).raw(contract.save, { sqlstate })
  expect(response.statusCode).toBe(503)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.json()).toEqual({ code: 9999, message: text, data: { reason, retryAfterSeconds: expect.any(Number) } })
})

test('a mistake of the program stays one', async () => {
  const response = await world.as(await world.actor()).raw(contract.save, { sqlstate: '42703' })
  expect(response.statusCode).toBe(500)
})

test('routes outside the envelope say the same of a store without room', async () => {
  const response = await world.app.inject({ url: '/store' })
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBeDefined()
  expect(response.json()).toMatchObject({ code: 9999, message: storage.text, data: { reason: 'storage' } })
})

test('what comes in while the server stops is sent away in the envelope, and what is under way is answered', async () => {
  const app = await createApp({
    modules: [thing],
    services: world.services,
    sessions: new SessionCache({ find: async () => undefined, touch: async () => undefined }),
    defaultDomain: 'demo',
    isReady: async () => true,
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  held = Promise.withResolvers()
  reached = Promise.withResolvers()
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (data) => {
    text += data.toString()
  })
  socket.write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n')
  await reached.promise
  const closing = closeWithin(app, 10_000)
  await new Promise((resolve) => setImmediate(resolve))
  socket.write('POST /api/v1/thing/save HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  await new Promise((resolve) => setImmediate(resolve))
  held.resolve()
  await Promise.all([closing, gone])
  const [first = '', second = ''] = text.split(/(?=HTTP\/1\.1 )/)
  expect(first).toContain('200 OK')
  expect(second).toContain('503 Service Unavailable')
  expect(second.toLowerCase()).toContain('retry-after: 1')
  expect(second).toContain('"code":9999')
  expect(second).toContain('系统繁忙')
})
