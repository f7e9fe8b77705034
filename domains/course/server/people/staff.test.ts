import { randomUUID } from 'node:crypto'
import { staffChanged } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { emit } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import { learn } from '../../contract/learn.ts'
import { courseManager } from '../../contract/menus.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { learningModule } from '../learning/module.ts'
import { followMarked } from './audience.follow.ts'
import { comeAlone } from './enrol.service.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule, learningModule, usergroupModule])
})
afterAll(() => world.close())

async function arrange({ type = 1 as 1 | 2 } = {}) {
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
  const { courseId } = await arrangeCourse(world, companyId, { type, chapters: [[{}]] })
  return { admin, as: world.as(admin), companyId, courseId, root, branch, near, far }
}

/** Somebody of the branch's data scope. */
const clerkOf = ({ companyId }: TestActor, branch: string) =>
  world.actor({
    companyId,
    rights: [courseManager.rights.view, courseManager.rights.staff],
    scopes: { courseManager: { kind: 'some', departmentIds: [branch], subtreeIds: [], ownStaffId: null } },
  })

const names = (page: { dataList: readonly { name: string }[] }) => page.dataList.map(({ name }) => name).sort()
const follow = () => followMarked.work(world.services)

test('people come by hand and by department, each once, and nobody by a course off the shelf', async () => {
  const { as, courseId, root, near } = await arrange()
  const dueAt = '2027-01-31T00:00:00.000Z'
  expect(await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: near.slice(0, 1) })).toEqual({
    addedCount: 1,
    repeatedCount: 0,
    skippedCount: 0,
  })
  await as.get(courseStaff.setDueDate, { courseId, staffIds: near.slice(0, 1), dueAt })
  const added = await as.get(courseStaff.updateCourseStaff, { courseId, departmentIds: [root], staffIds: [randomUUID()] })
  expect(added).toEqual({ addedCount: 2, repeatedCount: 1, skippedCount: 1 })
  const listed = await as.get(courseStaff.getCourseStaff, { courseId })
  expect(names(listed)).toEqual(['学员丙', '学员乙', '学员甲'].sort())
  expect(listed.dataList.find(({ name }) => name === '学员甲')).toMatchObject({
    dueAt,
    progress: 0,
    isByHand: true,
    isOverdue: false,
  })
  expect((await as.get(courseStaff.getCourseStaff, { courseId, keyWords: '丙' })).totalCount).toBe(1)
  expect((await as.get(courseStaff.getCourseStaff, { courseId, progress: 2 })).totalCount).toBe(0)
  expect(await as.get(courseStaff.courseStaffDelete, { courseId, staffIds: near })).toEqual({ removedCount: 2, leftOut: null })
  expect((await as.get(courseStaff.getCourseStaff, { courseId, state: 3 })).totalCount).toBe(2)
  await as.get(course.offShelf, { id: courseId })
  expect(await as.call(courseStaff.updateCourseStaff, { courseId, staffIds: near })).toMatchObject({ code: 3012 })
  expect(await as.call(courseStaff.updateCourseStaff, { courseId })).toMatchObject({ code: 1001 })
})

test('whom the data scope does not show is neither added, seen, taken out nor given a date', async () => {
  const { admin, courseId, branch, near, far, as } = await arrange()
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: far })
  const clerk = world.as(await clerkOf(admin, branch))
  expect(await clerk.get(courseStaff.updateCourseStaff, { courseId, staffIds: [...near, ...far] })).toEqual({
    addedCount: 2,
    repeatedCount: 0,
    skippedCount: 1,
  })
  expect(names(await clerk.get(courseStaff.getCourseStaff, { courseId }))).toEqual(['学员乙', '学员甲'].sort())
  expect((await clerk.get(course.courseList, {})).dataList[0]).toMatchObject({ learnerCount: 2 })
  const leftOut = { count: 1, isAll: true, text: '有 1 人未处理：1 人不在您的管理范围内或已删除' }
  expect(await clerk.get(courseStaff.courseStaffDelete, { courseId, staffIds: far })).toEqual({ removedCount: 0, leftOut })
  expect(await clerk.get(courseStaff.setDueDate, { courseId, staffIds: far, dueAt: null })).toEqual({ changedCount: 0, leftOut })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(courseStaff.updateCourseStaff, { courseId, staffIds: near })).toMatchObject({ code: 1008 })
  expect(await stranger.call(courseStaff.getCourseStaff, { courseId })).toMatchObject({ code: 1008 })
})

