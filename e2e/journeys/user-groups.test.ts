import { join } from 'node:path'
import { role } from '@kaopei/access/contract/role'
import { roleMenuCalls } from '@kaopei/access/contract/role-menu'
import { rolePeople } from '@kaopei/access/contract/role-people'
import { label } from '@kaopei/org/contract/post'
import { staff } from '@kaopei/org/contract/staff'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator } from './api.ts'
import { newDepartment } from './newcomers.ts'

const stamp = Date.now().toString().slice(-9)
const names = {
  category: `旅程分类${stamp}`,
  chosen: `手选组${stamp}`,
  ruled: `规则组${stamp}`,
  department: `旅程部${stamp}`,
  label: `重点${stamp}`,
  role: `旅程角色${stamp}`,
}
const ownPassword = 'journey-pass1!'

let admin: Visitor
let client: DemoClient
beforeAll(async () => {
  client = await administrator()
  admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

const go = (page: Page, path: string) => page.goto(`${inject('baseUrl')}${path}`)
const confirm = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: /^确\s*定$/ })

test('groups are filled by hand and by rule; who is hired into one gets its role in the session they have open', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const stage = await arrange()
  await makeCategory(admin.page)
  await makeStaticGroup(admin.page)
  await makeDynamicGroup(admin.page)
  const hired = await hire(stage)
  const person = await newVisitor()
  await Promise.all([seesMember(admin.page, hired.name), enterForTheFirstTime(person.page, hired)])
  await missesMenu(person.page)
  await attachToRole(admin.page)
  await go(person.page, '/business/udp/userGroup')
  await person.page.getByRole('heading', { name: '用户组', exact: true }).waitFor()
  await loseLabel(hired.id)
  await missesMenu(person.page)
  expect(admin.problems).toEqual([])
})

/** A department and a label with one person who has both, and a role that opens one menu. */
async function arrange() {
  const departmentId = await newDepartment(client, names.department)
  const { id: labelId } = await client.call(label.save, { name: names.label })
  const stage = { departmentId, labelId }
  await hire(stage)
  const { id: roleId } = await client.call(role.createRole, { name: names.role })
  const { version } = await client.call(roleMenuCalls.listRoleMenu, { roleId })
  await client.call(roleMenuCalls.setRoleMenu, { roleId, version, menus: ['userGroup'], rights: [] })
  return stage
}

let hiredCount = 0

async function hire({ departmentId, labelId }: { departmentId: string; labelId: string }) {
  hiredCount += 1
  const phone = `15${hiredCount}${String(Date.now()).slice(-8)}`
  const name = `新人${hiredCount}${stamp}`
  const wish = { name, phone, departmentId, labelIds: [labelId], hasTemporaryPassword: true }
  const { id, temporaryPassword } = await client.call(staff.create, wish)
  return { id, name, account: phone, password: temporaryPassword ?? '' }
}

async function makeCategory(page: Page): Promise<void> {
  await go(page, '/business/udp/userGroup')
  await page.getByRole('button', { name: '新增分类' }).click()
  await page.getByRole('dialog', { name: '新增分类' }).getByLabel('分类名称').fill(names.category)
  await confirm(page, '新增分类').click()
  await page.getByRole('tree').getByText(names.category).click()
}

async function makeStaticGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增用户组' }).first().click()
  await page.getByRole('dialog', { name: '新增用户组' }).getByLabel('用户组名称').fill(names.chosen)
  await confirm(page, '新增用户组').click()
  // The members of a new group open by themselves.
  const members = page.getByRole('dialog', { name: `${names.chosen} · 成员` })
  await members.getByRole('button', { name: '添加成员' }).click()
  const picker = page.getByRole('dialog', { name: '添加成员' })
  for (const row of [0, 1]) await picker.locator('tbody tr.ant-table-row').nth(row).click()
  await picker.getByText('已选择(2)').waitFor()
  await confirm(page, '添加成员').click()
  await page.getByText('已添加 2 人').waitFor()
  await members.locator('tbody tr.ant-table-row').nth(1).waitFor()
  await members
    .getByRole('button', { name: /关\s*闭|Close/ })
    .first()
    .click()
}

