import { protocolErrors } from '@kaopei/contract'
import { withLocalFile } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import type { TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { department } from '../../contract/department.ts'
import { staffErrors } from '../../contract/errors.ts'
import { staffMenu } from '../../contract/menus.ts'
import { label, rank } from '../../contract/post.ts'
import { staff } from '../../contract/staff.ts'
import { addDepartments, addPerson, nextPhone, openOrgWorld, scopedActor } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const names = async (actor: TestActor, input: Parameters<typeof list>[1] = {}) =>
  (await list(actor, input)).map(({ name }) => name)
async function list(actor: TestActor, input: Record<string, unknown> = {}) {
  return (await world.as(actor).get(staff.list, { pageSize: 100, ...input })).dataList
}

test('a person is made with account and dated membership, found again, and logged without secrets', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const input = {
    name: '㛃𬭚🙂<script>alert(1)</script>',
    phone: '013812345678',
    email: 'Li.Si@example.com',
    jobNumber: 'GH001',
    departmentId: at('研发部'),
    gender: 2 as const,
    entryDate: '2024-02-29',
    hasTemporaryPassword: true,
  }
  const { id, temporaryPassword } = await world.as(admin).get(staff.create, input)
  expect(temporaryPassword).toMatch(/^\S{8,18}$/)
  expect(await world.as(admin).get(staff.get, { id })).toMatchObject({
    id,
    staffId: id,
    name: input.name,
    nameAccount: `${input.name}(13812345678)`,
    phone: '13812345678',
    email: 'Li.Si@example.com',
    departmentPath: '总部/研发部',
    entryDate: '2024-02-29',
    isEnabled: true,
    version: 1,
  })
  const [account] = await world.rows(
    'select must_change_password, password_hash is not null as has_password from identity.account where id = $1',
    [id],
  )
  expect(account).toEqual({ must_change_password: true, has_password: true })
  const logs = await world.rows<{ text: string }>(
    `select l::text as text from kit.operation_log l where company_id = $1 and target = 'staff'`,
    [admin.companyId],
  )
  expect(logs).toHaveLength(1)
  expect(logs[0]?.text).not.toContain(temporaryPassword)
})

test('the phone rule is the specified one until the company widens it', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const create = (phone: string) => world.as(admin).call(staff.create, { name: '赵一', phone, departmentId: at('总部') })
  const field = (message: string) => ({ code: protocolErrors.invalid.code, message })
  expect(await create('')).toMatchObject(field('电话不能为空'))
  expect(await create('12812345678')).toMatchObject(field('请输入正确的电话'))
  expect(await create('19912345678')).toMatchObject(field('请输入正确的电话'))
  await world.rows('update identity.company set allows_new_phone_ranges = true where id = $1', [admin.companyId])
  expect(await create('19912345678')).toMatchObject({ code: 0 })
})

test('account, phone, e-mail and job number belong to one person, whatever their case, until that person is removed', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const first = { loginAccount: 'LiSi', phone: nextPhone(), email: 'a@b.cn', jobNumber: '007' }
  const id = await addPerson(world, admin, { departmentId: at('总部'), ...first })
  const again = (change: object) =>
    world.as(admin).call(staff.create, { name: '李四', phone: nextPhone(), departmentId: at('总部'), ...change })
  expect(await again({ loginAccount: 'lisi' })).toMatchObject({ code: staffErrors.accountTaken.code })
  expect(await again({ phone: first.phone, loginAccount: 'x1' })).toMatchObject({ code: staffErrors.phoneTaken.code })
  expect(await again({ email: 'A@B.cn' })).toMatchObject({ code: staffErrors.emailTaken.code })
  expect(await again({ jobNumber: '007' })).toMatchObject({ code: staffErrors.jobNumberTaken.code })
  const judge = (loginAccount: string, self?: string) =>
    world.as(admin).get(staff.loginAccountNumberJudge, { loginAccount, ...(self && { id: self }) })
  expect(await judge('LISI')).toEqual({ isExist: true })
  expect(await judge('LISI', id)).toEqual({ isExist: false })
  expect(await world.as(admin).call(staff.remove, { id, reason: '离职' })).toMatchObject({ code: 0 })
  expect(await judge('LISI')).toEqual({ isExist: false })
  expect(await again(first)).toMatchObject({ code: 0 })
  const [gone] = await world.rows('select removed_reason, removed_at is not null as is_removed from org.staff where id = $1', [
    id,
  ])
  expect(gone).toEqual({ removed_reason: '离职', is_removed: true })
})

