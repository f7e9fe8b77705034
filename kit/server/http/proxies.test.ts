import { endpoint } from '@kaopei/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { implement, type Module } from '../calls/implement.ts'
import { SessionCache } from '../calls/session-cache.ts'
import { World } from '../testing/index.ts'
import { createApp } from './app.ts'

const caller = endpoint({
  path: '/api/v1/caller',
  summary: '谁在调用',
  access: 'public',
  audit: 'read',
  unsigned: true,
  output: z.object({ ip: z.string(), network: z.string() }),
})
const module: Module = { endpoints: implement({ caller }, { caller: async (_input, { request }) => request }) }

let world: World
const apps: FastifyInstance[] = []
beforeAll(async () => {
  world = await World.open([])
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await world.close()
})

async function behind(proxies: number): Promise<FastifyInstance> {
  const sessions = new SessionCache({ find: async () => undefined, touch: async () => undefined })
  const app = await createApp({
    modules: [module],
    services: world.services,
    sessions,
    defaultDomain: 'demo',
    proxies,
    isReady: async () => true,
  })
  apps.push(app)
  return app
}

const written = '198.51.100.1, 198.51.100.2, 203.0.113.7'

test.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.7'],
  [2, '198.51.100.2'],
])('behind %i proxies the caller is who the outermost of them heard, whatever a client writes before', async (proxies, ip) => {
  const app = await behind(proxies)
  const headers = { 'x-forwarded-for': written, 'x-real-ip': '198.51.100.9', forwarded: 'for=198.51.100.9' }
  const answer = await app.inject({ method: 'POST', url: caller.facts.path, headers })
  expect(answer.json().data).toEqual({ ip, network: ip })
})

test('figures are for this machine, not for those whose calls a proxy on this machine passes on', async () => {
  const app = await behind(1)
  const ask = async (headers: Record<string, string>) => (await app.inject({ url: '/metrics', headers })).statusCode
  expect(await ask({})).toBe(200)
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  expect(await ask({ 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).toBe(404)
})
