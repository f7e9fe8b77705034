import { randomUUID } from 'node:crypto'
import { role } from '@kaopei/access/contract/role'
import type { InputOf } from '@kaopei/contract'
import { permissionCalls } from '@kaopei/identity/contract/permission'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { department } from '@kaopei/org/contract/department'
import { staff } from '@kaopei/org/contract/staff'
import { company } from '@kaopei/platform/contract/company'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuPackage } from '../contract/menu-package.ts'
import { merchantMenu } from '../contract/menus.ts'
import { merchant, merchantState } from '../contract/merchant.ts'
import { findPackage } from './menu-package.sql.ts'
import { openTenantWorld, type TenantWorld } from './tenant-world.ts'

let given: TenantWorld
beforeAll(async () => {
  given = await openTenantWorld()
})
afterAll(() => given.close())

const unique = () => randomUUID().slice(0, 8)
const newDomain = () => `c${unique()}`
/** Servers hear of a change with its commit, a moment later. */
const soon = (ask: () => Promise<{ code: number }>, code: number) =>
  expect.poll(async () => (await ask()).code, { timeout: 5_000, interval: 20 }).toBe(code)
type Wish = InputOf<typeof merchant.create>
const wish = (changes: Partial<Wish> = {}): Wish => ({
  name: '新能源集团',
  domain: newDomain(),
  adminName: '李管理',
  adminAccount: 'admin',
  ...changes,
})
let phones = 0
const nextPhone = () => `1380000${String(++phones).padStart(4, '0')}`
const as = () => given.world.as(given.platform)
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** A new company with its administrator signed in and past the forced change of password. */
async function enter(changes: Partial<Wish> = {}) {
  const made = await as().get(merchant.create, wish(changes))
  const person = { account: made.account, password: made.temporaryPassword, domain: made.domain }
  const session = await given.login(person)
  const admin = given.world.as(session)
  await admin.get(staffCentreCalls.selfModifyPassword, { newPassword: given.encrypt('own-pass1!') })
  return { ...made, admin, person: { ...person, password: 'own-pass1!' }, session }
}

test('a new company works at once: its administrator logs in, must choose a password, and can add people', async () => {
  const made = await as().get(merchant.create, wish({ name: '东方物流', examQuota: 500 }))
  const session = await given.login({ account: 'admin', password: made.temporaryPassword, domain: made.domain })
  expect([session.code, session.mustChange]).toEqual([0, true])
  const admin = given.world.as(session)
  expect(await admin.call(staff.list, {})).toMatchObject({ code: 4007 })
  await admin.get(staffCentreCalls.selfModifyPassword, { newPassword: given.encrypt('own-pass1!') })
  await soon(() => admin.call(staff.list, {}), 0)
  const tree = await admin.get(department.getDepartmentTree, {})
  expect(JSON.stringify(tree)).toContain('东方物流')
  expect(await admin.get(staff.list, {})).toMatchObject({ totalCount: 1, dataList: [{ name: '李管理' }] })
  expect(await admin.get(role.listRole, {})).toMatchObject([{ code: 'admin' }])
  expect(await admin.get(company.getCompanyInfo)).toMatchObject({ name: '东方物流', domain: made.domain, isPlatform: false })
  const [row] = (await as().get(merchant.list, { keyWords: '东方' })).dataList
  expect(row).toMatchObject({ state: merchantState.inUse, examQuota: 500, examUsed: 0, staffUsed: 1, packageName: null })
})

test('a quota of people lets in as many, is lowered without taking anybody away, and is shown on both sides', async () => {
  const { admin, id } = await enter({ staffQuota: 2, storageQuotaGb: 5, examQuota: 3 })
  const [root] = await admin.get(department.getDepartmentTree, {})
  const add = (name: string) => admin.call(staff.create, { name, phone: nextPhone(), departmentId: root?.id ?? '' })
  expect(await add('甲')).toMatchObject({ code: 0 })
  expect((await add('乙')).message).toContain('名额为2人')
  const row = await as().get(merchant.get, { id })
  expect(row).toMatchObject({ staffUsed: 2, staffQuota: 2, storageUsedBytes: 0, storageQuotaGb: 5 })
  await as().get(merchant.update, { ...row, staffQuota: 1 })
  expect(await admin.get(staff.list, {})).toMatchObject({ totalCount: 2 })
  expect((await add('乙')).code).not.toBe(0)
  const shown = { staffQuota: 1, staffUsed: 2, storageQuotaBytes: 5 * 1024 ** 3, examQuota: 3, examUsed: 0, validUntil: null }
  expect(await admin.get(company.quotas)).toMatchObject(shown)
  // A company does not raise its own.
  const raise = given.world.inCompany(id, (db) => sql`update identity.company set staff_quota = 9 where id = ${id}`.execute(db))
  await expect(raise).rejects.toThrow(/only the platform/)
  await as().get(merchant.update, { ...row, version: row.version + 1, staffQuota: null })
  expect(await add('乙')).toMatchObject({ code: 0 })
  expect(await as().call(merchant.create, wish({ staffQuota: 0 }))).toMatchObject({ code: 1001 })
})

