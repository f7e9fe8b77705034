import { protocolErrors } from '@kaopei/contract'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupCategory } from '../contract/category.ts'
import { groupCategoryErrors, groupErrors } from '../contract/errors.ts'
import { group } from '../contract/group.ts'
import { groupMember } from '../contract/member.ts'
import { userGroupMenu } from '../contract/menus.ts'
import { membersOfGroups, membersOfSnapshot, snapshotOfGroups } from './door.sql.ts'
import { addDepartments, addGroup, addPerson, namesIn, openGroupWorld } from './group-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openGroupWorld()
})
afterAll(() => world.close())

const everyRight = Object.values(userGroupMenu.rights)

test('categories are a tree of at most five levels without circles, with names unique among siblings', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  let parentId: string | null = null
  const made: string[] = []
  for (const name of ['一', '二', '三', '四', '五']) {
    const { id }: { id: string } = await as.get(groupCategory.createStaffGroupCate, { name, parentId })
    made.push(id)
    parentId = id
  }
  const [first = '', second = ''] = made
  expect(await as.call(groupCategory.createStaffGroupCate, { name: '六', parentId })).toMatchObject({
    code: groupCategoryErrors.tooDeep.code,
  })
  expect(await as.call(groupCategory.createStaffGroupCate, { name: '一' })).toMatchObject({
    code: groupCategoryErrors.nameTaken.code,
  })
  expect(await as.call(groupCategory.updateStaffGroupCate, { id: first, parentId: made[3] ?? '', version: 1 })).toMatchObject({
    code: groupCategoryErrors.intoItself.code,
  })
  expect(await as.get(groupCategory.updateStaffGroupCate, { id: second, name: '第二', version: 1 })).toMatchObject({ version: 2 })
  expect(await as.call(groupCategory.updateStaffGroupCate, { id: second, name: '又一', version: 1 })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { name: '第二' },
  })
  const [tree] = await as.get(groupCategory.listStaffGroupCate)
  expect(tree).toMatchObject({ name: '一', children: [{ name: '第二', children: [{ name: '三' }] }] })
})

test('a deleted category leaves its groups to the chosen one or to the one above, and its branches move up', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id: above } = await as.get(groupCategory.createStaffGroupCate, { name: '上级' })
  const { id: middle } = await as.get(groupCategory.createStaffGroupCate, { name: '中间', parentId: above })
  await as.get(groupCategory.createStaffGroupCate, { name: '下级', parentId: middle })
  const { id } = await as.get(group.createStaffGroup, { name: '组', categoryId: middle })
  expect(await as.call(groupCategory.deleteStaffGroupCate, { id: middle, targetId: middle })).toMatchObject({
    code: groupCategoryErrors.badTarget.code,
  })
  expect(await as.get(groupCategory.deleteStaffGroupCate, { id: middle })).toEqual({ movedGroupCount: 1, movedCategoryCount: 1 })
  expect(await as.get(group.getStaffGroupById, { id })).toMatchObject({ categoryId: above, categoryName: '上级' })
  expect(await as.get(groupCategory.listStaffGroupCate)).toMatchObject([
    { name: '上级', groupCount: 1, children: [{ name: '下级' }] },
  ])
  expect(await as.get(groupCategory.deleteStaffGroupCate, { id: above })).toMatchObject({ movedGroupCount: 1 })
  expect(await as.get(group.listAllStaffGroup, { groupCategoryId: 'none' })).toMatchObject([{ id, categoryId: null }])
})

test('all groups at once are all of them, or a refusal that says how to ask: never a part', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const add = (count: number) =>
    world.rows(
      `insert into usergroup.staff_group (company_id, name, created_by) select $1, '组' || kit.new_id(), $2 from generate_series(1, $3)`,
      [admin.companyId, admin.staffId, count],
    )
  await add(2000)
  expect(await as.get(group.listAllStaffGroup)).toHaveLength(2000)
  await add(1)
  expect(await as.call(group.listAllStaffGroup)).toMatchObject({ code: groupErrors.tooManyForOneList.code })
  expect(await as.get(group.listAllStaffGroup, { name: '没有这个' })).toEqual([])
})

test('groups are found by name, category with everything below, and kind; both spellings of name and page work', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id: above } = await as.get(groupCategory.createStaffGroupCate, { name: '上级' })
  const { id: below } = await as.get(groupCategory.createStaffGroupCate, { name: '下级', parentId: above })
  for (const [name, categoryId] of [
    ['安全员', above],
    ['安全主管', below],
    ['班组长', null],
  ] as const)
    await as.get(group.createStaffGroup, { name, categoryId, descript: '说明' })
  const names = async (input: Parameters<typeof as.get<typeof group.listStaffGroupPage>>[1]) =>
    (await as.get(group.listStaffGroupPage, input)).dataList.map(({ groupName }) => groupName)
  expect(await names({ groupName: '安全' })).toEqual(['安全主管', '安全员'])
  expect(await names({ groupCategoryId: above })).toEqual(['安全主管', '安全员'])
  expect(await names({ groupCategoryId: below })).toEqual(['安全主管'])
  expect(await names({ kind: 2 })).toEqual([])
  expect(await names({ pageSize: 1, currentPage: 2 })).toEqual(['安全主管'])
  expect(await as.call(group.createStaffGroup, { name: '安全员' })).toMatchObject({ code: groupErrors.nameTaken.code })
})

