import { protocolErrors } from '@kaopei/contract'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { departmentErrors } from '../../contract/errors.ts'
import { staffMenu } from '../../contract/menus.ts'
import { staff } from '../../contract/staff.ts'
import { addDepartments, addPerson, openOrgWorld, scopedActor } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const shape = (nodes: readonly DepartmentNode[]): unknown[] =>
  nodes.map((node) => [node.name, node.staffCount, node.totalCount, ...(node.children?.length ? [shape(node.children)] : [])])

async function pathsOf(companyId: string): Promise<{ name: string; path: string; parent_id: string | null; id: string }[]> {
  return world.rows(
    'select id, name, path, parent_id from org.department where company_id = $1 and removed_at is null order by path',
    [companyId],
  )
}

/** Every path is its parent's path with its own id: what moves must keep. */
async function expectWholePaths(companyId: string): Promise<void> {
  const rows = await pathsOf(companyId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) expect(row.path).toBe(`${row.parent_id === null ? '/' : byId.get(row.parent_id)?.path}${row.id}/`)
}

test('the tree has counts of each department and of everything below it, whole, by level and by keyword', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  await addPerson(world, admin, { departmentId: at('平台组') })
  await addPerson(world, admin, { departmentId: at('平台组') })
  await addPerson(world, admin, { departmentId: at('市场部') })
  const as = world.as(admin)

  const whole = await as.get(department.getDepartmentTree)
  expect(shape(whole)).toEqual([
    [
      '总部',
      0,
      3,
      [
        ['研发部', 0, 2, [['平台组', 2, 2]]],
        ['市场部', 1, 1],
      ],
    ],
  ])

  const top = await as.get(department.getDepartmentTree, { lazy: true })
  expect(top).toMatchObject([{ name: '总部', totalCount: 3, hasChildren: true }])
  expect(top[0]).not.toHaveProperty('children')
  const level = await as.get(department.getDepartmentTree, { lazy: true, parentId: at('总部') })
  expect(level.map(({ name, totalCount, hasChildren }) => [name, totalCount, hasChildren])).toEqual([
    ['研发部', 2, true],
    ['市场部', 1, false],
  ])

  const found = await as.get(department.getDepartmentTree, { keyWords: '平台' })
  expect(shape(found)).toEqual([['总部', 0, 3, [['研发部', 0, 2, [['平台组', 2, 2]]]]]])

  await world.rows(
    `insert into org.department (company_id, id, parent_id, name, path, sort)
     select d.company_id, n.id, d.id, '网点' || n.place, d.path || n.id || '/', n.place
     from org.department d, (select gen_random_uuid() as id, generate_series(1, 250) as place) n
     where d.company_id = $1 and d.id = $2`,
    [admin.companyId, at('市场部')],
  )
  const [head] = await as.get(department.getDepartmentTree, { keyWords: '网点' })
  expect(head?.children?.[0]?.children).toHaveLength(250)
})

test('siblings have different names, cousins may share one', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 北京: '总部', 上海: '总部' })
  const save = (name: string, parentId: string | null) => world.as(admin).call(department.save, { name, parentId })
  expect(await save('北京', at('总部'))).toMatchObject({ code: departmentErrors.nameTaken.code })
  expect(await save('总部', null)).toMatchObject({ code: departmentErrors.nameTaken.code })
  expect(await save('财务部', at('北京'))).toMatchObject({ code: 0 })
  expect(await save('财务部', at('上海'))).toMatchObject({ code: 0 })
  expect(await save('研发/平台', at('上海'))).toMatchObject({ code: protocolErrors.invalid.code, message: '部门名称不能含有“/”' })
})

test('a move takes everything below along, never into itself, and saving over somebody else answers the current row', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 前端: '平台组', 市场部: '总部' })
  const as = world.as(admin)
  const version = (await as.get(department.getDepartmentInfo, { id: at('研发部') })).version

  const moved = await as.get(department.update, { id: at('研发部'), version, parentId: at('市场部'), name: '技术部' })
  expect(moved).toMatchObject({ name: '技术部', pathName: '总部/市场部/技术部', version: version + 1 })
  await expectWholePaths(admin.companyId)
  expect(await as.get(department.getDepartmentInfo, { id: at('前端') })).toMatchObject({
    pathName: '总部/市场部/技术部/平台组/前端',
  })

  for (const parentId of [at('研发部'), at('前端')]) {
    const answer = await as.call(department.update, { id: at('研发部'), version: version + 1, parentId })
    expect(answer).toMatchObject({ code: departmentErrors.intoItself.code })
  }
  const stale = await as.call(department.update, { id: at('研发部'), version, name: '别名' })
  expect(stale).toMatchObject({ code: protocolErrors.changed.code, data: { name: '技术部', version: version + 1 } })
})

