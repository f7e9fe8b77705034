import type { World } from '@kaopei/server/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { frameMessage } from '../../contract/package-messages.ts'
import { converted, openConversionWorld } from '../conversion/conversion-world.ts'
import { createContentApp } from './content-app.ts'
import { packageToken } from './package-link.ts'
import { manifest2004, onePart, zipped } from './packages-made.ts'

// The frame in a real browser: a page of the product around it, on another port.

let world: World
let browser: Browser
let contents: FastifyInstance
let product: FastifyInstance
let productPort: number
let contentPort: number
let companyId: string
beforeAll(async () => {
  world = await openConversionWorld()
  companyId = await world.company()
  product = Fastify()
  product.get('/', (_request, reply) => reply.type('text/html').send('<!doctype html><title>product</title>'))
  product.get('/secret', (_request, reply) => reply.send({ token: 'of the product' }))
  productPort = Number(new URL(await product.listen({ port: 0, host: '127.0.0.1' })).port)
  const publicUrl = { pattern: `http://127.0.0.1:${productPort}`, isConfigured: true }
  contents = await createContentApp({ ...world.services, publicUrl }, { productPort })
  contentPort = Number(new URL(await contents.listen({ port: 0, host: '127.0.0.1' })).port)
  browser = await chromium.launch({
    executablePath: process.env.KAOPEI_SHELL ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
})
afterAll(async () => {
  await browser?.close()
  await contents?.close()
  await product?.close()
  await world?.close()
})

async function frameUrl(manifest: string, html: string): Promise<string> {
  const body = await zipped({ 'imsmanifest.xml': manifest, 'index.html': html })
  const { versionId } = await converted(world, { companyId, type: coursewareType.package, name: 'a.zip', body })
  return `http://127.0.0.1:${contentPort}/f/${packageToken(world.services, { companyId, versionId })}/1`
}

/** The page around the frame, as a player does it; what it hears stands in `heard`. */
async function play(url: string, state: unknown): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${productPort}/`)
  await page.evaluate(
    ({ url, state }) => {
      localStorage.setItem('token', 'of the person')
      const heard: unknown[] = []
      Reflect.set(window, 'heard', heard)
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups')
      window.addEventListener('message', (event) => {
        if (event.source !== frame.contentWindow) return
        heard.push({ ...event.data, origin: event.origin })
        const start = { kaopei: 'package', kind: 'start', learner: { id: 'u1', name: '学员' }, state, isPreview: false }
        if (event.data.kind === 'ready') frame.contentWindow?.postMessage(start, event.origin)
      })
      frame.src = url
      document.body.append(frame)
    },
    { url, state },
  )
  return page
}

interface Heard {
  readonly kind: string
  readonly origin: string
  readonly isFinished?: boolean
  readonly state?: Readonly<Record<string, unknown>>
}
const heardBy = (page: Page) => page.evaluate((): Heard[] => Reflect.get(window, 'heard'))
const last = async (page: Page, isSo: (one: Heard) => boolean) => {
  await expect.poll(async () => (await heardBy(page)).some(isSo), { timeout: 20_000 }).toBe(true)
  return (await heardBy(page)).findLast(isSo)
}

const find12 = 'let w = window; while (!w.API && w.parent !== w) w = w.parent; const api = w.API; api.LMSInitialize("");'

test('a package of 1.2 tells what it sets at each commit; mastery decides; every message is of the agreed shape', async () => {
  const html = `<script>${find12}
    document.title = api.LMSGetValue('cmi.core.student_name') + api.LMSGetValue('cmi.launch_data') + api.LMSGetValue('cmi.core.entry')
    api.LMSSetValue('cmi.suspend_data', 'x'.repeat(64000)); api.LMSSetValue('cmi.core.lesson_location', 'p3')
    api.LMSSetValue('cmi.core.lesson_status', 'incomplete'); api.LMSCommit('')
    api.LMSSetValue('cmi.core.score.raw', '90'); api.LMSSetValue('cmi.core.session_time', '0000:01:30.00')
    api.LMSSetValue('cmi.core.exit', 'suspend'); api.LMSFinish('')</script>`
  const page = await play(await frameUrl(onePart, html), null)
  const end = await last(page, ({ isFinished }) => isFinished === true)
  expect(end).toMatchObject({
    origin: `http://127.0.0.1:${contentPort}`,
    sessionSeconds: 90,
    state: { status: 'passed', success: 'passed', scoreHundredths: 9000, location: 'p3', exit: 'suspend' },
  })
  expect(String(end?.state?.suspendData)).toHaveLength(64_000)
  const heard = await heardBy(page)
  const first = heard.find(({ kind }) => kind === 'commit')
  expect(first).toMatchObject({ isFinished: false, state: { status: 'incomplete', location: 'p3' } })
  expect(heard.filter(({ isFinished }) => isFinished)).toHaveLength(1)
  for (const { origin: _origin, ...message } of heard) expect(frameMessage.safeParse(message).error).toBeUndefined()
  const inner = page.frames().find((frame) => frame.url().includes('/p/'))
  expect(await inner?.title()).toBe('学员start=1ab-initio')
  await page.close()
}, 90_000)