test('members join by ids, departments and filters, and leave; a removed person does not count', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const at = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 市场部: '总部' })
  const one = await addPerson(world, companyId, { name: '甲', departmentId: at('市场部') })
  await addPerson(world, companyId, { name: '乙', departmentId: at('研发部') })
  const third = await addPerson(world, companyId, { name: '丙', departmentId: at('研发部') })
  const id = await addGroup(world, admin, '组', [one])
  const add = (selection: Parameters<typeof as.get<typeof groupMember.addStaffGroupMember>>[1]) =>
    as.get(groupMember.addStaffGroupMember, selection)
  expect(await add({ id, selection: { departmentIds: [at('研发部')] } })).toEqual({ count: 2, staffCount: 3 })
  expect(await add({ id, selection: { filters: [{ filter: { departmentId: at('总部') }, exceptIds: [] }] } })).toEqual({
    count: 0,
    staffCount: 3,
  })
  expect(await namesIn(world, admin, id)).toEqual(['丙', '乙', '甲'])
  expect(await as.get(groupMember.listStaffGroupMember, { id, departmentId: at('研发部') })).toMatchObject({ totalCount: 2 })
  await world.rows('update org.staff set removed_at = now() where id = $1', [third])
  expect(await as.get(groupMember.removeStaffGroupMember, { id, selection: { staffIds: [one] } })).toEqual({
    count: 1,
    staffCount: 1,
  })
  expect(await namesIn(world, admin, id)).toEqual(['乙'])
  expect(await as.call(groupMember.addStaffGroupMember, { id, selection: {} })).toMatchObject({
    code: groupErrors.nobodyChosen.code,
  })
  const [log] = await world.rows<{ target_name: string }>(
    `select target_name from kit.operation_log where company_id = $1 and action = 'removeMember'`,
    [companyId],
  )
  expect(log).toEqual({ target_name: '组' })
})

test('somebody with a part of the company counts, reads, adds and removes their own people only', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const at = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 市场部: '总部' })
  const ours = await addPerson(world, companyId, { name: '我方', departmentId: at('研发部') })
  const theirs = await addPerson(world, companyId, { name: '他方', departmentId: at('市场部') })
  const other = await addPerson(world, companyId, { name: '他方二', departmentId: at('市场部') })
  const id = await addGroup(world, admin, '组', [ours, theirs])
  const scope = { kind: 'some' as const, departmentIds: [], subtreeIds: [at('研发部')], ownStaffId: null }
  const manager = await world.actor({ companyId, rights: everyRight, scopes: { [userGroupMenu.name]: scope } })
  const as = world.as(manager)
  expect((await as.get(group.listStaffGroupPage)).dataList).toMatchObject([{ id, staffCount: 1 }])
  expect(await as.get(group.listAllStaffGroup)).toMatchObject([{ id, staffCount: 1 }])
  expect(await as.get(group.getStaffGroupById, { id })).toMatchObject({ staffCount: 1, isWhole: false })
  expect(await namesIn(world, manager, id)).toEqual(['我方'])
  expect(await as.get(groupMember.listStaffGroupMember, { id, keyWords: '方' })).toMatchObject({ totalCount: 1 })
  expect(await as.get(groupMember.addStaffGroupMember, { id, selection: { staffIds: [other] } })).toEqual({
    count: 0,
    staffCount: 1,
  })
  expect(await as.get(groupMember.removeStaffGroupMember, { id, selection: { staffIds: [theirs] } })).toMatchObject({ count: 0 })
  expect(await as.call(group.deleteStaffGroup, { id })).toMatchObject({ code: groupErrors.outOfScope.code })
  expect(await as.call(groupMember.groupsOfStaff, { staffId: theirs })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await as.get(groupMember.groupsOfStaff, { staffId: ours })).toMatchObject([{ id, groupName: '组' }])
  expect(await namesIn(world, admin, id)).toEqual(['他方', '我方'])
})

