import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dismissVisitors, launch } from '../browser.ts'
import { accountOf, companyUrl, platformAdministrator } from '../people.ts'
import { latinWords } from './latin-words.ts'
import { openPages, type Pages } from './pages.ts'
import { seriousFaults } from './serious-faults.ts'

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
afterAll(() => dismissVisitors())

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
      const scripts = files.flatMap(({ type, path }) => (type === 'script' ? [path] : []))
      const document = await page.evaluate(() => fetch(location.href).then((answer) => answer.text()))
      expect(lateIn(scripts, document)).toEqual([])
      if (!isInEnglish(route)) expect(await latinWords(page)).toEqual([])
      expect(await seriousFaults(page)).toEqual([])
    }),
)

/**
 * Scripts that end a chain of more than three: the document announces what a screen needs, and what it does not announce is asked for by a script
 * that it does.
 */
function lateIn(scripts: readonly string[], document: string): string[] {
  const announced = scripts.filter((path) => document.includes(path))
  const named = announced.map((path) => readFileSync(join(root, 'apps/console/dist', path), 'utf8')).join('\n')
  return scripts.filter((path) => !announced.includes(path) && !named.includes(basename(path)))
}

/** Where a visit by the address ends, as soon as it says so: nothing has to be drawn for that. */
const visit = (pages: Pages, route: Route, pathname: string) =>
  pages.use(async ({ page }) => {
    await page.goto(address(route), { waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname === pathname, { waitUntil: 'commit' })
    return new URL(page.url()).pathname
  })

/**
 * Where a person is led who goes on to these screens one after the other: the same guard is asked each time, without the client being started
 * anew for every screen. What ends nowhere within 20 seconds has been let in.
 */
const led = (pages: Pages, some: readonly Route[], from: string) =>
  pages.use(async ({ page, settled }) => {
    await page.goto(`${inject('baseUrl')}${from}`)
    await settled()
    const ends: Record<string, string> = {}
    for (const { path } of some) {
      ends[path] = await page.evaluate(async (path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
        const begun = performance.now()
        const asked = new URL(path, location.href).pathname
        while (location.pathname === asked && performance.now() - begun < 20_000) await new Promise((go) => setTimeout(go, 5))
        return location.pathname
      }, path)
    }
    return ends
  })

interface Refusal {
  readonly title: string
  readonly who: () => Pages
  readonly routes: readonly Route[]
  /** Where they stand before, and where each of the screens leads them. */
  readonly from: string
  readonly to: string
}
const refusals: readonly Refusal[] = [
  {
    title: 'a candidate without rights is refused',
    who: () => candidate,
    routes: concrete.filter((route) => route.access === 'menu'),
    from: '/userInfo',
    to: '/noPermission',
  },
  {
    title: "a company's administrator is refused, where the screen is the platform's,",
    who: () => admin,
    routes: concrete.filter(isOfPlatform),
    from: '/userInfo',
    to: '/noPermission',
  },
  {
    title: 'a stranger is led to the login',
    who: () => stranger,
    routes: concrete.filter((route) => route.access !== 'public'),
    from: '/login',
    to: '/login',
  },
]

test.concurrent.for(refusals)('$title on every screen', async ({ who, routes, from, to }, { expect }) => {
  const ends = await led(who(), routes, from)
  expect(ends).toEqual(Object.fromEntries(routes.map(({ path }) => [path, to])))
})

/** Some of the addresses, typed: the client starts, asks for the rights and judges. */
const typed = refusals.flatMap(({ title, who, routes, to }) =>
  routes.filter((_, index) => index % 8 === 0).map((route) => ({ title, who, route, path: route.path, to })),
)

test.concurrent.for(typed)('$title at $path, typed', async ({ who, route, to }, { expect }) => {
  expect(await visit(who(), route, to)).toBe(to)
})

test('an unknown path leads to /404', () =>
  admin.use(async ({ page }) => {
    await page.goto(`${inject('baseUrl')}/no/such/page`)
    await page.waitForURL((url) => url.pathname === '/404')
    expect(new URL(page.url()).pathname).toBe('/404')
  }))

test('a page frames nothing but what it has made itself, and runs no script of another', async () => {
  // The lighter browser shows no PDF, and never says that a frame is there which may not hold one.
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const answer = await page.goto(`${inject('baseUrl')}/login`)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    for (const part of [
      "default-src 'self'",
      "script-src 'self'",
      `frame-src blob: ${inject('baseUrl')}/package-player`,
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
  } finally {
    await browser.close()
  }
})
