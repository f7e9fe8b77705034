import { randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { answerForGrants } from '@kaopei/files/server'
import type { World } from '@kaopei/server/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { converted, openConversionWorld } from '../conversion/conversion-world.ts'
import { shownContent } from '../delivery/shown-content.ts'
import { createContentApp } from './content-app.ts'
import { packageToken } from './package-link.ts'
import { onePart, zipped } from './packages-made.ts'

let world: World
let app: FastifyInstance
let companyId: string
let versionId: string
const film = randomBytes(5000)
beforeAll(async () => {
  world = await openConversionWorld()
  companyId = await world.company()
  app = await createContentApp(world.services, { productPort: 8080 })
  const body = await zipped({ 'imsmanifest.xml': onePart, 'index.html': '<p>安全</p>'.repeat(100), 'res/图 1.svg': '<svg/>' })
  const stored = await zipped({ 'imsmanifest.xml': onePart, 'index.html': '<p/>', 'film.mp4': film }, { compress: false })
  const outcome = await converted(world, { companyId, type: coursewareType.package, name: 'a.zip', body })
  versionId = outcome.versionId
  const second = await converted(world, { companyId, type: coursewareType.package, name: 'b.zip', body: stored })
  storedVersionId = second.versionId
})
let storedVersionId: string
afterAll(async () => {
  await app?.close()
  await world?.close()
})

const token = (of = versionId) => packageToken(world.services, { companyId, versionId: of })
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'exam.test:8081', ...headers } })

test('a file of a package: its type, nothing guessed, no cookie, framed by the product alone', async () => {
  const answer = await get(`/p/${token()}/index.html`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('<p>安全</p>'.repeat(100))
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toMatch(/; frame-ancestors 'self' https:\/\/\*\.kaopei\.test$/)
  const picture = await get(`/p/${token()}/res/${encodeURIComponent('图 1.svg')}`)
  expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([200, 'image/svg+xml', '<svg/>'])
  expect((await get(`/p/${token()}/INDEX.HTML?a=b`)).statusCode).toBe(200)
})

test('where nobody has said how the product is called, the page of the same host may frame it, if it can be a host', async () => {
  const publicUrl = { pattern: 'http://{company}.localhost:8080', isConfigured: false }
  const unnamed = await createContentApp({ ...world.services, publicUrl }, { productPort: 8080 })
  const policyFor = async (host: string) => {
    const { headers } = await unnamed.inject({ url: `/p/${token()}/index.html`, headers: { host } })
    return String(headers['content-security-policy']).split('; ').at(-1)
  }
  expect(await policyFor('192.168.1.5:8081')).toBe("frame-ancestors 'self' http://192.168.1.5:8080")
  expect(await policyFor('a; frame-ancestors *')).toBe("frame-ancestors 'self'")
  await unnamed.close()
})

test('what is deflated in the archive goes out as it lies, as gzip', async () => {
  const answer = await get(`/p/${token()}/index.html`, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(answer.rawPayload).toString()).toBe('<p>安全</p>'.repeat(100))
})

test('films are sent in parts', async () => {
  const answer = await get(`/p/${token(storedVersionId)}/film.mp4`, { range: 'bytes=1000-1999' })
  expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, 'bytes 1000-1999/5000'])
  expect(answer.rawPayload.equals(film.subarray(1000, 2000))).toBe(true)
  const end = await get(`/p/${token(storedVersionId)}/film.mp4`, { range: 'bytes=-10' })
  expect(end.rawPayload.equals(film.subarray(4990))).toBe(true)
  expect((await get(`/p/${token(storedVersionId)}/film.mp4`, { range: 'bytes=6000-' })).statusCode).toBe(416)
})

test('without a token of ours, of another company, over, or out of the package there is nothing', async () => {
  const other = await world.company()
  const strange = packageToken(world.services, { companyId: other, versionId })
  expect((await get(`/p/${strange}/index.html`)).statusCode).toBe(404)
  expect((await get(`/p/${token().replace(/.$/, 'x')}/index.html`)).statusCode).toBe(403)
  // Of a bought course it ends with the licence.
  const granted = (id: string, until: Date | null = null) =>
    packageToken(world.services, { companyId, versionId }, { companyId: other, id, until })
  const statusOf = async (link: string) => (await get(`/p/${link}/index.html`)).statusCode
  const [held, shortened] = [randomUUID(), randomUUID()]
  answerForGrants(async (db, id) => db.companyId === other && id === held)
  expect(await statusOf(granted(held, new Date(Date.now() - 1000)))).toBe(403)
  expect([await statusOf(granted(held)), await statusOf(granted(shortened))]).toEqual([200, 403])
  expect((await get(`/f/${granted(shortened)}/1`)).statusCode).toBe(403)
  for (const path of ['../imsmanifest.xml/x', '..%2f..%2fetc%2fpasswd', 'nothing.html', ''])
    expect((await get(`/p/${token()}/${path}`)).statusCode).toBeGreaterThanOrEqual(403)
  expect((await get('/api/v1/courseWare/list')).statusCode).toBe(404)
  expect((await get(`/p/${token()}/index.html`, { 'service-worker': 'script' })).statusCode).toBe(403)
})

test('the frame of a part holds the object of its standard and what the part is told', async () => {
  const answer = await get(`/f/${token()}/1`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<script src="/scorm/1.2.js"></script>')
  expect(answer.body).toContain('&quot;launchData&quot;:&quot;start=1&quot;')
  expect(String(answer.headers['content-security-policy'])).toContain("frame-src 'self'")
  expect((await get(`/f/${token()}/2`)).statusCode).toBe(404)
  const scripts = await Promise.all(['frame', '1.2', '2004'].map((name) => get(`/scorm/${name}.js`)))
  expect(scripts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(scripts[0]?.body).not.toContain('import type')
})

test('a viewer is given the frame and the parts where this deployment has the second port, else a refusal', async () => {
  const ask = (contents?: { address: () => string }) =>
    world.inCompany(companyId, (db) =>
      shownContent({ secret: world.services.secret, ...(contents && { contents }) }, db, { versionId, seconds: 60 }),
    )
  const shown = await ask({ address: () => ':8081' })
  expect(shown?.package).toMatchObject({ standard: '1.2', parts: [{ number: 1, title: '第一单元', href: 'index.html' }] })
  expect(shown?.package?.frameUrl).toMatch(/^:8081\/f\/[\w-]+\/$/)
  expect(shown?.refusal).toBeNull()
  expect(await ask()).toMatchObject({ package: null, refusal: expect.stringContaining('管理员') })
})