test("a company's administrator reaches nothing of the platform, not even with its rights", async () => {
  const { admin, id } = await enter()
  for (const call of [merchant.list, menuPackage.list, menuPackage.listAllMenu])
    expect(await admin.call(call, {})).toMatchObject({ code: 1002 })
  // Every right there is, but not of the platform's company.
  const forged = given.world.as(await given.world.actor({ companyId: id }))
  for (const [call, input] of [
    [merchant.list, {}],
    [merchant.get, { id }],
    [merchant.create, wish()],
    [merchant.suspend, { id, reason: 'x' }],
    [merchant.resetAdmin, { id, staffId: id }],
    [menuPackage.list, {}],
  ] as const)
    expect(await forged.call(call, input), call.facts.path).toMatchObject({ code: 1002 })
})

test('suspension ends sessions and refuses logins in words; resumption brings both back', async () => {
  const { id, admin, person } = await enter()
  expect(await as().get(merchant.suspend, { id, reason: '欠费' })).toMatchObject({
    state: merchantState.suspended,
    suspendedReason: '欠费',
  })
  await soon(() => admin.call(staff.list, {}), 5002)
  const refused = await admin.call(staff.list, {})
  expect([refused.code, refused.message]).toEqual([5002, '企业已停用或服务已到期，请联系管理员'])
  expect(await given.login(person)).toMatchObject({ code: 2004, message: '企业已停用或服务已到期，请联系管理员' })
  expect(await as().get(merchant.resume, { id })).toMatchObject({ state: merchantState.inUse, suspendedReason: null })
  await soon(() => admin.call(staff.list, {}), 0)
  expect(await given.login(person)).toMatchObject({ code: 0 })
})

test('a company that is over is refused until it is extended; one that has not begun is refused too', async () => {
  const { id, admin, person } = await enter({ validFrom: day(-30), validUntil: day(30) })
  await as().get(merchant.extend, { id, validUntil: day(-2) })
  expect(await as().get(merchant.list, { keyWords: person.domain, state: merchantState.over })).toMatchObject({ totalCount: 1 })
  await soon(() => admin.call(staff.list, {}), 5002)
  expect(await given.login(person)).toMatchObject({ code: 2004 })
  expect(await as().get(merchant.extend, { id, validUntil: null })).toMatchObject({
    state: merchantState.inUse,
    validUntil: null,
  })
  await soon(() => admin.call(staff.list, {}), 0)

  const later = await as().get(merchant.create, wish({ validFrom: day(3) }))
  expect(await given.login({ account: 'admin', password: later.temporaryPassword, domain: later.domain })).toMatchObject({
    code: 2004,
  })
})

test('the package decides which menus and rights a company has, with its own words, at once', async () => {
  const { id: packageId, version } = await as().get(menuPackage.save, {
    name: `基础版 ${unique()}`,
    menus: [{ name: 'orgoumgmt', title: '人员名册' }, { name: 'companyInfo' }],
  })
  const { id, admin } = await enter({ packageId })
  const titles = async () => JSON.stringify(await admin.get(permissionCalls.queryUserMenuTree))
  expect(await titles()).toContain('人员名册')
  expect(await titles()).not.toContain('rolePermission')
  expect(await admin.call(role.listRole, {})).toMatchObject({ code: 1002 })
  const menus = [{ name: 'orgoumgmt' }, { name: 'rolePermission' }]
  await as().get(menuPackage.save, { id: packageId, name: `标准版 ${unique()}`, menus, version })
  await soon(() => admin.call(role.listRole, {}), 0)
  expect(await titles()).not.toContain('人员名册')
  expect(await admin.call(company.update, { name: 'x', version: 1 })).toMatchObject({ code: 1002 })
  expect(await as().call(menuPackage.delete, { id: packageId })).toMatchObject({ code: 2804 })
  const row = await as().get(merchant.get, { id })
  await as().get(merchant.update, { ...row, packageId: null })
  expect(await admin.call(company.getCompanyInfo)).toMatchObject({ code: 0 })
  await as().get(menuPackage.delete, { id: packageId })
})

