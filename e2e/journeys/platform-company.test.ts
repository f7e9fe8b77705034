import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { companyUrl, logInToConsole, platformAdministrator, pressLogIn } from '../people.ts'

const stamp = Date.now().toString().slice(-9)
const packageName = `基础版 ${stamp}`
const company = { name: `旅程企业 ${stamp}`, domain: `journey-${stamp}` }
const ownPassword = 'journey-pass1!'

let platform: Visitor
beforeAll(async () => {
  platform = await newVisitor()
  await logInToConsole(platform.page, platformAdministrator(), companyUrl('platform'))
})
afterAll(() => dismissVisitors())

const confirm = (page: Page) => page.getByRole('button', { name: /^确\s*定$/ }).last()

test('a company made by the platform works at once, in its package, until it is suspended', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  await makePackage(platform.page)
  const oneTime = await makeCompany(platform.page)
  const admin = await newVisitor()
  await enterForTheFirstTime(admin.page, oneTime)
  await seesItsPackageOnly(admin.page)
  await addsNobodyBeyondItsQuota(admin.page)
  await suspendAndResume(admin.page)
  expect(platform.problems).toEqual([])
})

async function makePackage(page: Page): Promise<void> {
  await page.goto(`${companyUrl('platform')}/permission/menu`)
  await page.getByRole('button', { name: '新增套餐' }).click()
  const drawer = page.getByRole('dialog', { name: '新增套餐' })
  await drawer.getByLabel('套餐名称').fill(packageName)
  await drawer.getByRole('checkbox', { name: '员工花名册' }).check()
  await drawer.getByRole('textbox', { name: '员工花名册的显示名称' }).fill('人员名册')
  await drawer.getByRole('checkbox', { name: '企业信息' }).check()
  await confirm(page).click()
  await page.getByRole('row', { name: new RegExp(packageName) }).waitFor()
}

async function makeCompany(page: Page): Promise<string> {
  await page.goto(`${companyUrl('platform')}/permission/merchant`)
  await page.getByRole('button', { name: '新增企业' }).click()
  const drawer = page.getByRole('dialog', { name: '新增企业' })
  await drawer.getByLabel('企业名称').fill(company.name)
  await drawer.getByLabel('企业域名').fill(company.domain)
  await drawer.getByLabel('菜单套餐').fill(packageName)
  await page.locator('.ant-select-item-option', { hasText: packageName }).click()
  await drawer.getByLabel('考试额度（人次）').fill('500')
  await drawer.getByLabel('人员额度（人）').fill('2')
  await drawer.getByLabel('管理员姓名').fill('旅程管理员')
  await confirm(page).click()
  const notice = page.getByRole('dialog', { name: '企业已创建' })
  const shown = await notice.locator('.ant-descriptions-item', { hasText: '临时密码' }).locator('.ant-typography').innerText()
  await notice.getByRole('button', { name: /知\s*道|确\s*定/ }).click()
  await page
    .getByRole('row', { name: new RegExp(company.name) })
    .getByText('已用 0 / 共 500')
    .waitFor()
  return shown.trim()
}

/** With the one-time password, which must be replaced before anything else. */
async function enterForTheFirstTime(page: Page, password: string): Promise<void> {
  await page.goto(`${companyUrl(company.domain)}/login`)
  await page.getByText(company.name).first().waitFor()
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await pressLogIn(page)
  const dialog = page.getByRole('dialog', { name: /修改密码/ })
  await dialog.getByLabel('新密码', { exact: true }).fill(ownPassword)
  await dialog.getByLabel(/确认/).fill(ownPassword)
  await dialog.getByRole('button', { name: /确\s*定|确\s*认|修\s*改|保\s*存/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function seesItsPackageOnly(page: Page): Promise<void> {
  const url = companyUrl(company.domain)
  await page.goto(`${url}/business/udp/orgoumgmt`)
  await page.getByRole('row', { name: /旅程管理员/ }).waitFor()
  await page.getByRole('navigation').getByText('人员名册').first().waitFor()
  await page.goto(`${url}/business/companyInfo`)
  await page.getByRole('heading', { name: '企业信息' }).waitFor()
  for (const path of ['/application/ote/examManage', '/business/operationLog', '/permission/merchant']) {
    await page.goto(`${url}${path}`)
    await page.waitForURL((now) => now.pathname === '/noPermission')
  }
}

/** Two people: the administrator and one more. */
async function addsNobodyBeyondItsQuota(page: Page): Promise<void> {
  await page.goto(`${companyUrl(company.domain)}/business/udp/orgoumgmt`)
  const add = async (name: string, phone: string) => {
    await page.getByRole('button', { name: '新增员工' }).click()
    const drawer = page.getByRole('dialog', { name: '新增员工' })
    await drawer.getByLabel('姓名').fill(name)
    await drawer.getByLabel('手机号').fill(phone)
    await drawer.getByLabel('部门', { exact: true }).click()
    await page.locator('.ant-select-tree-title', { hasText: company.name }).last().click()
    await drawer.getByLabel('生成临时密码').click()
    await confirm(page).click()
    return drawer
  }
  await add('旅程员工', '13800000001')
  await page.getByRole('row', { name: /旅程员工/ }).waitFor()
  const drawer = await add('多出的人', '13800000002')
  await page
    .getByText(/企业的员工名额为2人/)
    .first()
    .waitFor()
  // What was typed stays; nobody came in.
  expect(await drawer.getByLabel('姓名').inputValue()).toBe('多出的人')
  await platform.page.reload()
  await platform.page
    .getByRole('row', { name: new RegExp(company.name) })
    .getByText('已用 2 / 共 2')
    .waitFor()
}

async function suspendAndResume(page: Page): Promise<void> {
  const row = platform.page.getByRole('row', { name: new RegExp(company.name) })
  await row.getByRole('button', { name: /停\s*用/ }).click()
  const drawer = platform.page.getByRole('dialog', { name: '停用企业' })
  await drawer.getByLabel('停用原因').fill('旅程测试')
  await drawer.getByRole('button', { name: /^停\s*用$/ }).click()
  await row.getByText('已停用').waitFor()
  await page.goto(`${companyUrl(company.domain)}/business/companyInfo`)
  await page.getByText('企业已停用或服务已到期，请联系管理员').first().waitFor()
  await page.waitForURL((now) => now.pathname === '/login')
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(ownPassword)
  await pressLogIn(page)
  await page.getByText('企业已停用或服务已到期，请联系管理员').last().waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await row.getByRole('button', { name: /恢\s*复/ }).click()
  await confirm(platform.page).click()
  await row.getByText('使用中').waitFor()
  await logInToConsole(
    page,
    { role: '', account: 'admin', password: ownPassword, tenantDomain: company.domain },
    companyUrl(company.domain),
  )
  await page.goto(`${companyUrl(company.domain)}/business/companyInfo`)
  await page.getByRole('heading', { name: '企业信息' }).waitFor()
}
