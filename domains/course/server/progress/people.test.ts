import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { progressMenu } from '../../contract/menus.ts'
import { personProgress } from '../../contract/person-progress.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { progressModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, filesModule, jobsModule, courseModule, progressModule], temporaryBlobs)
})
afterAll(() => world.close())

/** 甲 learns two courses, one complete and one overdue; 乙 one, complete; 丙 none. */
async function arrange() {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const staffIds = await arrangePeople(world, companyId, [{ name: '甲一' }, { name: '乙二' }, { name: '丙三' }])
  const [one = '', two = ''] = staffIds
  const outline = { chapters: [[{ title: '甲' }]] }
  const first = await arrangeCourse(world, companyId, { name: '安全培训', ...outline })
  const second = await arrangeCourse(world, companyId, { name: '消防演练', ...outline })
  for (const { courseId, staffId } of [
    { courseId: first.courseId, staffId: one },
    { courseId: second.courseId, staffId: one },
    { courseId: first.courseId, staffId: two },
  ])
    await arrangeLearner(world, { companyId, courseId, staffId })
  await world.rows(
    `update course.enrolment set completed_at = now(), percent = 100, learned_seconds = 60, last_at = now() where course_id = $1`,
    [first.courseId],
  )
  await world.rows(`update course.enrolment set due_at = now() - interval '1 day', learned_seconds = 30 where course_id = $1`, [
    second.courseId,
  ])
  return { admin, companyId, one, two, as: world.as(admin) }
}

test('people are listed with what they learn over all courses; who learns none is not', async () => {
  const { as, one } = await arrange()
  const { dataList, totalCount } = await as.get(personProgress.people, {})
  expect(totalCount).toBe(2)
  expect(dataList.find(({ name }) => name === '甲一')).toMatchObject({
    courseCount: 2,
    completeCount: 1,
    overdueCount: 1,
    learnedSeconds: 90,
  })
  expect(dataList.find(({ name }) => name === '乙二')).toMatchObject({ courseCount: 1, completeCount: 1, overdueCount: 0 })
  const names = async (wish: object) => (await as.get(personProgress.people, wish)).dataList.map(({ name }) => name)
  expect(await names({ standing: 'overdue' })).toEqual(['甲一'])
  expect(await names({ standing: 'unfinished' })).toEqual(['甲一'])
  expect(await names({ standing: 'complete' })).toEqual(['乙二'])
  expect(await names({ keyWords: '乙二' })).toEqual(['乙二'])
  const { dataList: courses } = await as.get(personProgress.courses, { staffId: one })
  expect(courses).toMatchObject([
    { courseName: '消防演练', isOverdue: true, progress: 0 },
    { courseName: '安全培训', isOverdue: false, progress: 2, percent: 100 },
  ])
})

test('people are put in the order of a figure, within what is asked for', async () => {
  const { as } = await arrange()
  const names = async (wish: object) => (await as.get(personProgress.people, wish)).dataList.map(({ name }) => name)
  expect(await names({ sortField: 'learnedSeconds' })).toEqual(['甲一', '乙二'])
  expect(await names({ sortField: 'learnedSeconds', sortOrder: 'asc' })).toEqual(['乙二', '甲一'])
  expect(await names({ sortField: 'overdueCount', pageSize: 1, pageIndex: 2 })).toEqual(['乙二'])
  expect(await names({ sortField: 'lastAt', standing: 'complete' })).toEqual(['乙二'])
  expect(await names({ sortField: 'courseCount', standing: 'overdue', keyWords: '乙' })).toEqual([])
})

test('removed courses and people who left them do not count', async () => {
  const { as, two } = await arrange()
  await world.rows(`update course.course set removed_at = now() where name = '消防演练'`)
  await world.rows('update course.enrolment set state = 3 where staff_id = $1', [two])
  const { dataList } = await as.get(personProgress.people, {})
  expect(dataList).toMatchObject([{ name: '甲一', courseCount: 1, overdueCount: 0 }])
})

test('nobody outside of the data scope is listed or opened', async () => {
  const { admin, companyId, one } = await arrange()
  const narrow = await world.actor({ companyId, rights: Object.values(progressMenu.rights) })
  expect(await world.as(narrow).get(personProgress.people, {})).toEqual({ dataList: [], totalCount: 0 })
  expect((await world.as(narrow).call(personProgress.courses, { staffId: one })).code).toBe(1008)
  expect((await world.as(narrow).call(personProgress.exportPeople, {})).code).toBe(3081)
  const foreigner = await world.actor()
  expect((await world.as(foreigner).get(personProgress.courses, { staffId: one })).totalCount).toBe(0)
  expect((await world.as(admin).get(personProgress.courses, { staffId: one })).totalCount).toBe(2)
})

test('the list is exported as a workbook', async () => {
  const { as } = await arrange()
  const { jobId } = await as.get(personProgress.exportPeople, { standing: 'complete' })
  await world.runJobs()
  expect(await world.rows('select state, done_count from jobs.background_job where id = $1', [jobId])).toMatchObject([
    { state: jobState.done },
  ])
})

test('the workbook is in the order of the list', async () => {
  const { as } = await arrange()
  for (const order of [
    {},
    { sortField: 'courseCount', sortOrder: 'desc' },
    { sortField: 'courseCount', sortOrder: 'asc' },
  ] as const) {
    const { dataList } = await as.get(personProgress.people, order)
    const { jobId } = await as.get(personProgress.exportPeople, order)
    await world.runJobs()
    const { fileUrl } = await as.get(download.link, { id: jobId })
    const names: (string | undefined)[] = []
    for await (const { cells } of readXlsx((await world.app.inject({ url: fileUrl })).rawPayload)) names.push(cells[1]?.text)
    expect(names).toEqual(['姓名', ...dataList.map(({ name }) => name)])
    expect(dataList).toHaveLength(2)
  }
})