test('a candidate without any menu reads no groups, another company finds none', async () => {
  const admin = await world.actor()
  const person = await addPerson(world, admin.companyId)
  const id = await addGroup(world, admin, '组', [person])
  const candidate = await world.actor({ companyId: admin.companyId, rights: [] })
  for (const asked of [group.listStaffGroupPage, group.listAllStaffGroup, groupCategory.listStaffGroupCate])
    expect(await world.as(candidate).call(asked)).toMatchObject({ code: protocolErrors.noPermission.code })
  expect(await world.as(candidate).call(groupMember.listStaffGroupMember, { id })).toMatchObject({
    code: protocolErrors.noPermission.code,
  })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(groupMember.listStaffGroupMember, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await stranger.call(group.getStaffGroupById, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await stranger.call(group.deleteStaffGroup, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await stranger.call(groupMember.addStaffGroupMember, { id, selection: { staffIds: [person] } })).toMatchObject({
    code: protocolErrors.notFound.code,
  })
  const foreign = await addPerson(world, admin.companyId)
  const other = await world.actor()
  const own = await addGroup(world, other, '组')
  expect(await world.as(other).get(groupMember.addStaffGroupMember, { id: own, selection: { staffIds: [foreign] } })).toEqual({
    count: 0,
    staffCount: 0,
  })
})

test('contact data are masked for who may not see them, also where they are the account', async () => {
  const admin = await world.actor()
  const person = await addPerson(world, admin.companyId)
  await world.rows('update org.staff set login_account = phone where id = $1', [person])
  const id = await addGroup(world, admin, '组', [person])
  const scopes = { [userGroupMenu.name]: { kind: 'all' as const } }
  const reader = await world.actor({ companyId: admin.companyId, rights: [userGroupMenu.rights.view], scopes })
  const { dataList } = await world.as(reader).get(groupMember.listStaffGroupMember, { id })
  expect(dataList[0]?.phone).toMatch(/^139\*{4}\d{4}$/)
  expect(dataList[0]?.loginAccount).toBe(dataList[0]?.phone)
})

test('two people editing one group: the second is told what the first saved', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const id = await addGroup(world, admin, '组')
  const saved = await as.get(group.updateStaffGroup, { id, version: 1, name: '新名', descript: '说明' })
  expect(saved).toMatchObject({ version: 2, name: '新名' })
  expect(await as.call(group.updateStaffGroup, { id, version: 1, name: '又名' })).toMatchObject({
    code: protocolErrors.changed.code,
    data: { name: '新名', descript: '说明', version: 2 },
  })
})

test('a deleted group frees its name and has no members; one that gives a role must be detached first', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const person = await addPerson(world, admin.companyId)
  const id = await addGroup(world, admin, '组', [person])
  const roleId = await attachRole(admin.companyId, id, [])
  expect(await as.call(group.deleteStaffGroup, { id })).toMatchObject({ code: groupErrors.attachedToRole.code })
  await world.rows('delete from identity.role_group where role_id = $1', [roleId])
  expect(await as.call(group.deleteStaffGroup, { id })).toMatchObject({ code: 0 })
  expect(await as.get(groupMember.groupsOfStaff, { staffId: person })).toEqual([])
  expect(await as.call(groupMember.listStaffGroupMember, { id })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(await addGroup(world, admin, '组')).not.toBe(id)
})

async function attachRole(companyId: string, groupId: string, rights: readonly string[]): Promise<string> {
  const [role] = await world.rows<{ id: string }>(`insert into identity.role (company_id, name) values ($1, $2) returning id`, [
    companyId,
    `角色${rights.length}`,
  ])
  const roleId = role?.id ?? ''
  await world.rows('insert into identity.role_group (company_id, role_id, group_id) values ($1, $2, $3)', [
    companyId,
    roleId,
    groupId,
  ])
  for (const right of rights)
    await world.rows('insert into identity.role_right (company_id, role_id, right_code) values ($1, $2, $3)', [
      companyId,
      roleId,
      right,
    ])
  return roleId
}

test('nobody hands out by a group rights that they do not have', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const person = await addPerson(world, companyId)
  const id = await addGroup(world, admin, '组')
  await attachRole(companyId, id, ['orgoumgmt:remove'])
  const scopes = { [userGroupMenu.name]: { kind: 'all' as const } }
  const keeper = world.as(await world.actor({ companyId, rights: everyRight, scopes }))
  expect(await keeper.call(groupMember.addStaffGroupMember, { id, selection: { staffIds: [person] } })).toMatchObject({
    code: groupErrors.givesMoreRights.code,
  })
  expect(await world.as(admin).get(groupMember.addStaffGroupMember, { id, selection: { staffIds: [person] } })).toMatchObject({
    count: 1,
  })
})

test('a snapshot keeps its people, live membership follows the group', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const [one, two] = [await addPerson(world, companyId), await addPerson(world, companyId)]
  const groups = [await addGroup(world, admin, '甲', [one]), await addGroup(world, admin, '乙', [one])]
  const taken = await world.inCompany(companyId, (db) => snapshotOfGroups(db, groups, new Date()))
  expect(taken.staffCount).toBe(1)
  await world.as(admin).get(groupMember.addStaffGroupMember, { id: groups[0] ?? '', selection: { staffIds: [two] } })
  const idsOf = (rows: readonly { id: string }[]) => [...new Set(rows.map(({ id }) => id))].sort()
  const [kept, live] = await world.inCompany(companyId, async (db) => [
    await membersOfSnapshot(db, taken.snapshotId).execute(),
    await membersOfGroups(db, groups).execute(),
  ])
  expect(idsOf(kept ?? [])).toEqual([one])
  expect(idsOf(live ?? [])).toEqual([one, two].sort())
})
