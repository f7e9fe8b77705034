import { examModule } from '@kaopei/exam/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import type { StoredCondition } from '../../contract/outline.ts'
import { progress } from '../../contract/progress.ts'
import { arrangeCourse, type TaskWish } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from '../learning/module.ts'
import { progressModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, examModule, courseModule, learningModule, progressModule])
})
afterAll(() => world.close())

const byHand: StoredCondition = { kind: 'byHand' }

async function arrange({ people = 1, tasks = [{ title: '甲' }, { title: '乙' }] as TaskWish[] } = {}) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const names = Array.from({ length: people }, (_, n) => ({ name: `学员${n}` }))
  const staffIds = await arrangePeople(world, companyId, names)
  const course = await arrangeCourse(world, companyId, { name: '安全培训', chapters: [tasks] })
  for (const staffId of staffIds) await arrangeLearner(world, { companyId, courseId: course.courseId, staffId })
  const [staffId = ''] = staffIds
  const learner = world.as(await world.actor({ companyId, staffId, rights: [] }))
  return { ...course, companyId, staffIds, staffId, learner, as: world.as(admin) }
}

test('an exemption is taken back: the task stands as it was, and a course that was complete by it is open again', async () => {
  const { as, courseId, taskIds, staffId, staffIds, companyId } = await arrange({ tasks: [{ title: '甲' }] })
  const wish = { courseId, taskId: taskIds[0] ?? '', staffIds, reason: '已持证' }
  expect(await as.get(progress.unexempt, wish)).toMatchObject({
    changedCount: 0,
    leftOut: { text: '有 1 人未处理：学员0没有免修' },
  })
  await as.get(progress.exempt, wish)
  expect(await as.get(progress.exempt, wish)).toMatchObject({ exemptedCount: 0, leftOut: { text: '有 1 人未处理：学员0已免修' } })
  expect(await as.get(progress.person, { courseId, staffId })).toMatchObject({
    percent: 100,
    tasks: [{ isExempted: true, state: 2 }],
  })
  // It had been complete when a later version was published that keeps what was.
  await world.rows(`update course.version set published_at = now() + interval '1 minute' where company_id = $1`, [companyId])
  expect(await as.get(progress.unexempt, { ...wish, reason: '证书过期' })).toEqual({ changedCount: 1, leftOut: null })
  const after = await as.get(progress.person, { courseId, staffId })
  expect(after).toMatchObject({ percent: 0, completedAt: null, tasks: [{ isExempted: false, state: 0 }] })
  const { dataList } = await as.get(progress.trace, { courseId, staffId })
  expect(dataList.map(({ words }) => words)).toEqual(['“甲” 取消免修（管理员：证书过期）', '“甲” 免修（管理员：已持证）'])
})

test('a chapter that waits for an administrator is opened as a whole for chosen people, with who, why and when, and closed again', async () => {
  const { as, courseId, companyId, chapterIds, taskIds, staffIds, staffId, learner } = await arrange({ people: 2 })
  await world.rows('update course.chapter set conditions = $2 where company_id = $1', [companyId, JSON.stringify([byHand])])
  const isOpen = async () =>
    (await learner.get(learn.page, { course: courseId })).chapters[0]?.tasks.map(({ lock }) => lock === undefined)
  expect(await isOpen()).toEqual([false, false])
  const wish = { courseId, taskId: chapterIds[0] ?? '', staffIds: [staffId], reason: '分批开放' }
  expect(await as.get(progress.openTask, wish)).toEqual({ openedCount: 1, leftOut: null })
  expect(await isOpen()).toEqual([true, true])
  expect(await as.get(progress.openTask, { ...wish, staffIds })).toMatchObject({
    openedCount: 1,
    leftOut: { text: '有 1 人未处理：学员0已开放' },
  })
  const { chapters } = await as.get(progress.person, { courseId, staffId })
  expect(chapters).toMatchObject([{ id: chapterIds[0], isOpenedByHand: true }])
  const logged = await world.rows(
    `select reason, after ->> 'task' as task from kit.operation_log where company_id = $1 and action = 'openTask' order by id`,
    [companyId],
  )
  expect(logged[0]).toEqual({ reason: '分批开放', task: '第 1 章' })
  const { dataList: own } = await learner.get(learn.trace, { course: courseId })
  expect(own.map(({ words }) => words)).toEqual(['“第 1 章” 单独开放（管理员：分批开放）'])
  await learner.get(learn.openArticle, { course: courseId, task: taskIds[0] ?? '' })
  expect(await as.get(progress.closeTask, wish)).toEqual({ changedCount: 1, leftOut: null })
  // What was begun stays open.
  expect(await isOpen()).toEqual([true, false])
  expect(await as.call(progress.exempt, wish)).toMatchObject({ code: 3080 })
})

test('whoever asked to join, or was taken out, is named and left as they are', async () => {
  const { as, courseId, companyId, taskIds, staffIds } = await arrange({ people: 3 })
  const [asked, out] = staffIds
  await world.rows(
    'update course.enrolment set state = case staff_id when $2::uuid then 1 when $3::uuid then 3 else 2 end where company_id = $1',
    [companyId, asked, out],
  )
  const wish = { courseId, taskId: taskIds[0] ?? '', staffIds, reason: '已持证' }
  expect(await as.get(progress.exempt, wish)).toMatchObject({
    exemptedCount: 1,
    leftOut: { text: '有 2 人未处理：学员0、学员1不在课程中' },
  })
  expect(await world.rows('select count(*)::int as count from course.task_event where company_id = $1', [companyId])).toEqual([
    { count: 1 },
  ])
})

test('what waits for a task to be passed is open to whoever is exempted from it, also after failing', async () => {
  const { as, courseId, companyId, taskIds, staffIds, staffId, learner } = await arrange()
  const [first = '', second = ''] = taskIds
  const passed: StoredCondition = { kind: 'passed', taskId: first }
  await world.rows('update course.task set conditions = $3 where company_id = $1 and id = $2', [
    companyId,
    second,
    JSON.stringify([passed]),
  ])
  await world.rows(
    `insert into course.task_event (company_id, course_id, staff_id, task_id, kind, score_hundredths, is_passed) values ($1, $2, $3, $4, 'undone', 3000, false)`,
    [companyId, courseId, staffId, first],
  )
  const isOpen = async () => {
    const { chapters } = await learner.get(learn.page, { course: courseId })
    return chapters[0]?.tasks[1] && chapters[0].tasks[1].lock === undefined
  }
  expect(await isOpen()).toBe(false)
  await as.get(progress.exempt, { courseId, taskId: first, staffIds, reason: '已持证' })
  expect(await isOpen()).toBe(true)
})
