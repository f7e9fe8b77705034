import { session } from '@kaopei/web/client'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type RoleRow, role } from '../contract/role.ts'
import { type CompanyMenu, menuCalls, roleMenuCalls } from '../contract/role-menu.ts'
import { ViewAsBanner } from './parts.tsx'
import RolePermissionPage from './role.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => {
  screen.close()
  session.clear()
})

const roleId = '01990000-0000-7000-8000-000000000001'
const row: RoleRow = {
  id: roleId,
  name: '部门主管',
  code: null,
  descript: '',
  staffCount: 3,
  groupCount: 1,
  hasDynamicGroup: false,
  isEditable: true,
  version: 4,
  createdAt: '2026-03-01T00:00:00Z',
}
const roster: CompanyMenu = {
  id: 'orgoumgmt',
  parentId: 'udp',
  title: '员工花名册',
  path: '/business/udp/orgoumgmt',
  isGroup: false,
  isHidden: false,
  hasScope: true,
  rights: [
    { code: 'orgoumgmt:add', label: '新增员工' },
    { code: 'orgoumgmt:reset', label: '重置密码' },
  ],
  mayGrant: true,
  grantable: ['orgoumgmt:add'],
  children: [],
}
const tree = [
  { ...roster, id: 'udp', parentId: null, title: '组织架构', isGroup: true, rights: [], grantable: [], children: [roster] },
]
const grants = {
  roleId,
  version: 4,
  menus: [{ menu: 'orgoumgmt', scope: 4, departmentIds: [] }],
  rights: [],
  isAdmin: false,
  isEditable: true,
}

async function open() {
  screen = await openScreen(<RolePermissionPage />, '/business/rolePermission', [
    [role.listRole, [row]],
    [menuCalls.listCompanyApp, tree],
    [roleMenuCalls.listRoleMenu, grants],
    [roleMenuCalls.setRoleMenu, { version: 5 }],
  ])
  await screen.sees('新增员工')
}

function box(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.querySelector('input')
  if (!found) throw new Error(`nothing is called ${label}`)
  return found
}

test('buttons are ticked and saved with the version that was read; those one does not have cannot be ticked', async () => {
  await open()
  expect(screen.text()).toContain('3 名成员')
  expect([box('员工花名册').checked, box('新增员工').checked]).toEqual([true, false])
  expect([box('新增员工').disabled, box('重置密码').disabled]).toEqual([false, true])
  await act(async () => box('新增员工').click())
  await screen.sees('有未保存的修改')
  await screen.click('保存')
  const sent = screen.sent.find(({ path }) => path === roleMenuCalls.setRoleMenu.facts.path)
  expect(sent?.body).toEqual({ roleId, version: 4, menus: ['orgoumgmt'], rights: ['orgoumgmt:add'] })
})

test('the data permission of each menu is named', async () => {
  await open()
  const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === '数据权限')
  await act(async () => tab?.click())
  await screen.sees('本部门及以下')
})

test('a banner says whose eyes one looks through, and how long', async () => {
  screen = await openScreen(<ViewAsBanner />, '/home', [])
  expect(screen.text()).toBe('')
  const expiresAt = new Date(Date.now() + 25.5 * 60_000).toISOString()
  await act(async () =>
    session.look({ token: 'view', signKey: 'k', staffId: 'you', expiresAt, viewing: { id: roleId, name: '张三' } }),
  )
  await screen.sees('您正以张三的视角查看，只能浏览，不能修改')
  expect(screen.text()).toContain('26 分钟后自动结束')
  expect(screen.text()).toContain('退出查看')
})