test('a keyword finds parts of name, account, job number, phone and e-mail; a department finds everything below it', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  const make = (name: string, place: '平台组' | '市场部', more: object = {}) =>
    addPerson(world, admin, { name, departmentId: at(place), ...more })
  await make('欧阳晓晓', '平台组', { loginAccount: 'OuYangXX', jobNumber: 'KP-0427' })
  await make('阳光', '市场部', { loginAccount: 'yg', email: 'sunny.day@kaopei.cn' })
  await make('㛃𬭚🙂', '市场部', { loginAccount: 'rare', phone: '13912344321' })
  const find = (keyWords: string, more = {}) => names(admin, { keyWords, ...more })
  expect(await find('阳')).toEqual(['阳光', '欧阳晓晓'])
  expect(await find('欧阳')).toEqual(['欧阳晓晓'])
  expect(await find('阳晓晓')).toEqual(['欧阳晓晓'])
  expect(await find('晓阳')).toEqual([])
  expect(await find('𬭚')).toEqual(['㛃𬭚🙂'])
  expect(await find('🙂')).toEqual(['㛃𬭚🙂'])
  expect(await find('yang')).toEqual(['欧阳晓晓'])
  expect(await find('YG')).toEqual(['阳光'])
  expect(await find('0427')).toEqual(['欧阳晓晓'])
  expect(await find('4321')).toEqual(['㛃𬭚🙂'])
  expect(await find('nny.d')).toEqual(['阳光'])
  expect(await find('sunny.day@kaopei.cn')).toEqual(['阳光'])
  expect(await find("%' or 1=1 --")).toEqual([])
  expect(await find('_')).toEqual([])
  expect(await find('阳', { departmentId: at('研发部') })).toEqual(['欧阳晓晓'])
  expect(await names(admin, { departmentId: at('研发部') })).toEqual(['欧阳晓晓'])
  expect(await names(admin, { departmentIds: [at('平台组'), at('市场部')] })).toHaveLength(3)
  expect(await names(admin, { departmentId: at('总部') })).toHaveLength(3)
})

test('pages go on without gaps and the total stays, with and without a filter', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  for (let n = 0; n < 7; n++)
    await addPerson(world, admin, { name: `周${n}`, departmentId: at('总部'), staffSource: n < 2 ? 2 : 1 })
  const page = (pageIndex: number, more = {}) => world.as(admin).get(staff.list, { pageIndex, pageSize: 3, ...more })
  const pages = await Promise.all([1, 2, 3, 4].map((index) => page(index)))
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([7, 7, 7, 7])
  expect(pages.flatMap(({ dataList }) => dataList.map(({ name }) => name))).toEqual([
    '周6',
    '周5',
    '周4',
    '周3',
    '周2',
    '周1',
    '周0',
  ])
  expect(await page(1, { staffSource: 2 })).toMatchObject({ totalCount: 2 })
  expect(await page(1, { staffSource: 1 })).toMatchObject({ totalCount: 5 })
  expect(await page(2, { keyWords: '周' })).toMatchObject({
    totalCount: 7,
    dataList: [{ name: '周3' }, { name: '周2' }, { name: '周1' }],
  })
  expect(await page(9, { keyWords: '周' })).toMatchObject({ totalCount: 7, dataList: [] })
})

test('contact data is masked without its right, found only when given whole, and a masked form saved leaves it as it is', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const contact = { phone: '13812340001', email: 'secret@x.cn' }
  const id = await addPerson(world, admin, { name: '钱一', departmentId: at('总部'), ...contact })
  const rights = [staffMenu.rights.view, staffMenu.rights.edit]
  const reader = await world.actor({ companyId: admin.companyId, rights, scopes: { orgoumgmt: { kind: 'all' } } })
  const [row] = await list(reader)
  expect(row).toMatchObject({
    phone: '138****0001',
    email: 's***@x.cn',
    loginAccount: '138****0001',
    nameAccount: '钱一(138****0001)',
  })
  expect(await names(reader, { keyWords: '2340' })).toEqual([])
  expect(await names(reader, { keyWords: 'secre' })).toEqual([])
  expect(await names(reader, { keyWords: contact.phone })).toEqual(['钱一'])
  expect(await names(reader, { keyWords: contact.email })).toEqual(['钱一'])
  expect(await world.as(reader).call(staff.getPrivate, { id })).toMatchObject({ code: protocolErrors.noPermission.code })

  const shown = await world.as(reader).get(staff.get, { id })
  const { phone, email, loginAccount } = shown
  await world.as(reader).get(staff.modify, { id, version: 1, name: '钱二', phone: phone ?? '', email, loginAccount })
  expect(await world.as(admin).get(staff.getPrivate, { id })).toEqual(contact)
  expect(await world.as(admin).get(staff.get, { id })).toMatchObject({ name: '钱二', loginAccount: contact.phone, version: 2 })
  const looks = await world.rows(`select 1 from kit.operation_log where company_id = $1 and action = 'reveal'`, [admin.companyId])
  expect(looks).toHaveLength(1)
})