test('a followed department brings whoever comes and takes out whoever leaves; a snapshot stays as it was', async () => {
  const { as, companyId, courseId, root, branch, near, far, admin } = await arrange()
  expect(await as.get(courseStaff.updateCourseStaffGroup, { courseId, departmentIds: [branch], mode: 2 })).toEqual({
    addedCount: 2,
    repeatedCount: 0,
    removedCount: 0,
  })
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: near.slice(0, 1) })
  await world.rows('update org.staff set department_id = $2 where id = any($1)', [near, root])
  await world.rows('update org.staff set department_id = $2 where id = any($1)', [far, branch])
  await world.inCompany(companyId, (db) => emit(db, staffChanged, companyId, { staffIds: [...near, ...far] }))
  await world.runJobs()
  await follow()
  expect(names(await as.get(courseStaff.getCourseStaff, { courseId }))).toEqual(['学员丙', '学员甲'].sort())
  expect(await as.call(courseStaff.courseStaffDelete, { courseId, staffIds: far })).toMatchObject({
    code: 3030,
    message: expect.stringContaining('学员丙'),
  })
  const clerk = world.as(await clerkOf(admin, root))
  expect(await clerk.call(courseStaff.deleteCourseStaffGroup, { courseId, departmentIds: [branch] })).toMatchObject({
    code: 3029,
  })
  expect(await as.get(courseStaff.getCourseStaffGroup, { courseId })).toMatchObject({
    dataList: [{ kind: 'department', name: '研发部', mode: 2, staffCount: null }],
  })
  await as.get(courseStaff.updateCourseStaffGroup, { courseId, departmentIds: [branch], mode: 1 })
  await world.rows('update org.staff set department_id = $2 where id = any($1)', [far, root])
  expect(await as.get(courseStaff.deleteCourseStaffGroup, { courseId, departmentIds: [branch] })).toEqual({ removedCount: 0 })
  expect(names(await as.get(courseStaff.getCourseStaff, { courseId }))).toEqual(['学员丙', '学员甲'].sort())
})

test('a followed group is heard of by its members, and a group that is not there is refused', async () => {
  const { as, companyId, courseId, near, far } = await arrange()
  const groupId = randomUUID()
  await world.rows(`insert into usergroup.staff_group (company_id, id, name, kind) values ($1, $2, '班组长', 1)`, [
    companyId,
    groupId,
  ])
  const join = (staffId = '') =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [companyId, groupId, staffId])
  await join(near[0])
  await as.get(courseStaff.updateCourseStaffGroup, { courseId, groupIds: [groupId], mode: 2 })
  await join(far[0])
  expect(await follow()).toBe(1)
  expect(names(await as.get(courseStaff.getCourseStaff, { courseId }))).toEqual(['学员丙', '学员甲'].sort())
  expect(await as.call(courseStaff.updateCourseStaffGroup, { courseId, groupIds: [randomUUID()], mode: 1 })).toMatchObject({
    code: 3028,
  })
  expect(await as.get(courseStaff.deleteCourseStaffGroup, { courseId, groupIds: [groupId] })).toEqual({ removedCount: 2 })
})

