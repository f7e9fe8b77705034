import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dismissVisitors } from '../browser.ts'
import { accountOf } from '../people.ts'
import { openPages, type Pages } from './pages.ts'
import { seriousFaults } from './serious-faults.ts'

/** One of each kind of drawer, dialog and popup: where it is opened, and by which button. */
const openers = [
  { path: '/business/udp/orgoumgmt', button: '标签管理' },
  { path: '/business/udp/orgoumgmt', button: '新增部门' },
  { path: '/business/udp/orgoumgmt', button: '批量导入' },
  { path: '/business/rolePeople', button: '添加成员' },
  { path: '/application/ote/mgmt', button: '新增题库' },
  { path: '/application/ote/practiceManage', button: '练习规则' },
  { path: '/application/ote/questionnaire', button: '新建问卷' },
  { path: '/application/online/projectCenter', button: '新增分类' },
] as const

/** 取 消 and 确 定 are called by their words without the space, on purpose: the rule takes the space for another word. */
const without = ['label-content-name-mismatch']

/** Pages that are walked at the same time. */
const lanes = 2
vi.setConfig({ maxConcurrency: lanes })

let admin: Pages
beforeAll(async () => {
  admin = await openPages(lanes, { account: accountOf('企业管理员') })
})
afterAll(() => dismissVisitors())

const motions = ['reduce', 'no-preference'] as const
const cases = openers.flatMap((opener) => motions.map((motion) => ({ ...opener, motion })))

test.concurrent.for(cases)(
  '$button of $path opens and closes by keyboard, keeps and gives back the focus, and is accessible (motion: $motion)',
  ({ path, button, motion }, { expect }) =>
    admin.use(async ({ page, problems, settled }) => {
      await page.emulateMedia({ reducedMotion: motion })
      await page.goto(`${inject('baseUrl')}${path}`)
      await settled()
      const opener = page.getByRole('button', { name: button, exact: true }).first()
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await settled()
      await page.waitForFunction(() => document.activeElement?.closest('.ant-drawer, .ant-modal') !== null)
      expect(await dialog.getAttribute('aria-labelledby')).toBeTruthy()
      if (motion === 'reduce') expect(await seriousFaults(page, without)).toEqual([])
      // Whoever tabs through it stays in it.
      for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('.ant-drawer, .ant-modal') !== null)).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.waitForFunction((name) => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') === name || activeElement?.textContent?.trim() === name
      }, button)
      expect(problems).toEqual([])
    }),
)

/** One menu of each kind. */
const menus = [
  { path: '/application/online/projectCenter', button: 'button[aria-label$="的更多操作"]' },
  { path: '/home', button: 'button[title="账号菜单"]' },
] as const

test.for(menus)('the menu $button of $path is opened, walked and left by keyboard alone', ({ path, button }) =>
  admin.use(async ({ page, settled }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${inject('baseUrl')}${path}`)
    await settled()
    const opener = page.locator(button).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').last().waitFor()
    const isInside = () => document.activeElement?.closest('[role="menu"]') !== null
    await page.waitForFunction(isInside)
    const first = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((before) => document.activeElement?.textContent !== before, first)
    expect(await page.evaluate(isInside)).toBe(true)
    expect(await seriousFaults(page, without)).toEqual([])
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-expanded') === 'false')
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
  }),
)

test.for(motions)('the columns of a list are chosen by keyboard alone (motion: %s)', (motion) =>
  admin.use(async ({ page, settled }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.goto(`${inject('baseUrl')}/application/ote/quesmgmt`)
    await settled()
    const opener = page.getByRole('button', { name: '设置显示的列' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const columns = page.getByRole('group', { name: '显示的列' })
    await columns.waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('.kp-column-choice') !== null)
    expect(await seriousFaults(page, without)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.kp-column-choice') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await columns.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }),
)
