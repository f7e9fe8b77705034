import { randomUUID } from 'node:crypto'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heat } from '../../contract/heat.ts'
import { progressMenu } from '../../contract/menus.ts'
import { learnPing } from '../../contract/ping.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner, arrangeMedia } from '../learner-arrange.ts'
import { learningModule } from '../learning/module.ts'
import { progressModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, filesModule, jobsModule, courseModule, learningModule, progressModule], temporaryBlobs)
})
afterAll(() => world.close())

interface Saw {
  readonly watched?: string
  readonly again?: string
  readonly pages?: readonly number[]
  readonly position?: number
  readonly isComplete?: boolean
}

/** A task of these lengths, and what each of some people saw of it. */
async function arrange(length: { lengthSeconds?: number; pageCount?: number }, people: readonly Saw[]) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const staffIds = await arrangePeople(
    world,
    companyId,
    people.map(() => ({})),
  )
  const targetId = randomUUID()
  const task = { kind: 'courseware', targetId }
  const { courseId, taskIds } = await arrangeCourse(world, companyId, { chapters: [[task]] })
  const [taskId = ''] = taskIds
  for (const [index, staffId] of staffIds.entries()) {
    const { watched = '{}', again = '{}', pages = [], position = 0, isComplete = false } = people[index] ?? {}
    await arrangeLearner(world, { companyId, courseId, staffId })
    await arrangeMedia(world, { companyId, courseId, staffId }, { taskId, ...length, openedAt: new Date() })
    await world.rows(
      `update course.media_progress set watched = $2, again = $3, page_seconds = $4, last_position = $5, is_complete = $6,
         courseware_version_id = '00000000-0000-7000-8000-000000000001' where staff_id = $1`,
      [staffId, watched, again, pages, position, isComplete],
    )
  }
  return { admin, companyId, courseId, taskId, staffIds, targetId, wish: { courseId, taskId } }
}

const whole = { watched: '{[0,10)}', position: 10, isComplete: true }

test('whoever left the company is none of the five', async () => {
  const { admin, wish, staffIds } = await arrange({ lengthSeconds: 10 }, [whole, whole, whole, whole, whole])
  await world.rows('update org.staff set removed_at = now() where id = $1', [staffIds[0]])
  expect(await world.as(admin).get(heat.map, wish)).toMatchObject({ isTooFew: true, peopleCount: 0, buckets: [] })
})

test('of a film each second says who saw it, again, passed over it, and stopped there', async () => {
  const { admin, wish } = await arrange({ lengthSeconds: 10 }, [
    whole,
    whole,
    { ...whole, again: '{[2,4)}' },
    { watched: '{[0,2),[6,8)}', position: 8 },
    { watched: '{[0,3)}', position: 3 },
  ])
  const { buckets, ...map } = await world.as(admin).get(heat.map, wish)
  expect(map).toMatchObject({ unit: 'second', isTooFew: false, peopleCount: 5, otherCount: 0 })
  const of = (key: 'seenCount' | 'againCount' | 'skippedCount' | 'leftCount') => buckets.map((bucket) => bucket[key])
  expect(of('seenCount')).toEqual([5, 5, 4, 3, 3, 3, 4, 4, 3, 3])
  expect(of('againCount')).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
  expect(of('skippedCount')).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
  expect(of('leftCount')).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
  expect([buckets[0], buckets[9]]).toMatchObject([
    { from: 0, until: 1 },
    { from: 9, until: 10 },
  ])
})

test('however long it is there are at most two hundred, and all of it stands in one of them', async () => {
  const long = { watched: '{[0,43200)}', isComplete: true }
  const { admin, wish } = await arrange({ lengthSeconds: 43_200 }, [long, long, long, long, long])
  const { buckets } = await world.as(admin).get(heat.map, wish)
  expect(buckets).toHaveLength(200)
  expect(buckets.map(({ from }) => from).slice(1)).toEqual(buckets.map(({ until }) => until).slice(0, -1))
  expect(buckets.every(({ seenCount }) => seenCount === 5)).toBe(true)
  expect(buckets.at(-1)?.until).toBe(43_200)
})