test('an open course takes whoever joins, waits where somebody must agree, and no more than its places', async () => {
  const arranged = await arrange({ type: 2 })
  const { as, companyId, courseId } = arranged
  const people = await arrangePeople(
    world,
    companyId,
    Array.from({ length: 24 }, (_, n) => ({ name: `报名${n}` })),
  )
  await world.rows('update course.course set places = 10 where id = $1', [courseId])
  const actors = await Promise.all(people.map((staffId) => world.actor({ companyId, staffId, rights: [] })))
  const answers = await Promise.all(actors.map((actor) => world.as(actor).call(courseStaff.join, { courseId })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(10)
  expect(answers.filter(({ code }) => code === 3026)).toHaveLength(14)
  expect((await as.get(courseStaff.getCourseStaff, { courseId })).totalCount).toBe(10)
  const winner = actors[answers.findIndex(({ code }) => code === 0)]
  expect(await world.as(winner).get(courseStaff.join, { courseId })).toEqual({ state: 2 })

  await world.rows('update course.course set places = 11, is_join_approved = true where id = $1', [courseId])
  const waiting = actors.filter((_, at) => answers[at]?.code !== 0).slice(0, 2)
  for (const actor of waiting) expect(await world.as(actor).get(courseStaff.join, { courseId })).toEqual({ state: 1 })
  const asked = waiting.map(({ staffId }) => staffId)
  const listed = async (client: typeof as) => (await client.get(course.courseList, { waiting: 2 })).totalCount
  expect([await listed(as), await listed(world.as(await clerkOf(arranged.admin, arranged.branch)))]).toEqual([1, 0])
  expect(await as.call(courseStaff.approveJoin, { courseId, staffIds: asked })).toMatchObject({
    code: 3026,
    message: '报名名额只剩 1 个，本次需要 2 个，没有通过任何人：请少选几人，或先在“基本信息”中增加报名名额',
  })
  const approved = { courseId, staffIds: asked.slice(0, 1) }
  await world.rows('update course.course set status = 2 where id = $1', [courseId])
  expect(await as.call(courseStaff.approveJoin, approved)).toMatchObject({
    code: 3012,
    message: '课程没有上架，请先上架再通过报名',
  })
  await world.rows('update course.course set status = 1 where id = $1', [courseId])
  expect(await as.get(courseStaff.approveJoin, approved)).toEqual({ approvedCount: 1, leftOut: null })
  expect(await as.get(courseStaff.refuseJoin, { courseId, staffIds: asked, reason: '名额已满' })).toMatchObject({
    refusedCount: 1,
    leftOut: { count: 1, text: expect.stringMatching(/^有 1 人未处理：报名\d+没有待审核的报名$/) },
  })
  expect(await as.call(courseStaff.refuseJoin, { courseId, staffIds: asked })).toMatchObject({ code: 3027 })
  expect(await world.as(waiting[1]).call(courseStaff.join, { courseId })).toMatchObject({ code: 3034 })
  const [offered] = (await world.as(waiting[1]).get(learn.library, {})).dataList
  expect(offered).toMatchObject({ courseId, state: 4, refusedReason: '名额已满' })
  expect((await world.as(waiting[0]).get(learn.library, {})).dataList).toMatchObject([{ state: 2, refusedReason: null }])
  const assigned = await arrange()
  const outsider = await world.actor({ companyId: assigned.companyId, staffId: assigned.near[0] ?? '', rights: [] })
  expect(await world.as(outsider).call(courseStaff.join, { courseId: assigned.courseId })).toMatchObject({ code: 3025 })
  expect(await world.as(outsider).call(courseStaff.join, { courseId })).toMatchObject({ code: 1008 })
})

test('whoever was removed from the company takes no place of an open course', async () => {
  const { companyId, courseId, near } = await arrange({ type: 2 })
  await world.rows('update course.course set places = 1 where id = $1', [courseId])
  const [first, second] = await Promise.all(near.map((staffId) => world.actor({ companyId, staffId, rights: [] })))
  expect(await world.as(first).get(courseStaff.join, { courseId })).toEqual({ state: 2 })
  const placesLeft = async () => (await world.as(second).get(learn.library, {})).dataList[0]?.placesLeft
  expect(await placesLeft()).toBe(0)
  await world.rows('update org.staff set removed_at = now() where id = $1', [near[0]])
  expect(await placesLeft()).toBe(1)
  expect(await world.as(second).get(courseStaff.join, { courseId })).toEqual({ state: 2 })
})

test('whoever was taken out by hand does not come back by themselves, and is told so; an administrator brings them back', async () => {
  const { as, companyId, courseId, far } = await arrange({ type: 2 })
  const [staffId = ''] = far
  const person = world.as(await world.actor({ companyId, staffId, rights: [] }))
  await person.get(courseStaff.join, { courseId })
  await as.get(courseStaff.courseStaffDelete, { courseId, staffIds: [staffId] })
  expect(await person.call(courseStaff.join, { courseId })).toMatchObject({ code: 3035 })
  expect((await person.get(learn.library, {})).dataList[0]).toMatchObject({ courseId, state: 3, isTakenOut: true })
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [staffId] })
  expect((await person.get(learn.library, {})).dataList[0]).toMatchObject({ state: 2, isTakenOut: false })
})