test('saving over somebody else answers 1007 with the current row; a move by the form is dated', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const id = await addPerson(world, admin, { name: '孙一', departmentId: at('总部'), jobNumber: 'A1' })
  const modify = (version: number, change: object) => world.as(admin).call(staff.modify, { id, version, ...change })
  expect(await modify(1, { departmentId: at('研发部'), loginAccount: 'sunyi', jobNumber: '' })).toMatchObject({
    code: 0,
    data: { version: 2, department: '研发部', jobNumber: null, loginAccount: 'sunyi' },
  })
  expect(await modify(1, { name: '孙二' })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { name: '孙一', version: 2 },
  })
  const [account] = await world.rows('select login_account from identity.account where id = $1', [id])
  expect(account).toEqual({ login_account: 'sunyi' })
  const dated = await world.rows('select until is null as is_open from org.staff_department where staff_id = $1 order by since', [
    id,
  ])
  expect(dated).toEqual([{ is_open: false }, { is_open: true }])
  expect(await world.as(admin).get(department.getDepartmentInfo, { id: at('总部') })).toMatchObject({
    staffCount: 0,
    totalCount: 1,
  })
})

test('batches: move, disable, enable, unlock, reset and remove, each logged for each person', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const ids = [
    await addPerson(world, admin, { departmentId: at('总部') }),
    await addPerson(world, admin, { departmentId: at('总部') }),
  ]
  const as = world.as(admin)
  const all = { count: 2, outOfScopeCount: 0 }
  const done = { ...all, refused: [] }
  expect(await as.get(staff.moves, { ids, departmentId: at('研发部') })).toEqual(all)
  expect(await as.get(staff.enables, { ids, isEnabled: false })).toEqual(done)
  expect(await as.get(staff.list, { state: 0 })).toMatchObject({ totalCount: 2 })
  expect(await as.get(staff.list, { state: 1 })).toMatchObject({ totalCount: 0 })
  expect((await as.get(staff.listFast)).totalCount).toBe(0)
  expect(await as.get(staff.enables, { ids, isEnabled: true })).toEqual(done)
  await world.rows(
    `update identity.account set failed_logins = 5, locked_until = now() + interval '1 hour' where id = any ($1)`,
    [ids],
  )
  expect((await as.get(staff.list)).dataList.every(({ isLocked }) => isLocked)).toBe(true)
  expect(await as.get(staff.unlocks, { ids })).toEqual(done)
  expect((await as.get(staff.list)).dataList.some(({ isLocked }) => isLocked)).toBe(false)
  const { list: passwords } = await as.get(staff.resets, { ids })
  expect(new Set(passwords.map(({ temporaryPassword }) => temporaryPassword)).size).toBe(2)
  expect(await as.get(staff.removes, { ids, reason: '离职' })).toEqual(done)
  expect(await as.get(staff.list)).toEqual({ dataList: [], totalCount: 0 })
  const actions = await world.rows<{ action: string; n: number }>(
    `select action, count(*) as n from kit.operation_log where company_id = $1 and target = 'staff' group by action order by action`,
    [admin.companyId],
  )
  expect(actions).toEqual(
    ['create', 'delete', 'disable', 'enable', 'move', 'resetPassword', 'unlock'].map((action) => ({ action, n: 2 })),
  )
})

test('nobody removes or disables themselves or the last administrator', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const [first, second] = [
    await addPerson(world, admin, { departmentId: at('总部') }),
    await addPerson(world, admin, { departmentId: at('总部') }),
  ]
  const [role] = await world.rows<{ id: string }>(
    `insert into identity.role (company_id, name, code) values ($1, '管理员', 'admin') returning id`,
    [admin.companyId],
  )
  for (const id of [first, second]) {
    await world.rows('insert into identity.role_account (company_id, role_id, account_id) values ($1, $2, $3)', [
      admin.companyId,
      role?.id,
      id,
    ])
  }
  const self = await world.actor({ companyId: admin.companyId, staffId: first })
  expect(await world.as(self).call(staff.removes, { ids: [first] })).toMatchObject({ code: staffErrors.notYourself.code })
  expect(await world.as(admin).call(staff.removes, { ids: [first, second] })).toMatchObject({ code: staffErrors.lastAdmin.code })
  expect(await world.as(admin).call(staff.enables, { ids: [first], isEnabled: false })).toMatchObject({ code: 0 })
  expect(await world.as(admin).call(staff.remove, { id: second })).toMatchObject({ code: staffErrors.lastAdmin.code })
})

