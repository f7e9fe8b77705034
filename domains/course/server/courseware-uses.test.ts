import { randomUUID } from 'node:crypto'
import { courseware } from '@kaopei/courseware/contract/courseware'
import { coursewareErrors } from '@kaopei/courseware/contract/errors'
import { coursewareModule } from '@kaopei/courseware/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeCourse } from './course-arrange.ts'
import { arrangeCourseware } from './course-world.ts'
import { coursewaresInUse } from './courseware-uses.sql.ts'
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
  const [gone = ''] = await arrangePeople(world, companyId, [{}])
  await arrangeLearner(world, { companyId, courseId: first.courseId, staffId: gone })
  await world.rows('update org.staff set removed_at = now() where id = $1', [gone])
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

test('what was sold with a courseware is named before it is deleted, also where the course no longer has it', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const film = await arrangeCourseware(world, companyId)
  const chapters = [[{ kind: 'courseware', targetId: film }]]
  const { courseId, versionId } = await arrangeCourse(world, companyId, { name: '平台安全课', chapters })
  for (const buyer of [await world.company(), await world.company()])
    await world.rows(
      `insert into course.sale (company_id, licence_id, buyer_company_id, course_id, version_id, limit_type, valid_from)
       values ($1, gen_random_uuid(), $2, $3, $4, 2, now())`,
      [companyId, buyer, courseId, versionId],
    )
  const usedIn = async () => (await world.as(admin).get(courseware.detail, { id: film })).usedIn
  const sold = { kind: '授权课程', id: courseId, name: '平台安全课', learnerCount: 0, companyCount: 2 }
  expect(await usedIn()).toEqual([{ kind: '课程', id: courseId, name: '平台安全课', learnerCount: 0 }, sold])
  await world.rows('update course.course set removed_at = now() where id = $1', [courseId])
  expect(await usedIn()).toEqual([sold])
  expect(await world.as(admin).call(courseware.delete, { id: film })).toMatchObject({ code: coursewareErrors.inUse.code })
})

test('a removed courseware is in use as long as a course gives it to somebody, or was sold with it', async () => {
  const { companyId } = await world.actor()
  const [film, draft, left, sold] = await Promise.all(
    ['甲', '乙', '丙', '丁'].map((title) => arrangeCourseware(world, companyId, { title })),
  )
  const course = (...ids: (string | undefined)[]) =>
    arrangeCourse(world, companyId, { chapters: [ids.map((targetId = '') => ({ kind: 'courseware', targetId }))] })
  const first = await course(film, left)
  const second = await course(draft)
  const third = await course(sold)
  await world.rows('update course.course set draft_id = published_id, published_id = null, status = 0 where id = $1', [
    second.courseId,
  ])
  const inUse = async () => {
    const ids = [film, draft, left, sold].map((id = '') => id)
    const used = await world.inCompany(companyId, (db) => coursewaresInUse(db, ids))
    return ids.map((id) => used.has(id))
  }
  expect(await inUse()).toEqual([true, true, true, true])
  await world.rows('update course.task set target_id = $2 where target_id = $1', [left, randomUUID()])
  await world.rows('update course.course set removed_at = now() where id = any($1)', [[third.courseId]])
  expect(await inUse()).toEqual([true, true, false, false])
  await world.rows(
    `insert into course.sale (company_id, licence_id, buyer_company_id, course_id, version_id, limit_type, valid_from)
     select $1, gen_random_uuid(), $2, id, published_id, 2, now() from course.course where id = $3`,
    [companyId, await world.company(), third.courseId],
  )
  expect(await inUse()).toEqual([true, true, false, true])
  await world.rows('update course.course set removed_at = now() where id = any($1)', [[first.courseId, second.courseId]])
  expect(await inUse()).toEqual([false, false, false, true])
})