test('whoever asked to join and was disabled meanwhile is named and takes no place', async () => {
  const { as, companyId, courseId, near } = await arrange({ type: 2 })
  const [one = '', two = ''] = near
  await world.rows('update course.course set places = 1, is_join_approved = true where id = $1', [courseId])
  for (const staffId of [one, two]) {
    const person = world.as(await world.actor({ companyId, staffId, rights: [] }))
    expect(await person.get(courseStaff.join, { courseId })).toEqual({ state: 1 })
  }
  await world.rows(`update org.person set is_enabled = false, name = '停用的人' where company_id = $1 and id = $2`, [
    companyId,
    two,
  ])
  expect(await as.get(courseStaff.approveJoin, { courseId, staffIds: [one, two] })).toEqual({
    approvedCount: 1,
    leftOut: { count: 1, isAll: false, text: '有 1 人未处理：停用的人的账号已停用' },
  })
  expect(await as.get(courseStaff.approveJoin, { courseId, staffIds: [two] })).toMatchObject({
    approvedCount: 0,
    leftOut: { isAll: true },
  })
})

test('whoever comes again goes on where they were, with a new date from the course’s days', async () => {
  const { as, companyId, courseId, near } = await arrange()
  const staffIds = near.slice(0, 1)
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds })
  await world.rows('update course.enrolment set percent = 40, begun_at = now() where course_id = $1', [courseId])
  await as.get(courseStaff.courseStaffDelete, { courseId, staffIds })
  await world.rows('update course.course set due_days = 3 where company_id = $1 and id = $2', [companyId, courseId])
  const now = new Date()
  world.now = () => now
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds })
  const [row] = (await as.get(courseStaff.getCourseStaff, { courseId })).dataList
  expect(row).toMatchObject({ percent: 40, progress: 1, dueAt: new Date(now.getTime() + 3 * 86_400_000).toISOString() })
  world.now = () => new Date()
  await as.get(courseStaff.setDueDate, { courseId, staffIds, dueAt: '2026-01-01T00:00:00.000Z' })
  expect((await as.get(courseStaff.getCourseStaff, { courseId, isOverdue: true })).totalCount).toBe(1)
})

test('whoever was disabled meanwhile is told so instead of that they learn', async () => {
  const { companyId, courseId, far } = await arrange({ type: 2 })
  const [staffId = ''] = far
  await world.rows('update org.person set is_enabled = false where company_id = $1 and id = $2', [companyId, staffId])
  const coming = { courseId, staffId, reason: 'joined' as const, dueAt: null, now: new Date() }
  const fail = ({ text }: { text: string }) => {
    throw new Error(text)
  }
  await expect(world.inCompany(companyId, (db) => comeAlone(db, { ...coming, fail }))).rejects.toThrow('您的账号已停用或已移除')
  expect(await world.rows('select from course.enrolment where course_id = $1', [courseId])).toEqual([])
})
