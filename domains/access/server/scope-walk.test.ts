import type { Endpoint } from '@kaopei/contract'
import { withLocalFile } from '@kaopei/files/server'
import { dataScope } from '@kaopei/identity/contract/role'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { department } from '@kaopei/org/contract/department'
import { directStaff } from '@kaopei/org/contract/direct-staff'
import { orgMenus } from '@kaopei/org/contract/menus'
import { restore } from '@kaopei/org/contract/restore'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { group } from '@kaopei/usergroup/contract/group'
import { groupMember } from '@kaopei/usergroup/contract/member'
import { userGroupMenus } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainCalls } from '../contract/explain.ts'
import { accessMenus } from '../contract/menus.ts'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addGroup, addPerson, addRole, logIn, openAccessWorld, openCompany, type Person } from './access-world.ts'

// A manager with one data scope walks through every list, picker, single read, export, statistic and batch of the rooms below, and must meet exactly
// the people of the scope. Rooms above (exams, marking) are walked in their own tests.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const menus = [...orgMenus, ...userGroupMenus, ...accessMenus]
const rights = menus.flatMap((menu) => Object.values(menu.rights)).filter(({ code }) => !code.endsWith(':view'))

/** 总部 over 研发部 over 测试组, and 销售部; two people in each, one more in 研发部 who is removed, and the manager in 研发部. */
async function openStage(scope: number, chosen: readonly ('测试组' | '销售部')[] = []) {
  const { companyId, admin } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 测试组: '研发部', 销售部: '总部' })
  const everybody: Record<string, Person> = {}
  for (const name of ['总部', '研发部', '测试组', '销售部'] as const) {
    for (const number of ['甲', '乙']) {
      everybody[`${name}${number}`] = await addPerson(world, companyId, { name: `${name}${number}`, departmentId: of(name) })
    }
  }
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  const all: Readonly<Record<string, Person>> = { ...everybody, 经理: manager }
  for (const name of ['研发部', '销售部'] as const) {
    const gone = await addPerson(world, companyId, { name: `${name}离职`, departmentId: of(name) })
    await world.as(admin).get(staff.removes, { ids: [gone.id], reason: '离职' })
  }
  const grants = menus.map((menu) => ({ menu, scope, departmentIds: chosen.map(of) }))
  await addRole(world, companyId, { menus: grants, rights }, [manager])
  const heldId = await addRole(world, companyId, { menus: [] }, Object.values(all))
  const groupId = await addGroup(world, companyId, Object.values(all))
  return { companyId, of, all, heldId, groupId, as: world.as(await logIn(world, manager)) }
}

const dev = ['研发部甲', '研发部乙', '经理']
const scopes = [
  {
    name: 'all',
    scope: dataScope.all,
    people: [...dev, '总部甲', '总部乙', '测试组甲', '测试组乙', '销售部甲', '销售部乙', '管理员'],
    gone: ['研发部离职', '销售部离职'],
  },
  {
    name: 'chosen',
    scope: dataScope.chosen,
    chosen: ['测试组', '销售部'] as const,
    people: ['测试组甲', '测试组乙', '销售部甲', '销售部乙'],
    gone: ['销售部离职'],
  },
  { name: 'own department', scope: dataScope.ownDepartment, people: dev, gone: ['研发部离职'] },
  { name: 'own and below', scope: dataScope.ownAndBelow, people: [...dev, '测试组甲', '测试组乙'], gone: ['研发部离职'] },
  { name: 'self', scope: dataScope.self, people: ['经理'], gone: [] },
]

