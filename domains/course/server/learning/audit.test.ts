import { randomUUID } from 'node:crypto'
import { inTransaction } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { learnPing } from '../../contract/ping.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner, arrangeMedia } from '../learner-arrange.ts'
import { companiesLearning } from './audit.sql.ts'
import { auditLearning, auditSweep } from './audit.ts'
import { insertEvents } from './course-facts.sql.ts'
import { deriveEnrolment } from './derive.ts'
import { learningModule } from './module.ts'
import { trimPings } from './trim.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule, learningModule])
})
afterAll(() => world.close())

test('what was learnt is what its reports and events say, and a changed figure is found', async () => {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  const task = { kind: 'courseware', targetId: randomUUID() }
  const { courseId, taskIds } = await arrangeCourse(world, companyId, { chapters: [[task, task]] })
  const whose = { companyId, courseId, staffId }
  await arrangeLearner(world, whose)
  const start = Date.now()
  const [taskId = ''] = taskIds
  const { session } = await arrangeMedia(world, whose, { taskId, lengthSeconds: 40, openedAt: new Date(start) })
  await world.inCompany(companyId, async (db) => {
    await insertEvents(db, [{ courseId, staffId, taskId, kind: 'begun', cause: { source: 'open' }, at: new Date(start) }])
    await deriveEnrolment(db, courseId, staffId, new Date(start))
  })
  for (const [index, at] of [0, 10, 5, 20, 30].entries()) {
    world.now = () => new Date(start + (index + 1) * 10_000)
    await world
      .as(learner)
      .get(learnPing.ping, { course: courseId, task: taskId, session, seq: index + 1, ranges: [[at, at + 10]] })
    const { checked, differences } = await auditLearning(world.services, companyId, new Date(start - 1000))
    // What completes the task is derived by the job that follows.
    if (index < 4) expect({ checked, differences }).toEqual({ checked: 1, differences: [] })
  }
  await world.runJobs()
  const audit = () => auditLearning(world.services, companyId, new Date(start - 1000))
  expect(await audit()).toEqual({ checked: 1, differences: [] })
  const found = await inTransaction(world.services.pool, undefined, (db) => companiesLearning(db, new Date(start - 1000)))
  expect(found).toEqual([companyId])
  await auditSweep.run(world.services)
  const kept = async () => {
    const [row] = await world.rows<{ pings: number; sums: number }>(
      `select (select count(*)::int from course.ping where staff_id = $1) as pings,
         (select count(*)::int from course.ping_sum where staff_id = $1) as sums`,
      [staffId],
    )
    return row
  }
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  await trimPings(world.services, days(80))
  expect(await kept()).toEqual({ pings: 5, sums: 0 })
  // A difference is not trimmed away.
  await world.rows('update course.media_progress set new_seconds = new_seconds + 1 where staff_id = $1', [staffId])
  await trimPings(world.services, days(100))
  expect(await kept()).toEqual({ pings: 5, sums: 0 })
  await world.rows('update course.media_progress set new_seconds = new_seconds - 1 where staff_id = $1', [staffId])
  await trimPings(world.services, days(100))
  expect(await kept()).toEqual({ pings: 0, sums: 1 })
  expect(await audit()).toEqual({ checked: 1, differences: [] })
  const { dataList } = await world.as(learner).get(learn.trace, { course: courseId })
  expect(dataList.some(({ words }) => words.includes('5 次学习记录已合并'))).toBe(true)
  await world.rows('update course.media_progress set new_seconds = new_seconds + 1 where staff_id = $1', [staffId])
  await world.rows('update course.enrolment set percent = 99 where staff_id = $1', [staffId])
  expect((await audit()).differences.map(({ what }) => what)).toEqual(['seconds of a task', 'states and percent'])
})
