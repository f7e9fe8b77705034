import { randomUUID } from 'node:crypto'
import { company } from '@kaopei/platform/contract/company'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantMenu, platformRoleMenu, platformUserMenu } from '../contract/menus.ts'
import { merchant } from '../contract/merchant.ts'
import { systemRole } from '../contract/system-role.ts'
import { systemUser } from '../contract/system-user.ts'
import { openTenantWorld, type TenantWorld } from './tenant-world.ts'

let given: TenantWorld
beforeAll(async () => {
  given = await openTenantWorld()
})
afterAll(() => given.close())

const as = () => given.world.as(given.platform)
const account = () => `u${randomUUID().slice(0, 8)}`
const role = (changes = {}) => ({
  name: `角色 ${randomUUID().slice(0, 8)}`,
  menus: ['merchant'],
  rights: [merchantMenu.rights.add.code],
  ...changes,
})

test('a platform user with a role logs in and can do what the role says, no more', async () => {
  const { id: roleId } = await as().get(systemRole.SaveOrEditRole, role())
  const loginAccount = account()
  const made = await as().get(systemUser.saveOrEdit, {
    name: '运营员',
    loginAccount,
    roleIds: [roleId],
    phone: '13800138000',
    email: '',
  })
  expect(made).toMatchObject({ isEnabled: true, email: null, roles: [{ id: roleId }] })
  const session = await given.login({ account: loginAccount, password: made.temporaryPassword ?? '', domain: 'platform' })
  expect([session.code, session.mustChange]).toEqual([0, true])
  await given.world.rows('update identity.account set must_change_password = false where id = $1', [made.id])
  const user = given.world.as(session)
  expect(await user.call(merchant.list, {})).toMatchObject({ code: 0 })
  expect(await user.call(merchant.suspend, { id: given.platformId, reason: 'x' })).toMatchObject({ code: 1002 })
  expect(await user.call(systemUser.getSystemUserPageList, {})).toMatchObject({ code: 1002 })
  await as().get(systemUser.saveOrEdit, { ...made, roleIds: [], name: '运营员' })
  await expect.poll(async () => (await user.call(merchant.list, {})).code, { timeout: 5_000, interval: 20 }).toBe(1002)
})

test('a page beyond the last one is empty, and still says how many there are', async () => {
  const { totalCount } = await as().get(systemUser.getSystemUserPageList, {})
  expect(totalCount).toBeGreaterThan(0)
  expect(await as().get(systemUser.getSystemUserPageList, { pageIndex: 99 })).toEqual({ dataList: [], totalCount })
})

test('both spellings answer; a GET resets only with the signature and the right', async () => {
  const made = await as().get(systemUser.saveOrEdit, { name: '被重置', loginAccount: account() })
  const reset = await as().get(systemUser.resetPwd, { userId: made.id })
  expect(await given.login({ account: made.loginAccount, password: reset.temporaryPassword, domain: 'platform' })).toMatchObject({
    code: 0,
  })
  const again = await as().get(systemUser.resetPwdByGet, { userId: made.id })
  expect(again.temporaryPassword).not.toBe(reset.temporaryPassword)
  const bare = await given.world.app.inject({
    url: `/api/v1/system/user/resetPwd?userId=${made.id}`,
    headers: { token: given.platform.token },
  })
  expect(bare.json()).toMatchObject({ code: 1004 })
  const old = {
    ...systemUser.getSystemUserPageList,
    facts: { ...systemUser.getSystemUserPageList.facts, path: '/system/user/getSystemUserPageList' },
  }
  expect(await as().call(old, {})).toMatchObject({ code: 0 })
})

test('a manager sets a password by the rule, and it must be changed', async () => {
  const made = await as().get(systemUser.saveOrEdit, { name: '新密码', loginAccount: account() })
  const set = (password: string) =>
    as().call(systemUser.managerModifyPassword, { userId: made.id, newPassword: given.encrypt(password) })
  expect(await set('short')).toMatchObject({ code: 1001 })
  expect(await set('good-pass1!')).toMatchObject({ code: 0 })
  expect(await given.login({ account: made.loginAccount, password: 'good-pass1!', domain: 'platform' })).toMatchObject({
    code: 0,
    mustChange: true,
  })
})

test('nobody deletes, disables or resets themselves; deleting frees the account', async () => {
  const userId = given.platform.staffId
  expect(await as().call(systemUser.del, { userId })).toMatchObject({ code: 2809 })
  expect(await as().call(systemUser.resetPwd, { userId })).toMatchObject({ code: 2809 })
  const loginAccount = account()
  const made = await as().get(systemUser.saveOrEdit, { name: '离职', loginAccount })
  expect(await as().call(systemUser.saveOrEdit, { name: '同名', loginAccount })).toMatchObject({ code: 2808 })
  await as().get(systemUser.del, { userId: made.id })
  expect(await as().get(systemUser.getSystemUserPageList, { keyWords: loginAccount })).toMatchObject({ totalCount: 0 })
  expect(await as().call(systemUser.saveOrEdit, { name: '接替', loginAccount })).toMatchObject({ code: 0 })
  expect(await as().call(systemUser.del, { userId: made.id })).toMatchObject({ code: 1008 })
})

test('an edit with an old version changes nothing', async () => {
  const made = await as().get(systemUser.saveOrEdit, { name: '甲', loginAccount: account() })
  await as().get(systemUser.saveOrEdit, { ...made, name: '乙' })
  expect(await as().call(systemUser.saveOrEdit, { ...made, name: '丙' })).toMatchObject({ code: 1007, data: { name: '乙' } })
})

