import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { category } from '../../contract/category.ts'
import { course } from '../../contract/course.ts'
import { courseOutlineCalls as outline } from '../../contract/course-outline.ts'
import { courseManager } from '../../contract/menus.ts'
import { courseTotals } from '../../contract/totals.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { arrangeCourseware } from '../course-world.ts'
import { courseModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule])
})
afterAll(() => world.close())

const article = (title: string) => ({ kind: 'article' as const, title, html: '<p>正文</p>' })

test('categories make a tree that courses are found by, with everything below', async () => {
  const as = world.as(await world.actor())
  const { id: safety } = await as.get(category.create, { name: '安全' })
  const { id: fire } = await as.get(category.create, { name: '消防', parentId: safety })
  const { id } = await as.get(course.courseEdit, { courseName: '灭火器使用', categoryId: fire })
  await as.get(course.courseEdit, { courseName: '礼仪' })
  expect(await as.get(course.courseList, { categoryId: safety })).toMatchObject({
    totalCount: 1,
    dataList: [{ courseId: id, courseName: '灭火器使用', categoryName: '消防', courseStatus: 0, learnerCount: 0, percent: null }],
  })
  expect(await as.get(course.courseLibraryQuery, { categoryName: '消', source: 1, courseStatus: 0 })).toMatchObject({
    dataList: [{ id, courseId: id, courseName: '灭火器使用', timeLength: 0 }],
    totalCount: 1,
  })
  expect(await as.get(course.courseLibraryQuery, { categoryName: '礼仪' })).toMatchObject({ totalCount: 0 })
  expect(await as.get(category.list)).toMatchObject([
    { name: '安全', courseCount: 0, children: [{ name: '消防', courseCount: 1 }] },
  ])
  expect(await as.get(category.get, { id: fire })).toMatchObject({ name: '消防', parentId: safety })
  expect(await as.call(category.create, { name: '消防', parentId: safety })).toMatchObject({ code: 3000 })
  expect(await as.call(category.update, { id: safety, parentId: fire, version: 1 })).toMatchObject({ code: 3002 })
  expect(await as.call(category.remove, { id: fire })).toMatchObject({ code: 3001 })
  await as.get(category.remove, { id: fire, targetId: safety })
  expect((await as.get(course.courseList, { categoryId: safety })).totalCount).toBe(1)
  const stranger = world.as(await world.actor())
  expect(await stranger.get(category.list)).toEqual([])
  expect(await stranger.call(category.update, { id: safety, name: '别人的', version: 1 })).toMatchObject({ code: 1008 })
  expect(await stranger.call(course.courseEdit, { courseName: '别人的分类', categoryId: safety })).toMatchObject({ code: 1008 })
})

test('a course is saved over the version that was read, and its text is cleaned', async () => {
  const as = world.as(await world.actor())
  const { id, version } = await as.get(course.courseEdit, {
    courseName: '新员工入职',
    descript: '<p onclick="x()">欢迎<script>1</script></p>',
  })
  expect(await as.get(course.getCourse, { id })).toMatchObject({
    courseName: '新员工入职',
    descript: '<p>欢迎</p>',
    type: 1,
    version: 1,
  })
  const saved = await as.get(course.courseEdit, { id, version, courseName: '新员工入职培训', places: 20, dueDays: 30 })
  expect(saved.version).toBe(2)
  expect(await as.call(course.courseEdit, { id, version, courseName: '旧的' })).toMatchObject({ code: 1007 })
  expect(await as.get(course.getCourse, { id })).toMatchObject({ courseName: '新员工入职培训', places: 20, dueDays: 30 })
  expect(await as.call(course.courseEdit, { courseName: '' })).toMatchObject({ code: 1001 })
  const fileId = '01890000-0000-7000-8000-000000000001'
  expect(await as.call(course.courseEdit, { courseName: '图', coverFileId: fileId })).toMatchObject({ code: 3019 })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(course.getCourse, { id })).toMatchObject({ code: 1008 })
})

