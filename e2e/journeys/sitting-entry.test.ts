/** The ways into the candidate's client: the console's one-time ticket, and a first login with a password that must be changed. */
import { sessionCalls } from '@kaopei/identity/contract/session'
import { staff } from '@kaopei/org/contract/staff'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator, signedIn } from './api.ts'
import { newDepartment } from './newcomers.ts'

afterAll(() => dismissVisitors())

const list = (page: Awaited<ReturnType<typeof newVisitor>>['page']) => page.getByRole('heading', { name: '我的考试' }).first()

test('the console opens the client with a ticket that no screen sees and that works once', async () => {
  const { page, problems } = await newVisitor()
  const person = await signedIn(accountOf('考生', 0))
  const { token } = await person.call(sessionCalls.changeToken, { system: 'candidate' })
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'addressesWhileDrawing', seen)
    new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof Element && target.closest('#app'))) seen.push(location.href)
    }).observe(document, { childList: true, subtree: true })
  })
  const ticket = `${inject('baseUrl')}/candidate/?token=${encodeURIComponent(token)}`
  await page.goto(ticket)
  await list(page).waitFor()
  const drawn = z.array(z.string()).parse(await page.evaluate(() => Reflect.get(window, 'addressesWhileDrawing')))
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.filter((address) => address.includes('token'))).toEqual([])
  expect(page.url()).not.toContain('token')
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain('token')
  expect(problems).toEqual([])

  const second = await newVisitor()
  await second.page.goto(ticket)
  await second.page.getByRole('heading', { name: '考生登录' }).waitFor()
  expect(second.page.url()).not.toContain('token')
})

test('from the choice of systems in the console into the client', async () => {
  const { page } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  await page.goto(`${inject('baseUrl')}/systemSelect`)
  await page.getByRole('button', { name: /考生端/ }).click()
  await page.waitForURL(/\/candidate\/?$/)
  await list(page).waitFor()
})

test.each([
  { system: 'candidate' as const, path: '/candidate/' },
  { system: 'console' as const, path: '/home' },
])('a ticket of somebody else does not replace who is signed in without being asked: $path', async ({ system, path }) => {
  const { page } = await newVisitor()
  const mine = accountOf('企业管理员')
  const staffIdInBrowser = () => page.evaluate(() => String(JSON.parse(localStorage.getItem('kaopei.session') ?? '{}').staffId))
  await logInToConsole(page, mine)
  const before = await staffIdInBrowser()
  const stranger = await signedIn(accountOf('阅卷老师'))
  const ticket = async () => {
    const { token } = await stranger.call(sessionCalls.changeToken, { system })
    return `${inject('baseUrl')}${path}?token=${encodeURIComponent(token)}`
  }
  await page.goto(await ticket())
  await page.getByRole('dialog', { name: '要切换账号吗？' }).waitFor()
  await page.getByRole('button', { name: /的身份继续$/ }).click()
  await page.getByRole('dialog', { name: '要切换账号吗？' }).waitFor({ state: 'detached' })
  expect(await staffIdInBrowser()).toBe(before)
  await page.goto(await ticket())
  await page.getByRole('button', { name: /^切换为 / }).click()
  await expect.poll(staffIdInBrowser).not.toBe(before)
  await page.waitForURL((url) => !url.search.includes('token'))
})

test('a first login sets a new password before anything else, also after a reload, and only once', async () => {
  const admin = await administrator()
  const stamp = Date.now().toString().slice(-8)
  const account = `first${stamp}`
  const { temporaryPassword } = await admin.call(staff.create, {
    departmentId: await newDepartment(admin, `新考生部${stamp}`),
    name: `新考生${stamp.slice(-4)}`,
    phone: `139${stamp}`,
    loginAccount: account,
    hasTemporaryPassword: true,
  })
  const { page, problems } = await newVisitor()
  const logIn = async (password: string) => {
    await page.goto(`${inject('baseUrl')}/candidate/`)
    await page.getByLabel('账号').fill(account)
    await page.getByLabel('密码').fill(password)
    await page.getByRole('button', { name: '登录' }).click()
  }
  await logIn('Wrong#123456')
  await page
    .getByText(/账号或密码/)
    .first()
    .waitFor()
  await logIn(temporaryPassword ?? '')
  const forced = page.getByRole('heading', { name: '请先修改密码' })
  await forced.waitFor()
  await page.reload()
  await forced.waitFor()
  await page.goto(`${inject('baseUrl')}/candidate/`)
  await forced.waitFor()
  await page.getByLabel('新密码').fill('short')
  await page.getByLabel('确认密码').fill('short')
  await page.getByRole('button', { name: '确定' }).click()
  await forced.waitFor()
  const fresh = `Kaopei#${stamp}`
  await page.getByLabel('新密码').fill(fresh)
  await page.getByLabel('确认密码').fill(fresh)
  await page.getByRole('button', { name: '确定' }).click()
  await list(page).waitFor()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('heading', { name: '考生登录' }).waitFor()
  await logIn(fresh)
  await list(page).waitFor()
  expect(problems).toEqual([])
})