test('a package holds no menus of the platform, and is saved with the version that was read', async () => {
  const name = `套餐 ${unique()}`
  expect(await as().call(menuPackage.save, { name, menus: [{ name: 'merchant' }] })).toMatchObject({ code: 2806 })
  const first = await as().get(menuPackage.save, { name, menus: [{ name: 'companyInfo' }] })
  expect(await as().call(menuPackage.save, { name, menus: [{ name: 'companyInfo' }] })).toMatchObject({ code: 2805 })
  await as().get(menuPackage.save, { ...first, descript: '甲' })
  expect(await as().call(menuPackage.save, { ...first, descript: '乙' })).toMatchObject({ code: 1007, data: { descript: '甲' } })
})

test.each([
  ['a reserved domain', { domain: 'www' }, 2801],
  ['the domain of the platform', { domain: 'platform' }, 2801],
  ['a package that is not there', { packageId: randomUUID() }, 2803],
  ['an end before the beginning', { validFrom: '2026-02-01', validUntil: '2026-01-01' }, 1001],
  ['a domain with signs', { domain: 'a_b' }, 1001],
  ['a domain of digits', { domain: '123' }, 1001],
  ['a quota below nothing', { examQuota: -1 }, 1001],
])('%s is refused and leaves nothing', async (_name, changes, code) => {
  const name = `不成 ${randomUUID()}`
  expect(await as().call(merchant.create, wish({ ...changes, name }))).toMatchObject({ code })
  expect(await as().get(merchant.list, { keyWords: name })).toMatchObject({ totalCount: 0 })
})

test('a taken domain is refused, also on a change; two changes of one company do not overwrite each other', async () => {
  const first = await as().get(merchant.create, wish())
  expect(await as().call(merchant.create, wish({ domain: first.domain }))).toMatchObject({ code: 2800 })
  const second = await as().get(merchant.create, wish())
  const row = await as().get(merchant.get, { id: second.id })
  expect(await as().call(merchant.update, { ...row, domain: first.domain })).toMatchObject({ code: 2800 })
  await as().get(merchant.update, { ...row, remark: '甲' })
  expect(await as().call(merchant.update, { ...row, remark: '乙' })).toMatchObject({ code: 1007, data: { remark: '甲' } })
  expect(await as().call(merchant.update, { ...row, version: row.version + 1, validFrom: day(5) })).toMatchObject({ code: 2807 })
})

test("the platform's own company is neither suspended nor limited", async () => {
  const id = given.platformId
  const row = await as().get(merchant.get, { id })
  expect(await as().call(merchant.suspend, { id, reason: 'x' })).toMatchObject({ code: 2802 })
  expect(await as().call(merchant.extend, { id, validUntil: day(1) })).toMatchObject({ code: 2802 })
  expect(await as().call(merchant.update, { ...row, validUntil: day(1) })).toMatchObject({ code: 2802 })
  expect(await as().call(merchant.update, { ...row, domain: newDomain() })).toMatchObject({ code: 2801 })
})

test("an administrator's password is reset to a one-time one; other people's are not the platform's affair", async () => {
  const { id, person, session } = await enter()
  const { administrators } = await as().get(merchant.get, { id })
  const [admin] = administrators
  const made = await as().get(merchant.resetAdmin, { id, staffId: admin?.id ?? '' })
  expect(made.account).toBe('admin')
  expect(await given.login(person)).toMatchObject({ code: 2001 })
  expect(await given.login({ ...person, password: made.temporaryPassword })).toMatchObject({ code: 0, mustChange: true })
  await soon(() => given.world.as(session).call(staff.list, {}), 5002)
  expect(await given.world.as(session).call(staff.list, {})).toMatchObject({ code: 5002, message: '密码已修改，请重新登录' })
  expect(await as().call(merchant.resetAdmin, { id, staffId: given.platform.staffId })).toMatchObject({ code: 1008 })
  // Whoever may do this alone does not get at the platform's administrator by it.
  const rights = [merchantMenu.rights.reset]
  const helper = given.world.as(await given.world.actor({ companyId: given.platformId, isPlatform: true, rights }))
  const ownAdmin = { id: given.platformId, staffId: given.platform.staffId }
  expect(await helper.call(merchant.resetAdmin, ownAdmin)).toMatchObject({ code: 2815 })
  expect(await as().call(merchant.resetAdmin, { id: randomUUID(), staffId: admin?.id ?? '' })).toMatchObject({ code: 1008 })
})