test('two moves at once that would make a circle together: one of them is refused', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 甲: '总部', 乙: '总部' })
  const move = (id: string, parentId: string) => world.as(admin).call(department.update, { id, version: 1, parentId })
  const codes = (await Promise.all([move(at('甲'), at('乙')), move(at('乙'), at('甲'))])).map(({ code }) => code)
  expect(codes.sort()).toEqual([0, departmentErrors.intoItself.code])
  await expectWholePaths(admin.companyId)
})

test('a department that is not empty goes only with a department that takes over people and what lies below', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  const person = await addPerson(world, admin, { departmentId: at('研发部') })
  const as = world.as(admin)
  const drop = (targetDepartmentId?: string) => as.call(department.delete, { id: at('研发部'), targetDepartmentId })

  expect(await drop()).toMatchObject({ code: departmentErrors.notEmpty.code, data: { staffCount: 1, childCount: 1 } })
  expect(await drop(at('平台组'))).toMatchObject({ code: departmentErrors.badTarget.code })
  expect(await drop(at('市场部'))).toMatchObject({ code: 0, data: { movedStaffCount: 1, movedDepartmentCount: 1 } })
  expect(shape(await as.get(department.getDepartmentTree))).toEqual([['总部', 0, 1, [['市场部', 1, 1, [['平台组', 0, 0]]]]]])
  await expectWholePaths(admin.companyId)
  expect(await as.get(staff.get, { id: person })).toMatchObject({ departmentId: at('市场部'), departmentPath: '总部/市场部' })

  const memberships = await world.rows(
    `select d.name, m.until is null as is_open from org.staff_department m join org.department d on d.company_id = m.company_id and d.id = m.department_id
     where m.company_id = $1 and m.staff_id = $2 order by m.since`,
    [admin.companyId, person],
  )
  expect(memberships).toEqual([
    { name: '研发部', is_open: false },
    { name: '市场部', is_open: true },
  ])
  expect(await as.call(department.save, { name: '研发部', parentId: at('总部') })).toMatchObject({ code: 0 })
})

