import { randomUUID } from 'node:crypto'
import { staffChanged } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { emit } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectGroups } from '../../contract/groups.ts'
import { projectCenter } from '../../contract/menus.ts'
import { projectProgress } from '../../contract/progress.ts'
import { project } from '../../contract/project.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { trainingModule } from '../index.ts'
import { arrangeProject } from '../training-arrange.ts'
import { followMarked } from './audience.follow.ts'

let world: World
beforeAll(async () => {
  world = await World.open([trainingModule, usergroupModule])
})
afterAll(() => world.close())

async function arrange() {
  const admin = await world.actor()
  const { companyId } = admin
  const [root, branch] = [randomUUID(), randomUUID()]
  const insert = 'insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)'
  await world.rows(insert, [companyId, root, null, '总部', `/${root}/`])
  await world.rows(insert, [companyId, branch, root, '研发部', `/${root}/${branch}/`])
  const near = await arrangePeople(world, companyId, [
    { name: '学员甲', departmentId: branch },
    { name: '学员乙', departmentId: branch },
  ])
  const far = await arrangePeople(world, companyId, [{ name: '学员丙', departmentId: root }])
  const project = await arrangeProject(world, companyId, { stages: [[{}], [{}]] })
  return { ...project, admin, as: world.as(admin), companyId, root, branch, near, far }
}

/** Somebody of the branch's data scope. */
const clerkOf = ({ companyId }: TestActor, branch: string) =>
  world.actor({
    companyId,
    rights: [projectCenter.rights.view, projectCenter.rights.staff, projectCenter.rights.exempt],
    scopes: { projectCenter: { kind: 'some', departmentIds: [branch], subtreeIds: [], ownStaffId: null } },
  })

const names = (page: { dataList: readonly { name: string }[] }) => page.dataList.map(({ name }) => name).sort()
const all = ['学员丙', '学员乙', '学员甲'].sort()
const follow = () => followMarked.work(world.services)

test('people come by hand and by department, each once; off the shelf nobody new comes, and after the end nobody leaves', async () => {
  const { as, projectId, root, near } = await arrange()
  expect(await as.get(projectStaff.create, { projectId, staffIds: near.slice(0, 1) })).toEqual({
    addedCount: 1,
    repeatedCount: 0,
    skippedCount: 0,
  })
  const added = await as.get(projectStaff.create, { projectId, departmentIds: [root], staffIds: [randomUUID()] })
  expect(added).toEqual({ addedCount: 2, repeatedCount: 1, skippedCount: 1 })
  const listed = await as.get(projectStaff.list, { projectId })
  expect(names(listed)).toEqual(all)
  expect(listed.dataList[0]).toMatchObject({ progress: 0, percent: 0, isByHand: true, isOverdue: false })
  for (const sortField of ['enrolledAt', 'percent', 'lastAt'] as const)
    expect(names(await as.get(projectStaff.list, { projectId, sortField, sortOrder: 'asc' }))).toEqual(all)
  expect((await as.get(projectStaff.list, { projectId, keyWords: '丙' })).totalCount).toBe(1)
  expect((await as.get(projectStaff.list, { projectId, progress: 2 })).totalCount).toBe(0)
  expect(await as.get(projectStaff.remove, { projectId, staffIds: near })).toEqual({ removedCount: 2, leftOut: null })
  expect((await as.get(projectStaff.list, { projectId, state: 3 })).totalCount).toBe(2)
  const setStatus = (status: number) => world.rows('update training.project set status = $2 where id = $1', [projectId, status])
  await setStatus(2)
  expect(await as.call(projectStaff.create, { projectId, staffIds: near })).toMatchObject({ code: 3230 })
  await setStatus(0)
  expect(await as.get(projectStaff.create, { projectId, staffIds: near })).toMatchObject({ addedCount: 2 })
  await setStatus(3)
  expect(await as.call(projectStaff.remove, { projectId, staffIds: near })).toMatchObject({ code: 3231 })
  expect(await as.call(projectStaff.create, { projectId })).toMatchObject({ code: 1001 })
})

