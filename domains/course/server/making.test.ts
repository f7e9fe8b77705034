import { courseware } from '@kaopei/courseware/contract/courseware'
import { coursewareModule } from '@kaopei/courseware/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { category } from '../contract/category.ts'
import { course } from '../contract/course.ts'
import { courseOutlineCalls as outline } from '../contract/course-outline.ts'
import { courseStaff } from '../contract/course-staff.ts'
import { previewCalls } from '../contract/preview.ts'
import { publishing } from '../contract/publishing.ts'
import { arrangeCourseware } from './course-world.ts'
import { courseModule, publishedOutline } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule, coursewareModule])
})
afterAll(() => world.close())

test('a course is made, shelved, given to people, copied and changed while they learn', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const { companyId } = admin
  const { id: categoryId } = await as.get(category.create, { name: '安全生产' })
  const { id: courseId } = await as.get(course.courseEdit, { courseName: '新员工安全培训', categoryId, dueDays: 30 })
  const film = await arrangeCourseware(world, companyId, { title: '消防演练' })
  const law = { kind: 'article' as const, title: '法规', html: '<p>安全第一</p>' }
  const first = await as.get(outline.courseChapterEdit, { courseId, title: '法规', tasks: [law] })
  await as.get(outline.courseChapterEdit, { courseId, title: '演练', tasks: [{ kind: 'courseware', targetId: film }] })
  await as.get(outline.unlockMode, { courseId, unlockOrder: 'groups' })
  await as.get(course.upShelf, { id: courseId })

  const people = await arrangePeople(world, companyId, [{ name: '甲' }, { name: '乙' }])
  expect(await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: people })).toMatchObject({ addedCount: 2 })
  expect((await as.get(course.courseList, { categoryId })).dataList[0]).toMatchObject({
    learnerCount: 2,
    chapterCount: 2,
    timeLength: 90,
  })
  expect((await as.get(courseware.detail, { id: film })).usedIn).toMatchObject([
    { kind: '课程', name: '新员工安全培训', learnerCount: 2 },
  ])

  // The length is the film's, which is converted late or replaced.
  await world.rows('update courseware.version set length_seconds = 125 where courseware_id = $1', [film])
  expect((await as.get(course.courseList, { categoryId })).dataList[0]).toMatchObject({ timeLength: 125 })
  expect((await as.get(course.courseLibraryQuery)).dataList[0]).toMatchObject({ timeLength: 125 })
  expect((await as.get(outline.courseChapterList, { courseId })).chapters[1]?.tasks[0]).toMatchObject({ lengthSeconds: 125 })

  const copy = await as.get(course.copyCourse, { id: courseId, courseName: '老员工复训' })
  await as.get(outline.courseChapterDelete, {
    courseId: copy.id,
    id: (await as.get(outline.courseChapterList, { courseId: copy.id })).chapters[0]?.id ?? '',
  })
  expect((await as.get(outline.courseChapterList, { courseId })).chapters).toHaveLength(2)

  const rows = await as.get(outline.courseChapterDetail, { courseId, id: first.id })
  const kept = { ...law, id: rows.tasks[0]?.id ?? '' }
  await as.get(outline.courseChapterEdit, { courseId, id: first.id, title: '法规', tasks: [kept, { ...law, title: '案例' }] })
  const touch = await as.get(publishing.touch, { id: courseId })
  expect(touch).toMatchObject({ added: [{ title: '案例' }], changed: [], isUnlockChanged: false, learnerCount: 2, faults: [] })
  // Whoever has left the company is touched by nothing.
  await world.rows('update org.staff set removed_at = now() where id = $1', [people[1]])
  expect(await as.get(publishing.touch, { id: courseId })).toMatchObject({ learnerCount: 1, begunCount: 0 })
  await world.rows('update org.staff set removed_at = null where id = $1', [people[1]])
  await as.get(publishing.publish, { id: courseId, version: touch.version, forCompleted: 'keep' })
  const seen = await world.inCompany(companyId, (db) => publishedOutline(db, courseId))
  expect(seen?.chapters.map(({ tasks }) => tasks.map(({ title }) => title))).toEqual([['法规', '案例'], ['消防演练']])
  const taskId = seen?.chapters[1]?.tasks[0]?.id ?? ''
  const before = await world.rows('select 1 from course.media_progress where company_id = $1', [companyId])
  expect(await as.get(previewCalls.task, { courseId, taskId })).toMatchObject({ content: { title: '消防演练' } })
  expect(await world.rows('select 1 from course.media_progress where company_id = $1', [companyId])).toEqual(before)
  expect((await world.rows('select 1 from kit.operation_log where company_id = $1', [companyId])).length).toBeGreaterThan(8)
})