test('a data scope holds in list, search, picker, single reads, changes and batches', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  const inside = await addPerson(world, admin, { name: '冯内', departmentId: at('平台组') })
  const outside = await addPerson(world, admin, { name: '冯外', departmentId: at('市场部') })
  const head = await scopedActor(world, admin.companyId, { subtreeIds: [at('研发部')] })
  const as = world.as(head)
  expect(await names(head)).toEqual(['冯内'])
  expect(await names(head, { keyWords: '冯' })).toEqual(['冯内'])
  expect(await names(head, { departmentId: at('总部') })).toEqual(['冯内'])
  expect(await names(head, { departmentId: at('市场部') })).toEqual([])
  expect((await as.get(staff.listFast)).dataList.map(({ name }) => name)).toEqual(['冯内'])
  expect((await as.get(staff.listAllStaff)).dataList.map(({ name }) => name)).toEqual(['冯内'])
  const notFound = { code: protocolErrors.notFound.code }
  expect(await as.call(staff.get, { id: outside })).toMatchObject(notFound)
  expect(await as.call(staff.getPrivate, { id: outside })).toMatchObject(notFound)
  expect(await as.call(staff.modify, { id: outside, version: 1, name: '改' })).toMatchObject(notFound)
  expect(await as.call(staff.remove, { id: outside })).toMatchObject(notFound)
  expect(await as.call(staff.resets, { ids: [outside] })).toMatchObject({ code: staffErrors.outOfScope.code })
  expect(await as.get(staff.unlocks, { ids: [inside, outside] })).toEqual({ count: 1, outOfScopeCount: 1, refused: [] })
  const missing = { code: staffErrors.departmentMissing.code }
  expect(await as.call(staff.moves, { ids: [inside], departmentId: at('市场部') })).toMatchObject(missing)
  expect(await as.call(staff.modify, { id: inside, version: 1, departmentId: at('市场部') })).toMatchObject(missing)
  expect(await as.call(staff.create, { name: '新', phone: nextPhone(), departmentId: at('总部') })).toMatchObject(missing)

  const exact = await scopedActor(world, admin.companyId, { departmentIds: [at('研发部')] })
  expect(await names(exact)).toEqual([])
  const own = await scopedActor(world, admin.companyId, {}, at('市场部'))
  expect(
    await names(
      await world.actor({
        ...own,
        scopes: { orgoumgmt: { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: own.staffId } },
        rights: [staffMenu.rights.view],
      }),
    ),
  ).toEqual(['范围管理员'])
})

test('everybody is listed page by page to the end, with a total; whoever is selected says so', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const ids: string[] = []
  for (const name of ['赵一', '钱二', '孙三']) ids.push(await addPerson(world, admin, { name, departmentId: at('总部') }))
  const as = world.as(admin)
  const [first = ''] = ids
  const met: string[] = []
  for (const pageIndex of [1, 2]) {
    const page = await as.get(staff.listAllStaff, { pageIndex, pageSize: 2, departmentId: '', selectedIds: [first] })
    expect(page.totalCount).toBe(3)
    for (const row of page.dataList) {
      met.push(row.id)
      expect([row.id, row.selected]).toEqual([row.id, row.id === first])
    }
  }
  expect(met.sort()).toEqual(ids.sort())
  expect((await as.get(staff.listFast, { departmentId: '', selectedIds: [first] })).totalCount).toBe(3)
  expect(await as.get(staff.listFast, { state: 0 })).toEqual({ dataList: [], totalCount: 0 })
})

test('another company finds nobody by any call', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const id = await addPerson(world, admin, { name: '张三丰', departmentId: at('总部'), phone: '13711112222' })
  const other = await world.actor()
  const as = world.as(other)
  expect(await names(other, { keyWords: '张三丰' })).toEqual([])
  expect(await names(other, { departmentId: at('总部') })).toEqual([])
  const notFound = { code: protocolErrors.notFound.code }
  expect(await as.call(staff.get, { id })).toMatchObject(notFound)
  expect(await as.call(staff.modify, { id, version: 1, name: '改' })).toMatchObject(notFound)
  expect(await as.call(staff.remove, { id })).toMatchObject(notFound)
  for (const call of [staff.removes, staff.unlocks, staff.resets]) {
    expect(await as.call(call, { ids: [id] })).toMatchObject({ code: staffErrors.outOfScope.code })
  }
  expect(await as.call(staff.enables, { ids: [id], isEnabled: false })).toMatchObject({ code: staffErrors.outOfScope.code })
  expect(await as.call(staff.create, { name: '李', phone: nextPhone(), departmentId: at('总部') })).toMatchObject({
    code: staffErrors.departmentMissing.code,
  })
  expect(await as.get(staff.loginAccountNumberJudge, { loginAccount: '13711112222' })).toEqual({ isExist: false })
})