test('the shelf refuses what cannot be learnt, naming each, and takes the course when all is ready', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const film = await arrangeCourseware(world, actor.companyId, { title: '转码中的视频', transStatus: 1 })
  const { id } = await as.get(course.courseEdit, { courseName: '上架检查' })
  expect(await as.call(course.upShelf, { id })).toMatchObject({ code: 3010, message: expect.stringContaining('还没有任务') })
  const chapter = await as.get(outline.courseChapterEdit, {
    courseId: id,
    title: '第一章',
    tasks: [{ kind: 'courseware', targetId: film }, article('制度')],
  })
  await as.get(outline.courseChapterEdit, { courseId: id, title: '空章' })
  const refused = await as.call(course.upShelf, { id })
  expect(refused).toMatchObject({ code: 3010, message: expect.stringContaining('“转码中的视频”：课件尚未转码完成') })
  expect(refused.message).toContain('“空章”还没有任务')
  const { chapters } = await as.get(outline.courseChapterList, { courseId: id })
  expect(chapters[0]?.tasks[0]).toMatchObject({ kindLabel: '课件', refusal: '课件尚未转码完成', lengthSeconds: 90 })
  // On a machine without the program it is never converted: "not yet" would be untrue.
  await world.rows('update courseware.version set trans_status = 0 where courseware_id = $1', [film])
  await world.rows(
    `insert into courseware.conversion (company_id, version_id, state, failure)
     select company_id, id, 'failed', 'toolMissing' from courseware.version where courseware_id = $1
     on conflict (company_id, version_id) do update set state = excluded.state, failure = excluded.failure`,
    [film],
  )
  expect((await as.call(course.upShelf, { id })).message).toContain('转码服务器缺少所需程序，该课件只能下载，不能作为任务')
  await world.rows('update courseware.version set trans_status = 2 where courseware_id = $1', [film])
  await as.get(outline.courseChapterDelete, { courseId: id, id: chapters[1]?.id ?? '' })
  const { version } = await as.get(course.upShelf, { id })
  expect(await as.get(course.getCourse, { id })).toMatchObject({ courseStatus: 1, hasChange: false, version })
  expect(await as.call(course.upShelf, { id })).toMatchObject({ code: 3018 })
  await as.get(course.offShelf, { id })
  expect(await as.call(course.offShelf, { id })).toMatchObject({ code: 3012 })
  await as.get(course.upShelf, { id })
  expect(await as.get(course.courseLibraryQuery, { title: '上架', courseStatus: 1, source: 1 })).toMatchObject({
    dataList: [{ courseId: id, courseName: '上架检查', timeLength: 90, taskCount: 2 }],
  })
  expect(chapter.taskIds).toHaveLength(2)
})

test('the home page is told how many courses there are, and how many of them on the shelf', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  await arrangeCourse(world, actor.companyId, { name: '安全培训', chapters: [[{}]] })
  await as.get(course.courseEdit, { courseName: '草稿' })
  const { id } = await as.get(course.courseEdit, { courseName: '误建' })
  await as.get(course.courseDelete, { id })
  expect(await as.get(courseTotals.total)).toEqual({ courseCount: 2, shelvedCount: 1 })
  expect(await world.as(await world.actor()).get(courseTotals.total)).toEqual({ courseCount: 0, shelvedCount: 0 })
})

test('a copy is a draft of its own whose tasks wait for each other as the first ones’ do', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const { id } = await as.get(course.courseEdit, { courseName: '甲' })
  const first = await as.get(outline.courseChapterEdit, { courseId: id, title: '一', tasks: [article('甲一'), article('甲二')] })
  const [one = '', two = ''] = first.taskIds
  await as.get(outline.unlockMode, {
    courseId: id,
    unlockOrder: 'tasks',
    nodes: [{ id: two, conditions: [{ kind: 'passed', taskId: one }] }],
  })
  const ruled = (courseId: string) =>
    world.rows('select kind, days, set_by from course.reminder_rule where course_id = $1', [courseId])
  await world.rows(`insert into course.reminder_rule (company_id, course_id, kind, days) values ($1, $2, 'before', 3)`, [
    actor.companyId,
    id,
  ])
  const copy = await as.get(course.copyCourse, { id })
  expect(copy.leftRuleCount).toBe(0)
  expect(await ruled(copy.id)).toEqual([{ kind: 'before', days: 3, set_by: actor.staffId }])
  // They are for everybody: whoever may not set them gets none by copying.
  const some = { kind: 'some' as const, departmentIds: [crypto.randomUUID()], subtreeIds: [], ownStaffId: null }
  const rights = Object.values(courseManager.rights)
  const scoped = { companyId: actor.companyId, isAdmin: false, rights, scopes: { [courseManager.name]: some } }
  const theirs = await world.as(await world.actor(scoped)).get(course.copyCourse, { id })
  expect([theirs.leftRuleCount, await ruled(theirs.id)]).toEqual([1, []])
  expect(await as.get(course.getCourse, { id: copy.id })).toMatchObject({ courseName: '甲 副本', courseStatus: 0 })
  const copied = await as.get(outline.courseChapterList, { courseId: copy.id })
  const tasks = copied.chapters[0]?.tasks ?? []
  expect(copied.unlockOrder).toBe('tasks')
  expect(tasks[0]?.id).not.toBe(one)
  expect(tasks[1]?.conditions).toEqual([{ kind: 'passed', taskId: tasks[0]?.id }])
})

test('what somebody has begun is not deleted; what nobody has begun is', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const { courseId } = await arrangeCourse(world, actor.companyId, { chapters: [[{}]] })
  await world.rows('insert into course.enrolment (company_id, course_id, staff_id, begun_at) values ($1, $2, $3, now())', [
    actor.companyId,
    courseId,
    actor.staffId,
  ])
  expect(await as.call(course.courseDelete, { id: courseId })).toMatchObject({ code: 3013, data: { begunCount: 1 } })
  expect(await as.get(course.courseList, {})).toMatchObject({ dataList: [{ learnerCount: 1, percent: 0 }] })
  const { id } = await as.get(course.courseEdit, { courseName: '没人学' })
  await as.get(course.courseDelete, { id })
  expect(await as.call(course.getCourse, { id })).toMatchObject({ code: 1008 })
  const reader = world.as(await world.actor({ companyId: actor.companyId, rights: [courseManager.rights.view] }))
  expect(await reader.call(course.courseDelete, { id: courseId })).toMatchObject({ code: 1002 })
  expect(await reader.call(course.courseEdit, { courseName: '无权' })).toMatchObject({ code: 1002 })
})
