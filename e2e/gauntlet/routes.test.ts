import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { closeBrowser, newVisitor, type Visitor } from '../browser.ts'
import { accountOf, companyUrl, logInToConsole, platformAdministrator } from '../people.ts'

interface Route {
  readonly path: string
  readonly name: string
  readonly title: string
  readonly access: 'menu' | 'signedIn' | 'public'
}

const root = join(import.meta.dirname, '..', '..')
const routes: readonly Route[] = JSON.parse(execFileSync('node', [join(root, 'tools/print-routes.ts')], { encoding: 'utf8' }))
const concrete = routes.filter((route) => !/[:{*]/.test(route.path))

let admin: Visitor
let platform: Visitor
let candidate: Visitor
let stranger: Visitor
beforeAll(async () => {
  admin = await newVisitor()
  platform = await newVisitor()
  candidate = await newVisitor()
  stranger = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
  await logInToConsole(candidate.page, accountOf('考生'))
  await logInToConsole(platform.page, platformAdministrator(), companyUrl('platform'))
})
afterAll(() => closeBrowser())

/** Of the platform's own company alone. */
const isOfPlatform = (route: Route) => route.path === '/permission' || route.path.startsWith('/permission/')
const address = (route: Route) => `${inject('baseUrl')}${route.path}`

/** The page has drawn itself: no progress bar, no skeleton, no spinner. */
async function settled(visitor: Visitor): Promise<void> {
  await visitor.page.waitForLoadState('networkidle')
  await visitor.page.locator('.ant-skeleton-active, .ant-spin-spinning').first().waitFor({ state: 'hidden' })
}

test('there are routes to walk', () => {
  expect(concrete.length).toBeGreaterThan(20)
})

test.for(concrete.filter((route) => route.path !== '/login'))(
  '$path draws for an administrator without an error, accessibly',
  async (route) => {
    const who = isOfPlatform(route) ? platform : admin
    who.problems.length = 0
    await who.page.goto(isOfPlatform(route) ? `${companyUrl('platform')}${route.path}` : address(route))
    await settled(who)
    if (route.path !== '/noPermission') expect(new URL(who.page.url()).pathname).not.toBe('/noPermission')
    expect(await who.page.title()).not.toBe('')
    expect(await who.page.locator('body').innerText()).not.toBe('')
    expect(who.problems).toEqual([])
    const { violations } = await new AxeBuilder({ page: who.page }).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)).toEqual([])
  },
)

test.for(concrete.filter((route) => route.access === 'menu'))('$path is refused to a candidate without rights', async (route) => {
  await candidate.page.goto(address(route))
  await candidate.page.waitForURL((url) => url.pathname === '/noPermission')
  expect(new URL(candidate.page.url()).pathname).toBe('/noPermission')
})

test.for(concrete.filter(isOfPlatform))("$path is refused to a company's administrator", async (route) => {
  await admin.page.goto(address(route))
  await admin.page.waitForURL((url) => url.pathname === '/noPermission')
  expect(new URL(admin.page.url()).pathname).toBe('/noPermission')
})

test.for(concrete.filter((route) => route.access !== 'public'))('$path leads a stranger to the login', async (route) => {
  await stranger.page.goto(address(route))
  await stranger.page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(stranger.page.url()).pathname).toBe('/login')
})

test('an unknown path leads to /404', async () => {
  await admin.page.goto(`${inject('baseUrl')}/no/such/page`)
  await admin.page.waitForURL((url) => url.pathname === '/404')
  expect(new URL(admin.page.url()).pathname).toBe('/404')
})