test('a package that a company is just getting is not deleted under it', async () => {
  const { id: packageId } = await as().get(menuPackage.save, { name: `套餐 ${unique()}`, menus: [{ name: 'companyInfo' }] })
  const [isHeld, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const making = given.world.inCompany(given.platformId, async (db) => {
    await findPackage(db, packageId)
    isHeld.resolve()
    await goOn.promise
    await sql`insert into identity.company (name, domain, package_id) values ('新公司', ${newDomain()}, ${packageId})`.execute(db)
  })
  await isHeld.promise
  const deleting = as().call(menuPackage.delete, { id: packageId })
  const waiting = () =>
    given.world.rows("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
  await expect.poll(waiting, { timeout: 5_000, interval: 20 }).toHaveLength(1)
  goOn.resolve()
  await making
  expect(await deleting).toMatchObject({ code: 2804 })
})

test("what the platform does is in the platform's log, without passwords", async () => {
  const made = await as().get(merchant.create, wish({ name: '留痕公司' }))
  await as().get(merchant.suspend, { id: made.id, reason: '测试停用' })
  const rows = await given.world.rows<{ action: string; reason: string | null }>(
    'select action, reason, after::text from kit.operation_log where company_id = $1 and target_id = $2 order by id',
    [given.platformId, made.id],
  )
  expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
    ['create', null],
    ['suspend', '测试停用'],
  ])
  expect(JSON.stringify(rows)).not.toContain(made.temporaryPassword)
  await as().get(merchant.suspend, { id: made.id, reason: '换个原因' })
  const { administrators } = await as().get(merchant.get, { id: made.id })
  await as().get(merchant.resetAdmin, { id: made.id, staffId: administrators[0]?.id ?? '' })
  const later = await given.world.rows(
    'select before, after from kit.operation_log where company_id = $1 and target_id = $2 order by id desc limit 2',
    [given.platformId, made.id],
  )
  expect(later).toEqual([
    { before: null, after: { account: made.account, 密码: '已重置为一次性密码' } },
    {
      before: { isSuspended: true, suspendedReason: '测试停用' },
      after: { isSuspended: true, suspendedReason: '换个原因' },
    },
  ])
})

test('what a change of a company or a package does not name stays', async () => {
  const pack = await as().get(menuPackage.save, { name: `套餐 ${unique()}`, descript: '考试', menus: [{ name: 'orgoumgmt' }] })
  const terms = { examQuota: 5, measurementQuota: 6, staffQuota: 7, storageQuotaGb: 8, remark: '续约两次', packageId: pack.id }
  const times = { validFrom: day(-1), validUntil: day(30) }
  const { id, domain } = await as().get(merchant.create, wish({ ...terms, ...times }))
  const { version } = await as().get(merchant.get, { id })
  const saved = await as().get(merchant.update, { id, version, name: '改名集团', domain })
  expect(saved).toMatchObject({ ...terms, ...times, name: '改名集团' })
  const inverted = { id, version: saved.version, name: '改名集团', domain, validUntil: day(-2) }
  expect(await as().call(merchant.update, inverted)).toMatchObject({ code: 1001, message: '到期日期不能早于生效日期' })
  const open = await as().get(merchant.update, { ...inverted, validUntil: null, staffQuota: null, remark: '' })
  expect(open).toMatchObject({ validFrom: day(-1), validUntil: null, staffQuota: null, remark: '', examQuota: 5 })
  const { version: packVersion, menus } = pack
  const renamed = await as().get(menuPackage.save, { id: pack.id, version: packVersion, name: `套餐 ${unique()}`, menus })
  expect(renamed).toMatchObject({ descript: '考试' })
})