test('roles are saved with versions; one that somebody holds, and the administrators’, stay', async () => {
  const first = await as().get(systemRole.SaveOrEditRole, role())
  const second = await as().get(systemRole.SaveOrEditRole, { ...first, menus: ['merchant', 'permissionUser'], rights: [] })
  expect([second.menus.sort(), second.rights]).toEqual([['merchant', 'permissionUser'], []])
  expect(await as().call(systemRole.SaveOrEditRole, first)).toMatchObject({ code: 1007 })
  expect(await as().call(systemRole.SaveOrEditRole, role({ name: first.name }))).toMatchObject({ code: 2810 })
  expect(await as().call(systemRole.SaveOrEditRole, role({ menus: ['nothing'] }))).toMatchObject({ code: 2806 })
  const holder = await as().get(systemUser.saveOrEdit, { name: '持有', loginAccount: account(), roleIds: [first.id] })
  expect(await as().call(systemRole.del, { id: first.id })).toMatchObject({ code: 2812 })
  await as().get(systemUser.saveOrEdit, { ...holder, roleIds: [] })
  await as().get(systemRole.del, { id: first.id })
  expect(await as().get(systemRole.getRoleListPage, { roleName: first.name })).toMatchObject({ totalCount: 0 })
})

test('nobody grants what they do not have', async () => {
  const rights = [platformRoleMenu.rights.edit, platformUserMenu.rights.edit]
  const menus = [platformRoleMenu, platformUserMenu]
  const scopes = { permissionRole: { kind: 'all' }, permissionUser: { kind: 'all' } } as const
  const limited = given.world.as(
    await given.world.actor({ companyId: given.platformId, isPlatform: true, rights, menus, scopes }),
  )
  expect(await limited.call(systemRole.SaveOrEditRole, role())).toMatchObject({ code: 2814 })
  expect(await limited.call(systemRole.SaveOrEditRole, role({ menus: ['permissionUser'], rights: [] }))).toMatchObject({
    code: 0,
  })
  const { id: strong } = await as().get(systemRole.SaveOrEditRole, role())
  const loginAccount = account()
  expect(await limited.call(systemUser.saveOrEdit, { name: '提权', loginAccount, roleIds: [strong] })).toMatchObject({
    code: 2814,
  })
  expect(await as().get(systemUser.getSystemUserPageList, { keyWords: loginAccount })).toMatchObject({ totalCount: 0 })
  expect(await limited.call(systemUser.saveOrEdit, { name: '提权', loginAccount, roleIds: [randomUUID()] })).toMatchObject({
    code: 2813,
  })
})

test('nobody takes over a platform user who may do more than they themselves', async () => {
  const rights = Object.values(platformUserMenu.rights)
  const menus = [platformUserMenu]
  const scopes = { permissionUser: { kind: 'all' } } as const
  const limited = given.world.as(
    await given.world.actor({ companyId: given.platformId, isPlatform: true, rights, menus, scopes }),
  )
  const { id: roleId } = await as().get(systemRole.SaveOrEditRole, role())
  const strong = await as().get(systemUser.saveOrEdit, { name: '商户管理', loginAccount: account(), roleIds: [roleId] })
  const plain = await as().get(systemUser.saveOrEdit, { name: '无角色', loginAccount: account() })
  const newPassword = given.encrypt('good-pass1!')
  const attempts = (user: typeof strong) => [
    () => limited.call(systemUser.resetPwd, { userId: user.id }),
    () => limited.call(systemUser.resetPwdByGet, { userId: user.id }),
    () => limited.call(systemUser.managerModifyPassword, { userId: user.id, newPassword }),
    () => limited.call(systemUser.saveOrEdit, { ...user, roleIds: user.roles.map(({ id }) => id), email: 'thief@example.cn' }),
    () => limited.call(systemUser.del, { userId: user.id }),
  ]
  for (const attempt of attempts(strong)) expect(await attempt()).toMatchObject({ code: 2815 })
  for (const attempt of attempts(plain)) expect(await attempt()).toMatchObject({ code: 0 })
})

test("another company's people and roles are nobody here, and its administrator gets a refusal", async () => {
  const other = await given.world.actor()
  for (const call of [systemUser.getSystemUserPageList, systemRole.getRoleListPage, systemRole.listGrantable])
    expect(await given.world.as(other).call(call, {})).toMatchObject({ code: 1002 })
  expect(await given.world.as(other).call(company.getCompanyInfo)).toMatchObject({ code: 0 })
  expect(await as().call(systemUser.del, { userId: other.staffId })).toMatchObject({ code: 1008 })
})

test('what a save of a user or a role does not name stays', async () => {
  const made = await as().get(systemRole.SaveOrEditRole, role({ descript: '运营' }))
  const renamed = { id: made.id, version: made.version, name: `角色 ${randomUUID().slice(0, 8)}` }
  const { menus, rights, descript } = made
  expect(await as().get(systemRole.SaveOrEditRole, renamed)).toMatchObject({ menus, rights, descript })
  const wish = { name: '运营员', loginAccount: account(), roleIds: [made.id], phone: '13800138111', email: 'a@example.cn' }
  const user = await as().get(systemUser.saveOrEdit, { ...wish, isEnabled: false })
  const least = { id: user.id, name: '改名', loginAccount: wish.loginAccount }
  const kept = await as().get(systemUser.saveOrEdit, { ...least, version: user.version })
  const { phone, email } = wish
  expect(kept).toMatchObject({ phone, email, isEnabled: false, roles: [{ id: made.id }] })
  const nothing = { ...least, version: kept.version, phone: null, email: '', roleIds: [] }
  expect(await as().get(systemUser.saveOrEdit, nothing)).toMatchObject({ phone: null, email: null, roles: [] })
})
