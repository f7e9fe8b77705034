import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { World } from '@kaopei/server/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { filmSourceOf, isSegmented } from '../../contract/playlist.ts'
import { shownContent } from '../delivery/shown-content.ts'
import { converted, madeByFfmpeg, openConversionWorld, patientConfig, picture, requireTools, tone } from './conversion-world.ts'

vi.setConfig(patientConfig)

// What ffmpeg made, in a real browser, by the very code of the player.

let world: World
let browser: Browser
let site: FastifyInstance
let address: string
const asked: string[] = []
beforeAll(async () => {
  await requireTools()
  world = await openConversionWorld()
  const library = createRequire(import.meta.url)
    .resolve('hls.js')
    .replace(/hls\.m?js$/, 'hls.light.mjs')
  const player = join(import.meta.dirname, '../../../../kit/web/viewers/play-stream.ts')
  const imports = '<script type="importmap">{"imports":{"hls.js/light":"/hls.mjs"}}</script>'
  const script = '<script type="module">import { playStream } from "/player.mjs"; window.playStream = playStream</script>'
  site = Fastify()
  site.get('/', (_request, reply) => reply.type('text/html').send(`<!doctype html>${imports}<video muted></video>${script}`))
  site.get('/hls.mjs', (_request, reply) => reply.type('text/javascript').send(readFileSync(library)))
  site.get('/player.mjs', (_request, reply) =>
    reply.type('text/javascript').send(stripTypeScriptTypes(readFileSync(player, 'utf8'))),
  )
  site.get('/files/*', async (request, reply) => {
    asked.push(request.headers.range ?? 'whole')
    const answer = await world.app.inject({ url: request.url, headers: { range: request.headers.range ?? '' } })
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
  })
  address = await site.listen({ port: 0, host: '127.0.0.1' })
  browser = await chromium.launch({
    executablePath: process.env.KAOPEI_SHELL ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await world?.close()
})

test('a film plays by its playlist: few requests to the first frame, and from anywhere', async () => {
  const companyId = await world.company()
  const body = madeByFfmpeg('played.mkv', ...picture('320x180', 10), ...tone, '-t', '70', '-c:v', 'mpeg4', '-c:a', 'libmp3lame')
  const { versionId } = await converted(world, { companyId, type: coursewareType.video, name: 'played.mkv', body })
  const shown = await world.inCompany(companyId, (db) => shownContent(world.services, db, { versionId, seconds: 600 }))
  const [best] = shown?.renditions ?? []
  if (!best || !isSegmented(best)) throw new Error('nothing to play')
  const page = await browser.newPage()
  await page.goto(address)
  await page.waitForFunction(() => Reflect.has(window, 'playStream'))
  await page.evaluate(
    (film) => {
      const video = document.querySelector('video')
      const onFailed = () => Reflect.set(window, 'hasFailed', true)
      Reflect.get(window, 'playStream')(video, film, { onFailed, onShown: () => undefined })
      void video?.play()
    },
    filmSourceOf([best], address),
  )
  const look = () =>
    page.evaluate(() => ({
      at: document.querySelector('video')?.currentTime ?? 0,
      seconds: document.querySelector('video')?.duration ?? 0,
    }))
  await expect.poll(async () => (await look()).at, { timeout: 30_000 }).toBeGreaterThan(0.2)
  expect((await look()).seconds).toBeCloseTo(70, 0)
  expect(asked[0]).toBe(`bytes=0-${best.initBytes - 1}`)
  expect(asked.length).toBeLessThan(20)
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video) video.currentTime = 64
  })
  await expect.poll(async () => (await look()).at, { timeout: 30_000 }).toBeGreaterThan(64.2)
  expect(await page.evaluate(() => Reflect.get(window, 'hasFailed'))).toBeUndefined()
}, 120_000)
