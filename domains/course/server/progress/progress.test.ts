import { dayIn } from '@kaopei/contract'
import { examModule } from '@kaopei/exam/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import { progressMenu } from '../../contract/menus.ts'
import { progress } from '../../contract/progress.ts'
import { courseTotals } from '../../contract/totals.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from '../learning/module.ts'
import { progressModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open(
    [orgModule, filesModule, jobsModule, examModule, courseModule, learningModule, progressModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())

async function arrange(people: number, chapters = [[{ title: '甲' }], [{ title: '乙' }]]) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const staffIds = await arrangePeople(
    world,
    companyId,
    Array.from({ length: people }, (_, index) => ({ name: `学员${index + 1}` })),
  )
  const course = await arrangeCourse(world, companyId, { name: '安全培训', unlockOrder: 'tasks', chapters })
  for (const staffId of staffIds) await arrangeLearner(world, { companyId, courseId: course.courseId, staffId })
  return { admin, staffIds, ...course }
}

test('an exemption completes the task, is logged with its reason, and opens what follows', async () => {
  const { admin, staffIds, courseId, taskIds } = await arrange(1)
  const [staffId = ''] = staffIds
  const [first = '', second = ''] = taskIds
  const as = world.as(admin)
  const before = await as.get(progress.person, { courseId, staffId })
  expect(before.tasks).toMatchObject([{ missing: ['还需阅读 5 秒'] }, { isOpen: false, locks: ['需先完成“甲”'] }])
  expect(await as.get(progress.exempt, { courseId, taskId: first, staffIds, reason: '已持证' })).toEqual({
    exemptedCount: 1,
    leftOut: null,
  })
  const after = await as.get(progress.person, { courseId, staffId })
  expect(after).toMatchObject({ percent: 50, tasks: [{ isExempted: true, state: 2 }, { isOpen: true }] })
  const [row] = (await as.get(progress.learners, { courseId })).dataList
  expect(row).toMatchObject({ percent: 50, progress: 1, tasks: [{ state: 2 }, { state: 0 }] })
  const [logged] = await world.rows(`select reason from kit.operation_log where company_id = $1 and action = 'exempt'`, [
    admin.companyId,
  ])
  expect(logged).toEqual({ reason: '已持证' })
  expect((await as.call(progress.exempt, { courseId, taskId: courseId, staffIds, reason: '误' })).code).toBe(3080)
  expect((await as.get(progress.trace, { courseId, staffId })).dataList[0]?.words).toBe('“甲” 免修（管理员：已持证）')
  expect(second).not.toBe('')
})

test('a locked task is opened for one person alone', async () => {
  const { admin, staffIds, courseId, taskIds } = await arrange(2)
  const [one = '', other = ''] = staffIds
  await world.as(admin).get(progress.openTask, { courseId, taskId: taskIds[1] ?? '', staffIds: [one], reason: '补课' })
  const isOpen = async (staffId: string) => (await world.as(admin).get(progress.person, { courseId, staffId })).tasks[1]?.isOpen
  expect([await isOpen(one), await isOpen(other)]).toEqual([true, false])
})

test('whoever was removed from the company is in no list and no figure of a course', async () => {
  const { admin, staffIds, courseId } = await arrange(6)
  const as = world.as(admin)
  const figures = async () => {
    const row = (await as.get(progress.list)).dataList[0]
    const { dataList } = await as.get(progress.learners, { courseId })
    const staff = await as.get(courseStaff.getCourseStaff, { courseId })
    const listed = (await as.get(course.courseList)).dataList[0]
    const { steps } = await as.get(progress.funnel, { courseId })
    return [row?.learnerCount, dataList.length, staff.totalCount, listed?.learnerCount, steps[0]?.count]
  }
  expect(await figures()).toEqual([6, 6, 6, 6, 6])
  await world.rows('update org.staff set removed_at = now() where company_id = $1 and id = $2', [admin.companyId, staffIds[0]])
  expect(await figures()).toEqual([5, 5, 5, 5, 5])
})

test('courses are listed with how far their people are; of fewer than five nothing more is said', async () => {
  const few = await arrange(4)
  expect(await world.as(few.admin).get(progress.funnel, { courseId: few.courseId })).toMatchObject({
    isTooFew: true,
    steps: [],
    tasks: [],
  })
  const many = await arrange(5)
  const [first = ''] = many.taskIds
  await world
    .as(many.admin)
    .get(progress.exempt, { courseId: many.courseId, taskId: first, staffIds: many.staffIds.slice(0, 2), reason: '已持证' })
  expect((await world.as(many.admin).get(progress.list, {})).dataList).toMatchObject([
    { courseName: '安全培训', learnerCount: 5, notBegunCount: 3, underWayCount: 2, averagePercent: 20 },
  ])
  const funnel = await world.as(many.admin).get(progress.funnel, { courseId: many.courseId })
  expect(funnel.steps.map(({ count }) => count)).toEqual([5, 2, 2, 0])
  expect(funnel.tasks).toMatchObject([{ completeCount: 2, isCourseware: false }, { completeCount: 0 }])
})

test('tasks of a long course are counted to the last one, each by itself', async () => {
  const { admin, courseId, taskIds, staffIds } = await arrange(5, [
    Array.from({ length: 251 }, (_, index) => ({ title: `任务 ${index + 1}` })),
  ])
  const settled = [
    [0, 1],
    [249, 2],
    [250, 3],
  ] as const
  for (const [place, count] of settled)
    await world
      .as(admin)
      .get(progress.exempt, { courseId, taskId: taskIds[place] ?? '', staffIds: staffIds.slice(0, count), reason: '已持证' })
  const { tasks } = await world.as(admin).get(progress.funnel, { courseId })
  const counted = tasks.flatMap(({ taskId, begunCount, completeCount }) =>
    begunCount > 0 ? [[taskIds.indexOf(taskId), begunCount, completeCount]] : [],
  )
  expect([tasks.length, counted]).toEqual([251, settled.map(([place, count]) => [place, count, count])])
})

test('the course in which somebody learnt last comes first, whichever is the newest', async () => {
  const { admin, courseId, staffIds } = await arrange(2)
  const { companyId } = admin
  const chapters = [[{ title: '甲' }]]
  const other = await arrangeCourse(world, companyId, { name: '质量意识', chapters })
  await arrangeLearner(world, { companyId, courseId: other.courseId, staffId: staffIds[0] ?? '' })
  await arrangeCourse(world, companyId, { name: '刚建的', chapters })
  const learnt = (course: string, at: string) =>
    world.rows('update course.enrolment set last_at = $2 where course_id = $1', [course, at])
  const names = async () => (await world.as(admin).get(progress.list, {})).dataList.map(({ courseName }) => courseName)
  await learnt(courseId, '2026-11-02T00:00:00Z')
  await learnt(other.courseId, '2026-11-01T00:00:00Z')
  expect(await names()).toEqual(['安全培训', '质量意识', '刚建的'])
  await learnt(other.courseId, '2026-11-03T00:00:00Z')
  expect(await names()).toEqual(['质量意识', '安全培训', '刚建的'])
  // Of a part of the company the last of its people counts.
  const scopes = { progress: { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: staffIds[1] ?? '' } } as const
  const narrow = await world.actor({ companyId, rights: Object.values(progressMenu.rights), scopes })
  const [first, ...others] = (await world.as(narrow).get(progress.list, {})).dataList
  expect(first).toMatchObject({ courseName: '安全培训', lastAt: '2026-11-02T00:00:00.000Z' })
  expect(others.map(({ lastAt }) => lastAt)).toEqual([null, null])
})

test('the home page is told how many people of one’s reach learn today, each once, by the company’s clocks', async () => {
  const { admin, staffIds, courseId } = await arrange(3)
  const { companyId } = admin
  const [first = '', second = '', third = ''] = staffIds
  const zone = 'Pacific/Kiritimati'
  await world.rows('update identity.company set time_zone = $2 where id = $1', [companyId, zone])
  const now = new Date()
  const [today, yesterday] = [now, new Date(now.getTime() - 86_400_000)].map((at) => dayIn(at, zone))
  const other = (await arrangeCourse(world, companyId, { name: '消防', chapters: [[{}]] })).courseId
  for (const [staffId, day, of] of [
    [first, today, courseId],
    [first, today, other],
    [second, today, courseId],
    [third, yesterday, courseId],
  ])
    await world.rows('insert into course.learn_day (company_id, staff_id, day, course_id, seconds) values ($1, $2, $3, $4, 60)', [
      ...[companyId, staffId, day, of],
    ])
  expect(await world.as(admin).get(courseTotals.todayCount)).toEqual({ learnerCount: 2 })
  const scopes = { progress: { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: second } } as const
  const narrow = await world.actor({ companyId, rights: [progressMenu.rights.view], scopes })
  expect(await world.as(narrow).get(courseTotals.todayCount)).toEqual({ learnerCount: 1 })
})

test('whoever is outside of the scope, or in another company, is neither seen nor changed', async () => {
  const { admin, staffIds, courseId, taskIds } = await arrange(1)
  const wish = { companyId: admin.companyId, rights: Object.values(progressMenu.rights) }
  const narrow: TestActor = await world.actor(wish)
  const foreigner = await world.actor()
  const [staffId = ''] = staffIds
  const change = { courseId, taskId: taskIds[0] ?? '', staffIds: [staffId], reason: '免' }
  expect((await world.as(narrow).call(progress.person, { courseId, staffId })).code).toBe(1008)
  expect((await world.as(narrow).get(progress.learners, { courseId })).totalCount).toBe(0)
  expect(await world.as(narrow).get(progress.exempt, change)).toMatchObject({
    exemptedCount: 0,
    leftOut: { isAll: true },
  })
  expect((await world.as(foreigner).call(progress.learners, { courseId })).code).toBe(1008)
  expect((await world.as(foreigner).call(progress.exempt, change)).code).toBe(1008)
  const nobody = await world.actor({ companyId: admin.companyId, rights: [] })
  expect((await world.as(nobody).call(progress.list, {})).code).toBe(1002)
})

test('the progress of a course is exported as a workbook', async () => {
  const { admin, courseId } = await arrange(3)
  const asked = { courseId, keyWords: '', progress: 0, isOverdue: false } as const
  const { jobId } = await world.as(admin).get(progress.export, asked)
  await world.runJobs()
  const [job] = await world.rows('select state, conditions from jobs.background_job where id = $1', [jobId])
  // What was asked is kept in words.
  const words = { 学习进度: '未开始', 是否逾期: '否' }
  expect(job).toMatchObject({ state: jobState.done, conditions: { 人数: 3, ...words } })
})

test('the workbook has what the list shows, in its order', async () => {
  const { admin, courseId, staffIds, taskIds } = await arrange(3)
  for (const [place, percent] of [50, 90, 10].entries())
    await world.rows('update course.enrolment set percent = $3, last_task_id = $4 where course_id = $1 and staff_id = $2', [
      ...[courseId, staffIds[place], percent, taskIds[place % 2]],
    ])
  const order = { sortField: 'percent', sortOrder: 'desc' } as const
  for (const asked of [{ courseId }, { courseId, ...order }]) {
    const { dataList } = await world.as(admin).get(progress.learners, asked)
    const { jobId } = await world.as(admin).get(progress.export, asked)
    await world.runJobs()
    const { fileUrl } = await world.as(admin).get(download.link, { id: jobId })
    const { rawPayload } = await world.app.inject({ url: fileUrl })
    const rows: string[][] = []
    for await (const { cells } of readXlsx(rawPayload)) rows.push(cells.map(({ text }) => text))
    const [head = [], ...lines] = rows
    const column = (title: string) => lines.map((line) => line[head.indexOf(title)])
    expect(column('姓名')).toEqual(dataList.map(({ name }) => name))
    expect(column('上次学到')).toEqual(dataList.map(({ lastTaskTitle }) => lastTaskTitle))
    expect(head.slice(-2)).toEqual(['甲', '乙'])
  }
})