test('what was suspended is resumed, and a page that closes hears the last of it', async () => {
  const html = `<script>${find12}
    document.title = [api.LMSGetValue('cmi.core.entry'), api.LMSGetValue('cmi.suspend_data'), api.LMSGetValue('cmi.core.total_time')].join(' ')
    api.LMSSetValue('cmi.core.lesson_location', 'later')</script>`
  const state = {
    status: 'incomplete',
    success: 'unknown',
    scoreHundredths: null,
    progressPercent: null,
    location: 'p3',
    suspendData: 'kept',
  }
  const page = await play(await frameUrl(onePart, html), { ...state, exit: 'suspend', data: {}, totalSeconds: 3725 })
  await expect
    .poll(
      () =>
        page
          .frames()
          .find((frame) => frame.url().includes('/p/'))
          ?.title(),
      { timeout: 20_000 },
    )
    .toBe('resume kept 01:02:05')
  await page.evaluate(() =>
    document.querySelector('iframe')?.contentWindow?.postMessage({ kaopei: 'package', kind: 'close' }, '*'),
  )
  expect(await last(page, ({ isFinished }) => isFinished === true)).toMatchObject({
    state: { status: 'incomplete', location: 'later' },
  })
  await page.close()
}, 90_000)

test('2004: completion, success and progress apart', async () => {
  const html = `<script>let w = window; while (!w.API_1484_11 && w.parent !== w) w = w.parent; const api = w.API_1484_11; api.Initialize('')
    api.SetValue('cmi.completion_status', 'completed'); api.SetValue('cmi.success_status', 'failed'); api.SetValue('cmi.score.scaled', '0.4')
    api.SetValue('cmi.progress_measure', '0.8'); api.SetValue('cmi.session_time', 'PT1M5S'); api.SetValue('cmi.exit', 'normal'); api.Terminate('')</script>`
  const manifest = manifest2004(
    '<item identifier="i" identifierref="r"><title>x</title></item>',
    '<resource identifier="r" adlcp:scormType="sco" href="index.html"/>',
  )
  const page = await play(await frameUrl(manifest, html), null)
  expect(await last(page, ({ isFinished }) => isFinished === true)).toMatchObject({
    sessionSeconds: 65,
    state: { status: 'completed', success: 'failed', scoreHundredths: 4000, progressPercent: 80 },
  })
  await page.close()
}, 90_000)

test('a package that reaches for the product gets nothing: neither its page, nor its storage, nor its calls', async () => {
  const html = `<script>${find12}
    const tries = { top: () => String(top.localStorage.token), document: () => top.document.title, own: () => String(localStorage.token) }
    const got = Object.fromEntries(Object.entries(tries).map(([name, go]) => { try { return [name, go()] } catch (error) { return [name, error.name] } }))
    fetch('http://127.0.0.1:${productPort}/secret').then((answer) => answer.text(), (error) => error.name).then((text) => {
      try { top.location = 'about:blank' } catch {}
      api.LMSSetValue('cmi.suspend_data', JSON.stringify({ ...got, fetch: text })); api.LMSCommit('')
    })</script>`
  const page = await play(await frameUrl(onePart, html), null)
  const told = await last(page, ({ kind, state }) => kind === 'commit' && state?.suspendData !== '')
  expect(JSON.parse(String(told?.state?.suspendData))).toEqual({
    top: 'SecurityError',
    document: 'SecurityError',
    own: 'undefined',
    fetch: 'TypeError',
  })
  expect(page.url()).toBe(`http://127.0.0.1:${productPort}/`)
  await page.close()
}, 90_000)

test('a page that is not the product’s cannot frame it', async () => {
  const stranger = Fastify()
  const url = await frameUrl(onePart, '<p>hello</p>')
  stranger.get('/', (_request, reply) => reply.type('text/html').send(`<!doctype html><iframe src="${url}"></iframe>`))
  const address = await stranger.listen({ port: 0, host: '127.0.0.1' })
  const page = await browser.newPage()
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  expect(page.frames().some((frame) => frame.url().startsWith('http') && frame.url().includes('/f/'))).toBe(false)
  await page.close()
  await stranger.close()
}, 90_000)