test('of a document each page says how long people stayed', async () => {
  const { admin, wish } = await arrange({ pageCount: 3 }, [
    { pages: [10, 10, 10], position: 3, isComplete: true },
    { pages: [10, 10, 10], position: 3, isComplete: true },
    { pages: [10, 40, 10], position: 3, isComplete: true },
    { pages: [10, 0, 10], position: 3 },
    { pages: [10], position: 1 },
  ])
  const { unit, buckets } = await world.as(admin).get(heat.map, wish)
  expect(unit).toBe('page')
  expect(buckets).toEqual([
    { from: 0, until: 1, seenCount: 5, againCount: 0, skippedCount: 0, leftCount: 1, averageSeconds: 10 },
    { from: 1, until: 2, seenCount: 3, againCount: 1, skippedCount: 1, leftCount: 0, averageSeconds: 20 },
    { from: 2, until: 3, seenCount: 4, againCount: 0, skippedCount: 0, leftCount: 1, averageSeconds: 10 },
  ])
})

test('the parts of a micro-course are told as its blocks', async () => {
  const read = { pages: [10, 10], position: 2, isComplete: true }
  const { admin, companyId, wish, targetId } = await arrange({ pageCount: 2 }, [read, read, read, read, read])
  const unit = async () => (await world.as(admin).get(heat.map, wish)).unit
  await world.rows(`insert into courseware.courseware (company_id, id, title, type) values ($1, $2, '火灾疏散三步', 5)`, [
    companyId,
    targetId,
  ])
  const content = { title: '火灾疏散三步', contentList: [] }
  await world.rows('insert into courseware.version (company_id, id, courseware_id, number, content) values ($1, $2, $2, 1, $3)', [
    companyId,
    targetId,
    content,
  ])
  await world.rows('update courseware.courseware set version_id = id where id = $1', [targetId])
  expect(await unit()).toBe('block')
  const becomes = (type: number) => world.rows('update courseware.courseware set type = $2 where id = $1', [targetId, type])
  await becomes(6)
  expect(await unit()).toBe('block')
  await becomes(1)
  expect(await unit()).toBe('page')
})

test('of fewer than five people, also within the scope, nothing is shown', async () => {
  const { admin, companyId, staffIds, wish } = await arrange({ lengthSeconds: 10 }, [whole, whole, whole, whole, whole])
  const narrow = await world.actor({ companyId, rights: Object.values(progressMenu.rights) })
  expect(await world.as(narrow).get(heat.map, wish)).toMatchObject({ isTooFew: true, peopleCount: 0, buckets: [] })
  await world.rows('update course.enrolment set state = 3 where staff_id = $1', [staffIds[0]])
  expect(await world.as(admin).get(heat.map, wish)).toMatchObject({ isTooFew: true, peopleCount: 0, buckets: [] })
  const foreigner = await world.actor()
  expect((await world.as(foreigner).call(heat.map, wish)).code).toBe(1008)
  expect((await world.as(admin).call(heat.map, { ...wish, taskId: wish.courseId })).code).toBe(3080)
})

test('a report of what was seen before is kept as watched again', async () => {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  const { courseId, taskIds } = await arrangeCourse(world, companyId, {
    chapters: [[{ kind: 'courseware', targetId: randomUUID() }]],
  })
  const [task = ''] = taskIds
  const whose = { companyId, courseId, staffId }
  await arrangeLearner(world, whose)
  const start = Date.now()
  const { session } = await arrangeMedia(world, whose, { taskId: task, lengthSeconds: 60, openedAt: new Date(start) })
  for (const [index, at] of [0, 10, 5].entries()) {
    world.now = () => new Date(start + (index + 1) * 10_000)
    await world.as(learner).get(learnPing.ping, { course: courseId, task, session, seq: index + 1, ranges: [[at, at + 8]] })
  }
  const [row] = await world.rows('select again::text from course.media_progress where staff_id = $1', [staffId])
  expect(row).toEqual({ again: '{[5,8),[10,13)}' })
})
