import { randomUUID } from 'node:crypto'
import { courseware } from '@kaopei/courseware/contract/courseware'
import { coursewareErrors } from '@kaopei/courseware/contract/errors'
import { coursewareModule } from '@kaopei/courseware/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeCourse } from './course-arrange.ts'
import { arrangeCourseware } from './course-world.ts'
import { courseModule } from './index.ts'
import { arrangeLearner, arrangeMedia } from './learner-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, coursewareModule, courseModule], temporaryBlobs)
})
afterAll(() => world.close())

test('a courseware knows the courses that it stands in, and how many have begun it', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const [film, other] = [
    await arrangeCourseware(world, companyId),
    await arrangeCourseware(world, companyId, { title: '没人用' }),
  ]
  await world.rows('update courseware.courseware set latest_id = version_id where company_id = $1', [companyId])
  const tasks = [
    [
      { kind: 'courseware', targetId: film },
      { kind: 'courseware', targetId: film },
    ],
  ]
  const first = await arrangeCourse(world, companyId, { name: '甲课程', chapters: tasks })
  const second = await arrangeCourse(world, companyId, { name: '乙课程', chapters: [[{ kind: 'courseware', targetId: film }]] })
  const people = [randomUUID(), randomUUID(), randomUUID()]
  for (const staffId of people) await arrangeLearner(world, { companyId, courseId: first.courseId, staffId })
  const [one = '', two = ''] = people
  const openedAt = new Date()
  for (const taskId of first.taskIds)
    await arrangeMedia(world, { companyId, courseId: first.courseId, staffId: one }, { taskId, openedAt })
  const seen = { taskId: second.taskIds[0] ?? '', openedAt }
  for (const staffId of [one, two]) await arrangeMedia(world, { companyId, courseId: second.courseId, staffId }, seen)
  const { dataList } = await as.get(courseware.courseWareList)
  expect(new Map(dataList.map(({ title, learnCount }) => [title, learnCount]))).toEqual(
    new Map([
      ['没人用', 0],
      ['安全生产法解读', 2],
    ]),
  )
  expect((await as.get(courseware.detail, { id: film })).usedIn).toEqual([
    { kind: '课程', id: second.courseId, name: '乙课程', learnerCount: 0 },
    { kind: '课程', id: first.courseId, name: '甲课程', learnerCount: 3 },
  ])
  expect(await as.call(courseware.delete, { id: film })).toMatchObject({ code: coursewareErrors.inUse.code })
  await as.get(courseware.delete, { id: other })
})
