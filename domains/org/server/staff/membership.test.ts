import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { department as departmentCalls } from '../../contract/department.ts'
import { staffErrors } from '../../contract/errors.ts'
import { staffSelection } from '../../contract/selection.ts'
import { staff } from '../../contract/staff.ts'
import { departmentsOn, departmentsOnDay, scopedStaff, selectedStaff, staffOfDepartments, staffOfFilter } from '../index.ts'
import { addDepartments, addPerson, inCompanyScope, openOrgWorld, scopedActor } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const tree = { 总部: null, 研发部: '总部', 市场部: '总部', 财务部: '总部' } as const

test('a person belongs to one main department and to others beside it; lists and scopes find them through each', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, tree)
  const beside = { otherDepartmentIds: [department('市场部'), department('研发部')] }
  const id = await addPerson(world, admin, { name: '兼职人', departmentId: department('研发部'), ...beside })
  await addPerson(world, admin, { name: '市场人', departmentId: department('市场部') })
  const as = world.as(admin)
  expect(await as.get(staff.get, { id })).toMatchObject({
    department: '研发部',
    otherDepartments: [{ id: department('市场部'), name: '市场部' }],
  })
  const marketing = { departmentId: department('市场部') }
  expect((await as.get(staff.list, marketing)).totalCount).toBe(2)
  expect((await as.get(staff.list, { ...marketing, keyWords: '兼职' })).totalCount).toBe(1)
  expect((await as.get(staff.list, { ...marketing, state: 1 })).totalCount).toBe(2)
  expect((await as.get(staff.list, { ...marketing, state: 0 })).totalCount).toBe(0)

  const head = await scopedActor(world, admin.companyId, { subtreeIds: [department('市场部')] })
  expect((await world.as(head).get(staff.list, {})).totalCount).toBe(2)
  expect(await world.as(head).get(staff.get, { id })).toMatchObject({ name: '兼职人' })
  expect((await world.as(head).get(staff.list, { departmentId: department('研发部') })).totalCount).toBe(1)
  const counted = await world.inCompany(admin.companyId, async (db) => ({
    scoped: (await scopedStaff(db, inCompanyScope([department('市场部')])).execute()).length,
    ofDepartment: (await staffOfDepartments(db, [department('市场部')]).execute()).length,
    ofBoth: (await staffOfDepartments(db, [department('总部')]).execute()).length,
  }))
  expect(counted).toEqual({ scoped: 2, ofDepartment: 2, ofBoth: 2 })

  // The head of 市场部 neither adds a department that is not theirs, nor takes one away.
  const { version } = await as.get(staff.get, { id })
  expect(await world.as(head).call(staff.modify, { id, version, otherDepartmentIds: [department('财务部')] })).toMatchObject({
    code: staffErrors.departmentMissing.code,
  })
})

test('a department beside becomes the main one, and who belonged where on a day remains known', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, tree)
  const on = (text: string) => new Date(`2026-0${text}T00:00:00Z`)
  const at = async (text: string, work: () => Promise<unknown>) => {
    world.now = () => on(text)
    await work()
  }
  let id = ''
  const as = world.as(admin)
  await at('1-01', async () => {
    id = await addPerson(world, admin, { departmentId: department('研发部'), otherDepartmentIds: [department('市场部')] })
  })
  await at('2-01', () => as.get(staff.moves, { ids: [id], departmentId: department('市场部') }))
  await at('3-01', async () => {
    const { version } = await as.get(staff.get, { id })
    await as.get(staff.modify, { id, version, otherDepartmentIds: [department('财务部')] })
  })
  await at('4-01', () => as.get(staff.remove, { id, reason: '离职' }))
  world.now = () => new Date()
  const names = (text: string) =>
    world.inCompany(admin.companyId, async (db) =>
      (await departmentsOn(db, [id], on(text))).map(({ departmentName, isMain }) =>
        isMain ? `*${departmentName}` : departmentName,
      ),
    )
  expect(await names('1-15')).toEqual(['*研发部', '市场部'])
  expect(await names('2-15')).toEqual(['*市场部'])
  expect(await names('3-15')).toEqual(['*市场部', '财务部'])
  expect(await names('4-15')).toEqual([])
})

