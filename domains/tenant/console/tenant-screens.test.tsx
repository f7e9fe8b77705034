import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { examConsumption } from '../contract/consumption.ts'
import { menuPackage } from '../contract/menu-package.ts'
import { merchant } from '../contract/merchant.ts'
import { systemRole } from '../contract/system-role.ts'
import ExamConsumptionPage from './exam-consumption.list.tsx'
import MenuPackagePage from './menu-package.page.tsx'
import MerchantPage from './merchant.list.tsx'
import SystemRolePage from './system-role.list.tsx'
import { SystemUserForm } from './system-user.form.tsx'

vi.setConfig({ testTimeout: 60_000 })

const id = '01990000-0000-7000-8000-000000000001'
const at = '2026-03-01T08:00:00.000Z'
let screen: Screen
afterEach(() => screen.close())
const sentTo = (path: string) => screen.sent.filter((call) => call.path === path).map(({ body }) => body)
const labelled = (label: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}; the page says: ${document.body.textContent}`)
  return found
}

const company = {
  id,
  name: '东方物流',
  domain: 'dongfang',
  isPlatform: false,
  state: 1,
  packageId: null,
  packageName: null,
  validFrom: null,
  validUntil: '2027-12-31',
  examQuota: 100,
  examUsed: 120,
  measurementQuota: null,
  measurementUsed: 0,
  staffQuota: 12,
  staffUsed: 12,
  storageQuotaGb: 5,
  storageUsedBytes: 1024 ** 3,
  remark: '',
  suspendedReason: null,
  createdAt: at,
  version: 1,
}

test('companies show what was agreed and what is used; a suspended one offers resumption', async () => {
  screen = await openScreen(<MerchantPage />, '/permission/merchant', [
    [
      merchant.list,
      { dataList: [company, { ...company, id: id.replace(/1$/, '2'), name: '停用公司', state: 4 }], totalCount: 2 },
    ],
    [merchant.resume, company],
  ])
  for (const text of [
    '东方物流',
    '至 2027-12-31',
    '已用 120 / 共 100',
    '超额',
    '已用 0 / 不限',
    '已用 12 / 共 12',
    '已用完',
    '已用 1 GB / 共 5 GB',
    '全部菜单',
    '使用中',
    '已停用',
  ])
    await screen.sees(text)
  await screen.click('恢复')
  await screen.click('确定')
  expect(sentTo(merchant.resume.facts.path)).toEqual([{ id: id.replace(/1$/, '2') }])
})

const page = (name: string, title: string, more = {}) => ({
  name,
  title,
  parent: 'ote',
  sort: 1,
  path: `/${name}`,
  isHidden: false,
  isOfPlatform: false,
  isGroup: false,
  rights: [],
  ...more,
})

test('a package is written with the pages that are ticked, their hidden pages, and their own names', async () => {
  screen = await openScreen(<MenuPackagePage />, '/permission/menu', [
    [menuPackage.list, []],
    [
      menuPackage.listAllMenu,
      [
        page('ote', '考试测评', { parent: null, isGroup: true }),
        page('examManage', '考试管理'),
        page('examManageDetail', '考试详情', { parent: 'examManage', isHidden: true }),
        page('merchant', '企业管理', { isOfPlatform: true }),
      ],
    ],
    [menuPackage.save, { id, name: '基础版', descript: '', menus: [], companyCount: 0, updatedAt: at, version: 1 }],
  ])
  await screen.click('新增套餐')
  await screen.sees('显示名称')
  expect(screen.text()).not.toContain('企业管理')
  const name = document.querySelector<HTMLInputElement>('#name, input[maxlength="30"]')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, '基础版')
    name?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => labelled('考试管理').click())
  await screen.click('确定')
  await screen.sees('操作成功')
  expect(sentTo(menuPackage.save.facts.path)).toEqual([
    {
      name: '基础版',
      descript: '',
      menus: [
        { name: 'examManage', title: null, sort: null },
        { name: 'examManageDetail', title: null, sort: null },
      ],
    },
  ])
})

test("the administrators' role cannot be edited", async () => {
  const role = { id, name: '平台管理员', code: 'admin', descript: '', menus: [], rights: [], userCount: 1, version: 1 }
  screen = await openScreen(<SystemRolePage />, '/permission/role', [
    [systemRole.getRoleListPage, { dataList: [role], totalCount: 1 }],
  ])
  await screen.sees('全部权限')
  expect(screen.text()).not.toContain('编辑')
})

test('of many roles the choice says how many more there are; one beyond them has its name', async () => {
  const role = { id, name: '客服', code: null, descript: '', menus: [], rights: [], userCount: 1, version: 1 }
  const user = {
    ...{ id, name: '张三', loginAccount: 'z3', phone: null, email: null, isEnabled: true, lastLoginAt: null, version: 1 },
    roles: [{ id: 'beyond', name: '审计' }],
  }
  screen = await openScreen(<SystemUserForm editing={user} onClose={() => undefined} />, '/permission/user', [
    [systemRole.getRoleListPage, { dataList: [role], totalCount: 120 }],
  ])
  await screen.sees('审计')
  expect(screen.text()).not.toContain('beyond')
  await act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await screen.sees('客服')
  await screen.sees('还有 119 个，请输入名称查找')
})

test('the balance is shown with what is beyond it; the export asks for what the list shows', async () => {
  const row = {
    subjectId: id,
    subjectName: '季度考试',
    staffId: id,
    staffName: '张三',
    loginAccount: 'z3',
    departmentName: null,
    at,
  }
  screen = await openScreen(<ExamConsumptionPage />, '/business/consumption/examConsumption?keyWords=%E5%AD%A3', [
    [examConsumption.list, { dataList: [row], totalCount: 1 }],
    [examConsumption.summary, { quota: 100, used: 130, balance: 0, asOf: at }],
    [examConsumption.export, { jobId: id }],
  ])
  for (const text of ['季度考试', '张三', '总额度', '已超出 30']) await screen.sees(text)
  await screen.click('导出')
  expect(sentTo(examConsumption.export.facts.path)).toEqual([{ keyWords: '季' }])
})