test('without its right each call is refused, and a candidate picks nobody', async () => {
  const admin = await world.actor()
  const nobody = world.as(await world.actor({ companyId: admin.companyId, rights: [] }))
  const refused = { code: protocolErrors.noPermission.code }
  const id = admin.staffId
  expect(await nobody.call(staff.list)).toMatchObject(refused)
  expect(await nobody.call(staff.listFast)).toMatchObject(refused)
  expect(await nobody.call(staff.listAllStaff)).toMatchObject(refused)
  expect(await nobody.call(staff.get, { id })).toMatchObject(refused)
  expect(await nobody.call(staff.removes, { ids: [id] })).toMatchObject(refused)
  expect(await nobody.call(staff.export)).toMatchObject(refused)
  expect(await world.as(undefined).call(staff.list)).toMatchObject({ code: protocolErrors.noSession.code })
})

test('fields that a client makes up are ignored', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const other = await world.company()
  const made = {
    name: '周',
    phone: nextPhone(),
    departmentId: at('总部'),
    companyId: other,
    isEnabled: false,
    version: 99,
    removedAt: 'x',
  }
  const { id } = await world.as(admin).get(staff.create, made)
  const [row] = await world.rows('select company_id, is_enabled, version from org.staff where id = $1', [id])
  expect(row).toEqual({ company_id: admin.companyId, is_enabled: true, version: 1 })
})

test('an export holds what the list shows, texts never as formulas, contact data masked without its right', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const poisoned = await addPerson(world, admin, {
    name: "=cmd|' /C calc'!A0",
    departmentId: at('研发部'),
    otherDepartmentIds: [at('总部')],
    phone: '13612340009',
    jobNumber: '00123',
    rankId: (await world.as(admin).get(rank.save, { name: 'P7' })).id,
    labelIds: [
      (await world.as(admin).get(label.save, { name: '骨干' })).id,
      (await world.as(admin).get(label.save, { name: '讲师' })).id,
    ],
  })
  await world.rows('update identity.account_state set last_login_at = $2 where id = $1', [poisoned, '2026-11-02T01:30:00Z'])
  await addPerson(world, admin, { name: '别处', departmentId: at('总部') })
  const rights = [staffMenu.rights.view, staffMenu.rights.export]
  const [rankId = '', labelId = ''] = (
    await world.rows<{ id: string }>(
      "select id from org.rank where company_id = $1 union all select id from org.label where company_id = $1 and name = '骨干'",
      [admin.companyId],
    )
  ).map(({ id }) => id)
  const reader = await world.actor({ companyId: admin.companyId, rights, scopes: { orgoumgmt: { kind: 'all' } } })
  const { jobId } = await world
    .as(reader)
    .get(staff.export, { departmentId: at('研发部'), rankIds: [rankId], labelIds: [labelId] })
  await world.runJobs()
  expect(await world.as(reader).get(download.get, { id: jobId })).toMatchObject({
    state: 2,
    hasFile: true,
    fileName: '员工花名册.xlsx',
    conditions: { 部门: '研发部（含下级）', 职级: 'P7', 标签: '骨干' },
  })
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  const cells = await world.inCompany(admin.companyId, (db) =>
    withLocalFile(db, world.services, job?.file_id ?? '', async (path) => {
      const rows = []
      for await (const row of readXlsx(path)) rows.push(row.cells)
      return rows
    }),
  )
  expect(cells).toHaveLength(2)
  expect(cells[1]?.slice(0, 6).map(({ text }) => text)).toEqual([
    "=cmd|' /C calc'!A0",
    '136****0009',
    '136****0009',
    '',
    '00123',
    '总部/研发部',
  ])
  const cellOf = (title: string) => cells[1]?.[cells[0]?.findIndex(({ text }) => text === title) ?? -1]?.text
  expect([cellOf('职级'), cellOf('标签')?.split('、').sort()]).toEqual(['P7', ['讲师', '骨干']])
  expect([cellOf('兼职部门'), cellOf('最近登录')]).toEqual(['总部', '2026-11-02 09:30:00'])
  expect(cells[1]?.some(({ kind }) => kind === 'formula')).toBe(false)
})