test("a day ends at the company's midnight; who changed on it belonged to both, and to the last one mainly", async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const department = await addDepartments(world, admin, tree)
  const as = world.as(admin)
  const at = async <Answer>(text: string, work: () => Promise<Answer>) => {
    world.now = () => new Date(text)
    const answer = await work()
    world.now = () => new Date()
    return answer
  }
  const move = (id: string, name: keyof typeof tree) => () => as.get(staff.moves, { ids: [id], departmentId: department(name) })
  // Shanghai is eight hours ahead: its 2 May begins at 16:00 of 1 May in UTC.
  const id = await at('2026-05-01T15:59:59.999Z', () => addPerson(world, admin, { departmentId: department('研发部') }))
  await at('2026-05-02T16:00:00.000Z', move(id, '市场部'))
  await at('2026-05-04T04:00:00.000Z', move(id, '财务部'))
  await at('2026-05-05T16:00:00.000Z', () => as.get(staff.remove, { id, reason: '离职' }))
  const on = (day: string) =>
    world.inCompany(companyId, async (db) =>
      (await departmentsOnDay(db, [id], day)).map(({ departmentName, isMain }) =>
        isMain ? `*${departmentName}` : departmentName,
      ),
    )
  expect(await on('2026-04-30')).toEqual([])
  expect(await on('2026-05-01')).toEqual(['*研发部'])
  expect(await on('2026-05-02')).toEqual(['*研发部'])
  expect(await on('2026-05-03')).toEqual(['*市场部'])
  expect(await on('2026-05-04')).toEqual(['*财务部', '市场部'])
  expect(await on('2026-05-05')).toEqual(['*财务部'])
  expect(await on('2026-05-06')).toEqual([])
  const moment = (text: string) =>
    world.inCompany(companyId, async (db) => (await departmentsOn(db, [id], new Date(text))).map((one) => one.departmentName))
  expect(await moment('2026-05-02T15:59:59.999Z')).toEqual(['研发部'])
  expect(await moment('2026-05-02T16:00:00.000Z')).toEqual(['市场部'])
  // Elsewhere the same moments lie on other days.
  await world.rows(`update identity.company set time_zone = 'America/New_York' where id = $1`, [companyId])
  expect(await on('2026-05-02')).toEqual(['*市场部', '研发部'])
  expect(await on('2026-05-05')).toEqual(['*财务部'])
  const other = await world.actor()
  const foreign = await world.inCompany(other.companyId, (db) => departmentsOnDay(db, [id], '2026-05-04'))
  expect(foreign).toEqual([])
})

test('a deleted department hands over those who belonged to it beside another', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, tree)
  const as = world.as(admin)
  const id = await addPerson(world, admin, { departmentId: department('研发部'), otherDepartmentIds: [department('市场部')] })
  await addPerson(world, admin, { departmentId: department('市场部') })
  await as.get(departmentCalls.delete, { id: department('市场部'), targetDepartmentId: department('财务部') })
  expect(await as.get(staff.get, { id })).toMatchObject({ otherDepartments: [{ name: '财务部' }] })
  // Without people of its own it needs no target, and then nobody belongs to it any more.
  const { id: empty } = await as.get(departmentCalls.save, { name: '筹备组', parentId: department('总部') })
  const { version } = await as.get(staff.get, { id })
  await as.get(staff.modify, { id, version, otherDepartmentIds: [empty] })
  await as.get(departmentCalls.delete, { id: empty })
  expect(await as.get(staff.get, { id })).toMatchObject({ otherDepartments: [] })
})

test('a selection is people, departments and filter results, each person once, within the scope', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const department = await addDepartments(world, admin, tree)
  const names = new Map<string, string>()
  for (const [name, where] of [
    ['研一', '研发部'],
    ['研二', '研发部'],
    ['市一', '市场部'],
    ['市二', '市场部'],
    ['财一', '财务部'],
  ] as const) {
    names.set(await addPerson(world, admin, { name, departmentId: department(where) }), name)
  }
  const idOf = (name: string) => [...names].find(([, own]) => own === name)?.[0] ?? ''
  await world.as(admin).get(staff.remove, { id: idOf('研二'), reason: '' })
  const chosen = (selection: object, scope = inCompanyScope(null)) =>
    world.inCompany(companyId, async (db) => {
      const rows = await selectedStaff(db, scope, staffSelection.parse(selection)).execute()
      return rows.map(({ id }) => names.get(id)).sort()
    })
  expect(await chosen({})).toEqual([])
  expect(await chosen({ staffIds: [idOf('研一'), idOf('研二')] })).toEqual(['研一'])
  expect(await chosen({ staffIds: [idOf('市一')], departmentIds: [department('市场部')] })).toEqual(['市一', '市二'])
  const all = { filters: [{ filter: { departmentId: department('总部') }, exceptIds: [idOf('市二')] }] }
  expect(await chosen(all)).toEqual(['市一', '研一', '财一'])
  expect(await chosen({ filters: [{ filter: { keyWords: '一' } }] })).toEqual(['市一', '研一', '财一'])
  const marketing = inCompanyScope([department('市场部')])
  expect(await chosen(all, marketing)).toEqual(['市一'])
  expect(await chosen({ staffIds: [idOf('财一')], departmentIds: [department('财务部')] }, marketing)).toEqual([])
  const found = await world.inCompany(companyId, (db) => staffOfFilter(db, marketing, {}).execute())
  expect(found.map(({ id }) => names.get(id)).sort()).toEqual(['市一', '市二'])
})
