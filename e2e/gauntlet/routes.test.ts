import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { closeBrowser } from '../browser.ts'
import { accountOf, companyUrl, platformAdministrator } from '../people.ts'
import { latinWords } from './latin-words.ts'
import { openPages, type Pages } from './pages.ts'

interface Route {
  readonly path: string
  readonly name: string
  readonly title: string
  readonly access: 'menu' | 'signedIn' | 'public'
}

const root = join(import.meta.dirname, '..', '..')
const routes: readonly Route[] = JSON.parse(execFileSync('node', [join(root, 'tools/print-routes.ts')], { encoding: 'utf8' }))
const concrete = routes.filter((route) => !/[:{*]/.test(route.path))

/** Of a screen that is opened directly, until it stands still: the document, its styles, its code and what that loads by itself. */
const mostFiles = 25

/** Pages that are walked at the same time; each person has so many. */
const lanes = 3
vi.setConfig({ maxConcurrency: lanes })

let admin: Pages
let platform: Pages
let candidate: Pages
let stranger: Pages
beforeAll(async () => {
  admin = await openPages(lanes, { account: accountOf('企业管理员') })
  candidate = await openPages(lanes, { account: accountOf('考生') })
  platform = await openPages(lanes, { account: platformAdministrator(), baseUrl: companyUrl('platform') })
  stranger = await openPages(lanes)
})
afterAll(() => closeBrowser())

/** Of the platform's own company alone. */
const isOfPlatform = (route: Route) => route.path === '/permission' || route.path.startsWith('/permission/')
const address = (route: Route) => `${inject('baseUrl')}${route.path}`
/** It lists the calls by their paths. */
const isInEnglish = (route: Route) => route.path === '/docs'

test('there are routes to walk', () => {
  expect(concrete.length).toBeGreaterThan(process.env.KAOPEI_TEST_ROOMS === undefined ? 20 : -1)
})

test.concurrent.for(concrete.filter((route) => route.path !== '/login'))(
  '$path draws for an administrator without an error, accessibly and in Chinese',
  (route, { expect }) =>
    (isOfPlatform(route) ? platform : admin).use(async (lane) => {
      const { page, problems } = lane
      await page.goto(isOfPlatform(route) ? `${companyUrl('platform')}${route.path}` : address(route))
      await lane.settled()
      if (route.path !== '/noPermission') expect(new URL(page.url()).pathname).not.toBe('/noPermission')
      expect(await page.title()).not.toBe('')
      expect(await page.locator('body').innerText()).not.toBe('')
      expect(problems).toEqual([])
      const files = lane.loaded().filter(({ type }) => ['document', 'stylesheet', 'script'].includes(type))
      expect(files.length, files.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(mostFiles)
      if (!isInEnglish(route)) expect(await latinWords(page)).toEqual([])
      // In the page itself, where no frame has another origin, and without lists of all that is right: half the work.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'] })
        .analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)).toEqual([])
    }),
)

/** Where a visit ends, as soon as the address says so: nothing has to be drawn for that. */
const visit = (pages: Pages, route: Route, pathname: string) =>
  pages.use(async ({ page }) => {
    await page.goto(address(route), { waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname === pathname, { waitUntil: 'commit' })
    return new URL(page.url()).pathname
  })

test.concurrent.for(concrete.filter((route) => route.access === 'menu'))(
  '$path is refused to a candidate without rights',
  async (route, { expect }) => {
    expect(await visit(candidate, route, '/noPermission')).toBe('/noPermission')
  },
)

test.concurrent.for(concrete.filter(isOfPlatform))("$path is refused to a company's administrator", async (route, { expect }) => {
  expect(await visit(admin, route, '/noPermission')).toBe('/noPermission')
})

test.concurrent.for(concrete.filter((route) => route.access !== 'public'))(
  '$path leads a stranger to the login',
  async (route, { expect }) => {
    expect(await visit(stranger, route, '/login')).toBe('/login')
  },
)

test('an unknown path leads to /404', () =>
  admin.use(async ({ page }) => {
    await page.goto(`${inject('baseUrl')}/no/such/page`)
    await page.waitForURL((url) => url.pathname === '/404')
    expect(new URL(page.url()).pathname).toBe('/404')
  }))

test('a page frames nothing but what it has made itself, and runs no script of another', () =>
  stranger.use(async ({ page }) => {
    const answer = await page.goto(`${inject('baseUrl')}/login`)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    for (const part of [
      "default-src 'self'",
      "script-src 'self'",
      'frame-src blob:',
      "object-src 'none'",
      "frame-ancestors 'self'",
    ])
      expect(policy.split('; ')).toContain(part)
    const refused = await page.evaluate(async () => {
      const heard: string[] = []
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => heard.push(blockedURI))
      const pdf = URL.createObjectURL(new Blob(['%PDF-1.4'], { type: 'application/pdf' }))
      const frames = [`${location.origin}/login`, 'https://example.com/', pdf].map(async (src) => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        const isDone = new Promise((done) => frame.addEventListener('load', done, { once: true }))
        frame.src = src
        await isDone
      })
      await Promise.all(frames)
      return heard
    })
    expect(refused).toHaveLength(2)
    expect(refused.some((address) => address.startsWith('blob'))).toBe(false)
  }))