test('the destructive GET needs token and signature like any call', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const url = `${department.deleteByGet.facts.path}?id=${at('总部')}`
  const fromLink = await world.app.inject({ method: 'GET', url })
  expect(fromLink.json()).toMatchObject({ code: protocolErrors.noSession.code })
  const unsigned = await world.app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${admin.token}`, token: admin.token, timestamp: String(Date.now()) },
  })
  expect(unsigned.json()).toMatchObject({ code: protocolErrors.badSignature.code })
  expect(await pathsOf(admin.companyId)).toHaveLength(1)
  expect(await world.as(admin).call(department.deleteByGet, { id: at('总部') })).toMatchObject({ code: 0 })
  expect(await pathsOf(admin.companyId)).toHaveLength(0)
})

test('a part of the company sees its part of the tree and changes nothing else', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部', 市场部: '总部' })
  await addPerson(world, admin, { departmentId: at('平台组') })
  await addPerson(world, admin, { departmentId: at('总部') })
  const head = await scopedActor(world, admin.companyId, { subtreeIds: [at('研发部')] })
  const as = world.as(head)

  const tree = await as.get(department.getDepartmentTree)
  expect(shape(tree)).toEqual([['总部', 0, 1, [['研发部', 0, 1, [['平台组', 1, 1]]]]]])
  expect(tree[0]).toMatchObject({ isSelectable: false, children: [{ isSelectable: true }] })
  expect(await as.call(department.getDepartmentInfo, { id: at('市场部') })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await as.call(department.delete, { id: at('市场部') })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await as.call(department.save, { name: '新部门' })).toMatchObject({ code: protocolErrors.noPermission.code })
  const away = { id: at('平台组'), version: 1, parentId: at('市场部') }
  expect(await as.call(department.update, away)).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await as.call(department.save, { name: '新组', parentId: at('平台组') })).toMatchObject({ code: 0 })
})

test('another company finds nothing, a candidate gets no tree, a reader changes nothing', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const other = world.as(await world.actor())
  const id = at('总部')
  const notFound = { code: protocolErrors.notFound.code }
  expect(await other.get(department.getDepartmentTree)).toEqual([])
  expect(await other.call(department.getDepartmentInfo, { id })).toMatchObject(notFound)
  expect(await other.call(department.update, { id, version: 1, name: '别家' })).toMatchObject(notFound)
  expect(await other.call(department.delete, { id })).toMatchObject(notFound)
  expect(await other.call(department.save, { name: '下级', parentId: id })).toMatchObject(notFound)

  const candidate = await world.actor({ companyId: admin.companyId, rights: [] })
  expect(await world.as(candidate).call(department.getDepartmentTree)).toMatchObject({ code: protocolErrors.noPermission.code })
  const reader = await world.actor({ companyId: admin.companyId, menus: [staffMenu], scopes: { orgoumgmt: { kind: 'all' } } })
  expect(await world.as(reader).call(department.save, { name: '新' })).toMatchObject({ code: protocolErrors.noPermission.code })
  expect(await world.as(reader).get(department.getDepartmentTree)).toHaveLength(1)
})

test('a tree may be twenty levels deep, also after a move', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  let parentId: string | null = null
  const ids: string[] = []
  for (let level = 1; level <= 20; level++) {
    const made: { id: string } = await as.get(department.save, { name: `第${level}级`, parentId })
    parentId = made.id
    ids.push(made.id)
  }
  expect(await as.call(department.save, { name: '第21级', parentId })).toMatchObject({ code: departmentErrors.tooDeep.code })
  const { id } = await as.get(department.save, { name: '旁支' })
  await as.get(department.save, { name: '旁支下级', parentId: id })
  const move = (to: string | undefined) => as.call(department.update, { id, version: 1, parentId: to })
  expect(await move(ids[18])).toMatchObject({ code: departmentErrors.tooDeep.code })
  expect(await move(ids[17])).toMatchObject({ code: 0 })
})

test('a drop puts a department at its place among its new siblings, never into itself, and not from where it no longer is', async () => {
  const admin = await world.actor()
  const id = await addDepartments(world, admin, {
    总部: null,
    研发部: '总部',
    平台组: '研发部',
    应用组: '研发部',
    市场部: '总部',
  })
  const as = world.as(admin)
  const shape = async () => {
    const [root] = await as.get(department.getDepartmentTree)
    return (root?.children ?? []).map(({ name, children = [] }) => [name, ...children.map((child) => child.name)])
  }
  await as.get(department.move, { id: id('应用组'), parentId: id('研发部'), beforeId: id('平台组'), fromParentId: id('研发部') })
  expect(await shape()).toEqual([['研发部', '应用组', '平台组'], ['市场部']])
  await as.get(department.move, { id: id('市场部'), parentId: id('研发部'), beforeId: id('平台组'), fromParentId: id('总部') })
  expect(await shape()).toEqual([['研发部', '应用组', '市场部', '平台组']])
  expect(await as.call(department.move, { id: id('研发部'), parentId: id('市场部') })).toMatchObject({
    code: departmentErrors.intoItself.code,
  })
  expect(await as.call(department.move, { id: id('市场部'), parentId: null, fromParentId: id('总部') })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { parentId: id('研发部') },
  })
  await as.get(department.move, { id: id('市场部'), parentId: id('总部') })
  expect(await shape()).toEqual([['研发部', '应用组', '平台组'], ['市场部']])
})

test('a department is headed by somebody of the company whom the caller may name', async () => {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 市场部: '总部' })
  const near = await addPerson(world, admin, { departmentId: at('研发部') })
  const far = await addPerson(world, admin, { departmentId: at('市场部') })
  const other = await world.actor()
  const theirs = await addDepartments(world, other, { 总部: null })
  const foreign = await addPerson(world, other, { departmentId: theirs('总部') })
  const as = world.as(admin)
  const version = async (id: string) => (await as.get(department.getDepartmentInfo, { id })).version
  for (const headStaffId of [foreign, crypto.randomUUID()]) {
    const wrong = { code: protocolErrors.invalid.code, data: { fields: [{ path: 'headStaffId' }] } }
    expect(await as.call(department.save, { name: '新部门', parentId: at('总部'), headStaffId })).toMatchObject(wrong)
    const id = at('研发部')
    expect(await as.call(department.update, { id, headStaffId, version: await version(id) })).toMatchObject(wrong)
  }
  const manager = world.as(await scopedActor(world, admin.companyId, { subtreeIds: [at('研发部')] }))
  const update = async (headStaffId: string) =>
    manager.call(department.update, { id: at('研发部'), headStaffId, version: await version(at('研发部')) })
  expect(await update(far)).toMatchObject({ code: protocolErrors.invalid.code })
  expect(await update(near)).toMatchObject({ code: 0 })
  // Who heads it already may stay, whoever may see them.
  await world.rows('update org.department set head_staff_id = $2 where id = $1', [at('研发部'), far])
  expect(await update(far)).toMatchObject({ code: 0 })
})