test('whom the data scope does not show is neither added, seen, taken out, settled nor counted', async () => {
  const { admin, as, projectId, taskIds, branch, near, far } = await arrange()
  await as.get(projectStaff.create, { projectId, staffIds: far })
  const clerk = world.as(await clerkOf(admin, branch))
  const staffIds = [...near, ...far]
  expect(await clerk.get(projectStaff.create, { projectId, staffIds })).toEqual({
    addedCount: 2,
    repeatedCount: 0,
    skippedCount: 1,
  })
  await world.runJobs()
  expect(names(await clerk.get(projectStaff.list, { projectId }))).toEqual(['学员乙', '学员甲'].sort())
  expect(names(await clerk.get(projectProgress.people, { projectId }))).toEqual(['学员乙', '学员甲'].sort())
  expect(await clerk.get(projectProgress.overview, { projectId })).toMatchObject({ staffCount: 2 })
  expect(await clerk.call(projectProgress.person, { projectId, staffId: far[0] ?? '' })).toMatchObject({ code: 1008 })
  const settled = { projectId, taskId: taskIds[0] ?? '', staffIds, reason: '已持证' }
  const leftOut = { count: 1, isAll: false, text: '有 1 人未处理：1 人不在您的管理范围内或已删除' }
  expect(await clerk.get(projectSettling.exempt, settled)).toEqual({ changedCount: 2, leftOut })
  expect(await clerk.get(projectStaff.remove, { projectId, staffIds })).toEqual({ removedCount: 2, leftOut })
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员丙'])
})

test('a followed department brings whoever comes and takes out whoever leaves, also the last one; a snapshot stays as it was', async () => {
  const { admin, as, companyId, projectId, root, branch, near, far } = await arrange()
  expect(await as.get(projectGroups.associate, { projectId, departmentIds: [branch], mode: 2 })).toMatchObject({ addedCount: 2 })
  const move = async (staffIds: readonly string[], departmentId: string) => {
    await world.rows('update org.staff set department_id = $2 where id = any($1)', [staffIds, departmentId])
    await world.inCompany(companyId, (db) => emit(db, staffChanged, companyId, { staffIds: [...staffIds] }))
    await world.runJobs()
    await follow()
  }
  await move([...far, near[1] ?? ''], branch)
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(all)
  expect(await as.call(projectStaff.remove, { projectId, staffIds: far })).toMatchObject({
    code: 3232,
    message: expect.stringContaining('学员丙'),
  })
  await move([...far, ...near], root)
  expect((await as.get(projectStaff.list, { projectId })).totalCount).toBe(0)
  await move(near, branch)
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员乙', '学员甲'].sort())
  await as.get(projectGroups.associate, { projectId, departmentIds: [branch], mode: 1 })
  await move(near, root)
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员乙', '学员甲'].sort())
  expect(await as.get(projectGroups.list, { projectId })).toMatchObject({
    dataList: [{ name: '研发部', mode: 1, staffCount: 2 }],
  })
  // How many it had is told to whoever sees everybody.
  const clerk = world.as(await clerkOf(admin, branch))
  expect(await clerk.get(projectGroups.list, { projectId })).toMatchObject({ dataList: [{ staffCount: null }] })
  expect(await as.get(projectGroups.remove, { projectId, departmentIds: [branch] })).toEqual({ removedCount: 0 })
  // A followed one is not given up by whoever does not see all its people.
  await as.get(projectGroups.associate, { projectId, departmentIds: [root], mode: 2 })
  expect(await clerk.call(projectGroups.remove, { projectId, departmentIds: [root] })).toMatchObject({ code: 3234 })
})

test('a followed group is heard of by its members, and nobody comes by it into a project that is off the shelf', async () => {
  const { as, companyId, projectId, near, far } = await arrange()
  const groupId = randomUUID()
  await world.rows(`insert into usergroup.staff_group (company_id, id, name, kind) values ($1, $2, '班组长', 1)`, [
    companyId,
    groupId,
  ])
  const join = (staffId = '') =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [companyId, groupId, staffId])
  await join(near[0])
  await as.get(projectGroups.associate, { projectId, groupIds: [groupId], mode: 2 })
  await join(far[0])
  expect(await follow()).toBe(1)
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员丙', '学员甲'].sort())
  await world.rows('update training.project set status = 2 where id = $1', [projectId])
  await join(near[1])
  await world.rows('delete from usergroup.member where staff_id = $1', [far[0]])
  await follow()
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员甲'])
  expect(await as.call(projectGroups.associate, { projectId, groupIds: [groupId], mode: 2 })).toMatchObject({ code: 3230 })
  await as.get(project.upShelf, { id: projectId })
  await follow()
  expect(names(await as.get(projectStaff.list, { projectId }))).toEqual(['学员乙', '学员甲'].sort())
  const { id: copyId } = await as.get(project.copy, { id: projectId, withGroups: true })
  expect(await as.get(projectGroups.list, { projectId: copyId })).toMatchObject({ dataList: [{ id: groupId, mode: 2 }] })
  expect(await as.call(projectGroups.associate, { projectId, groupIds: [randomUUID()], mode: 1 })).toMatchObject({ code: 3233 })
  expect(await as.get(projectGroups.remove, { projectId, groupIds: [groupId] })).toEqual({ removedCount: 2 })
})