describe.each(scopes)('data scope: $name', ({ scope, chosen, people, gone }) => {
  const seen = [...people].sort()
  const held = seen.filter((name) => name !== '管理员')

  test('lists and pickers hold exactly the people of the scope', async () => {
    const { as, groupId, heldId } = await openStage(scope, chosen)
    const paged = { pageIndex: 1, pageSize: 100 }
    const names = async (endpoint: Endpoint, input: unknown, headers: Record<string, string> = {}) => {
      const { code, message, data } = (await as.raw(endpoint, input, headers)).json()
      expect([endpoint.facts.path, code, message]).toEqual([endpoint.facts.path, 0, 'success'])
      const rows: { name: string }[] = Array.isArray(data) ? data : data.dataList
      return rows.map(({ name }) => name).sort()
    }
    expect(await names(staff.list, paged)).toEqual(seen)
    expect(await names(staff.listAllStaff, {})).toEqual(seen)
    expect(await names(staff.listFast, paged)).toEqual(seen)
    for (const menu of menus) expect(await names(staff.listFast, paged, { 'route-name': menu.name }), menu.name).toEqual(seen)
    // A screen that the manager does not have gives no wider scope than the roster.
    expect(await names(staff.listFast, paged, { 'route-name': 'examManage' })).toEqual(seen)
    expect(await names(restore.listRest, paged)).toEqual([...gone].sort())
    expect(await names(groupMember.listStaffGroupMember, { ...paged, id: groupId })).toEqual(held)
    expect(await names(rolePeople.listRoleStaffPage, { ...paged, roleId: heldId })).toEqual(held)
    const direct = await names(directStaff.listDirect, paged)
    expect(direct.filter((name) => !seen.includes(name))).toEqual([])
    // Found by their name, people outside are not found either.
    expect(await names(staff.list, { ...paged, keyWords: '总部甲' })).toEqual(seen.filter((name) => name === '总部甲'))
  })

  test('whoever is outside is not found by id, alone or in a batch', async () => {
    const { as, all } = await openStage(scope, chosen)
    for (const [name, { id }] of Object.entries(all)) {
      const code = seen.includes(name) ? 0 : 1008
      expect([name, (await as.call(staff.get, { id })).code]).toEqual([name, code])
      // One's own card is always one's own.
      const card = await as.call(staffCentreCalls.get, { id })
      expect([name, card.code]).toEqual([name, name === '经理' || code === 0 ? 0 : 1002])
      if (card.code === 0 && name !== '经理') expect(card.data.phone ?? '***').toContain('***')
      const explained = await as.call(explainCalls.explainAccess, { staffId: id, menu: 'orgoumgmt' })
      expect([name, explained.code]).toEqual([name, code])
    }
    const others = Object.entries(all).filter(([name]) => name !== '经理')
    const ids = others.map(([, { id }]) => id)
    const inside = others.filter(([name]) => seen.includes(name)).length
    const batch = await as.call(staff.enables, { ids, isEnabled: true })
    if (inside > 0) expect(batch.data).toMatchObject({ count: inside, outOfScopeCount: ids.length - inside })
    else expect(batch.code).not.toBe(0)
  })

  test('totals and trees count the people of the scope alone', async () => {
    const { as } = await openStage(scope, chosen)
    const tree = await as.get(department.getDepartmentTree, {})
    // Oneself alone is nobody's department.
    expect(tree.reduce((sum, { totalCount }) => sum + totalCount, 0)).toBe(scope === dataScope.self ? 0 : held.length)
    const groups = await as.get(group.listStaffGroupPage, {})
    expect(groups.dataList.map(({ staffCount }) => staffCount)).toEqual([held.length])
    expect((await as.get(staff.list, { pageSize: 1 })).totalCount).toBe(seen.length)
  })

  test('exports hold what the lists show', async () => {
    const { as, groupId, companyId } = await openStage(scope, chosen)
    expect(await exported(companyId, (await as.get(staff.export, {})).jobId)).toEqual(seen)
    expect(await exported(companyId, (await as.get(groupMember.exportStaffGroupMember, { id: groupId })).jobId)).toEqual(held)
  })
})

/** The names of an exported workbook. */
async function exported(companyId: string, jobId: string): Promise<string[]> {
  await world.runJobs()
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  return world.inCompany(companyId, (db) =>
    withLocalFile(db, world.services, job?.file_id ?? '', async (path) => {
      const names: string[] = []
      for await (const { cells } of readXlsx(path)) names.push(cells[0]?.text ?? '')
      return names.slice(1).sort()
    }),
  )
}

test('no call of these rooms that asks for a scope is left out of the walk', async () => {
  const walked = [
    ...[staff.list, staff.get, staff.enables, staff.export, restore.listRest, groupMember.exportStaffGroupMember],
    ...[rolePeople.listRoleStaffPage, explainCalls.explainAccess],
  ].map(({ facts }) => facts.path)
  const scoped = world.modules
    .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
    .filter(({ facts }) => facts.scope === 'department')
  expect(scoped.map(({ facts }) => facts.path)).toEqual(expect.arrayContaining(walked))
  // Each further one is called with somebody outside in every field of an id, and must neither name nor find them.
  const { as, all, groupId, heldId } = await openStage(dataScope.self)
  const outside = all.销售部甲?.id ?? ''
  for (const endpoint of scoped) {
    const input = {
      id: outside,
      ids: [outside],
      staffId: outside,
      staffIds: [outside],
      roleId: heldId,
      groupId,
      menu: 'orgoumgmt',
    }
    const { body } = await as.raw(endpoint, input)
    expect(body, endpoint.facts.path).not.toContain('销售部甲')
  }
})