async function makeDynamicGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增用户组' }).first().click()
  const drawer = page.getByRole('dialog', { name: '新增用户组' })
  await drawer.getByLabel('用户组名称').fill(names.ruled)
  await drawer.getByLabel(/动态/).check()
  await drawer.getByLabel('部门', { exact: true }).fill(names.department)
  await page.locator('.ant-select-tree-title', { hasText: names.department }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: '添加条件', exact: true }).click()
  await drawer.getByLabel('条件', { exact: true }).nth(1).click()
  await page.locator('.ant-select-item-option', { hasText: /^标签$/ }).click()
  await drawer.getByLabel('标签', { exact: true }).fill(names.label)
  await page.locator('.ant-select-item-option', { hasText: names.label }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: '预览人员' }).click()
  await drawer.getByText('符合规则 1 人').waitFor()
  await drawer.getByText(`新人1${stamp}`, { exact: true }).waitFor()
  await confirm(page, '新增用户组').click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `查看${names.ruled}的1名成员` }).waitFor()
}

/** The group follows in a job, moments after the call. */
async function seesMember(page: Page, name: string): Promise<void> {
  const count = page.getByRole('button', { name: `查看${names.ruled}的2名成员` })
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: /^查\s*询$/ }).click()
        return count.count()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1)
  await count.click()
  await page
    .getByRole('dialog', { name: `${names.ruled} · 成员` })
    .getByRole('cell', { name, exact: true })
    .waitFor()
}

async function enterForTheFirstTime(page: Page, { account, password }: { account: string; password: string }): Promise<void> {
  await logInToConsole(page, { role: '', account, password, tenantDomain: 'demo' })
  const dialog = page.getByRole('dialog', { name: /修改密码/ })
  await dialog.getByLabel('新密码', { exact: true }).fill(ownPassword)
  await dialog.getByLabel(/确认/).fill(ownPassword)
  await dialog.getByRole('button', { name: /确\s*定|确\s*认|修\s*改|保\s*存/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function missesMenu(page: Page): Promise<void> {
  await go(page, '/business/udp/userGroup')
  await page.waitForURL((url) => url.pathname === '/noPermission')
}

async function attachToRole(page: Page): Promise<void> {
  await go(page, '/business/rolePermission')
  await page
    .getByRole('navigation', { name: '角色' })
    .getByRole('button', { name: new RegExp(names.role) })
    .click()
  await page.getByRole('button', { name: '0 个用户组' }).click()
  const drawer = page.getByRole('dialog', { name: '关联用户组' })
  await drawer.getByText(/谁能修改这些信息，谁就能决定谁拥有此角色/).waitFor()
  await drawer.getByRole('button', { name: '添加用户组' }).click()
  const picker = page.getByRole('dialog', { name: '添加用户组' })
  await picker.getByLabel('用户组名称').fill(names.ruled)
  await picker.getByLabel('用户组名称').press('Enter')
  await picker.getByRole('row', { name: new RegExp(names.ruled) }).click()
  await picker.getByText('已选择(1)').waitFor()
  await confirm(page, '添加用户组').click()
  await drawer.getByRole('cell', { name: `动态 ${names.ruled}` }).waitFor()
}

/** Out of the rule, out of the group, out of the role: as soon as the job has followed. */
async function loseLabel(id: string): Promise<void> {
  const { version } = await client.call(staff.get, { id })
  await client.call(staff.modify, { id, version, labelIds: [] })
  const isMember = async () => {
    const roles = await client.call(role.listRole, { name: names.role })
    const { dataList } = await client.call(rolePeople.listRoleStaffPage, { roleId: roles[0]?.id ?? '', pageSize: 100 })
    return dataList.some((member) => member.id === id)
  }
  await expect.poll(isMember, { timeout: 60_000, interval: 300 }).toBe(false)
}
