import { examModule } from '@kaopei/exam/server'
import { orgModule } from '@kaopei/org/server'
import { learn as practising } from '@kaopei/practice/contract/learn'
import { practice } from '@kaopei/practice/contract/practice'
import { practiceModule } from '@kaopei/practice/server'
import { answerAll, arrangePractice, choices, learnerOf } from '@kaopei/practice/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseOutlineCalls } from '../../contract/course-outline.ts'
import { learn } from '../../contract/learn.ts'
import { courseManager } from '../../contract/menus.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, examModule, practiceModule, courseModule, learningModule])
})
afterAll(() => world.close())

/** A shelved course with one task: a practice of four questions, given to somebody who is not on the practice's own list. */
async function arrangeCourseWithPractice(rule?: { answeredPercent: number; accuracyPercent: number | null }) {
  const arranged = await arrangePractice(world, { contents: choices(4), save: { participationStaffList: [] } })
  const { admin, companyId, practiceId } = arranged
  const as = world.as(admin)
  const { id: courseId } = await as.get(course.courseEdit, { courseName: '动火作业' })
  const { id: chapterId } = await as.get(courseOutlineCalls.courseChapterEdit, { courseId, title: '练习', tasks: [] })
  const { taskId } = await as.get(courseOutlineCalls.taskPractice, { courseId, chapterId, practiceId, ...(rule && { rule }) })
  await as.get(course.upShelf, { id: courseId })
  const learner = learnerOf(arranged)
  await arrangeLearner(world, { companyId, courseId, staffId: learner.staffId })
  await world.runJobs()
  return { ...arranged, courseId, chapterId, taskId, learner, as: world.as(learner), admin }
}

test('opening the task lets a learner practise, and a finished round completes it', async () => {
  const { as, courseId, taskId, practiceId, learner } = await arrangeCourseWithPractice()
  expect((await as.call(practising.begin, { practiceId, mode: 1 })).code).toBe(3120)
  expect(await as.get(learn.openPractice, { course: courseId, task: taskId })).toEqual({ practiceId })
  const missing = await as.get(learn.missing, { course: courseId })
  expect(missing.tasks[0]?.words).toEqual(['还需完成一轮练习'])
  await answerAll(world, learner, await as.get(practising.begin, { practiceId, mode: 1 }), [1, 2, 3, 4])
  await world.runJobs()
  expect(await as.get(learn.page, { course: courseId })).toMatchObject({
    percent: 100,
    chapters: [{ tasks: [{ kind: 'practice', state: 2 }] }],
  })
})

test('where so much is to be right, the best whole round counts', async () => {
  const { as, courseId, taskId, practiceId, learner } = await arrangeCourseWithPractice({
    answeredPercent: 100,
    accuracyPercent: 75,
  })
  await as.get(learn.openPractice, { course: courseId, task: taskId })
  const percent = async () => {
    await world.runJobs()
    return (await as.get(learn.page, { course: courseId })).percent
  }
  await answerAll(world, learner, await as.get(practising.begin, { practiceId, mode: 1 }), [1, 2])
  expect(await percent()).toBe(0)
  await answerAll(world, learner, await as.get(practising.begin, { practiceId, mode: 2 }), [1])
  expect(await percent()).toBe(100)
  await answerAll(world, learner, await as.get(practising.begin, { practiceId, mode: 1 }), [1, 2, 3])
  expect(await percent()).toBe(100)
})

test('a part of a round completes a task that asks for a part, while it goes on', async () => {
  const { as, courseId, taskId, practiceId } = await arrangeCourseWithPractice({ answeredPercent: 50, accuracyPercent: null })
  await as.get(learn.openPractice, { course: courseId, task: taskId })
  const { runId } = await as.get(practising.begin, { practiceId, mode: 1 })
  for (const item of [1, 2]) {
    await world.runJobs()
    expect((await as.get(learn.page, { course: courseId })).percent).toBe(0)
    await as.get(practising.answer, { runId, item, seq: 1, answer: { type: 1, optionId: 'b' } })
  }
  await world.runJobs()
  expect((await as.get(learn.page, { course: courseId })).percent).toBe(100)
})

test('only who manages practices leads learners into one, and nobody into one that is over', async () => {
  const { admin, companyId, courseId, chapterId, practiceId, taskId } = await arrangeCourseWithPractice()
  const author = await world.actor({ companyId, isAdmin: false, rights: [courseManager.rights.edit], menus: [courseManager] })
  const refused = await world.as(author).call(courseOutlineCalls.taskPractice, { courseId, chapterId, practiceId })
  expect([refused.code, refused.message]).toEqual([3015, expect.stringContaining('您没有管理练习的权限')])
  const { version } = await world.as(admin).get(practice.get, { id: practiceId })
  await world.as(admin).get(practice.end, { id: practiceId, version })
  const { tasks } = await world.as(admin).get(courseOutlineCalls.courseChapterDetail, { courseId, id: chapterId })
  expect(tasks).toMatchObject([{ id: taskId, kind: 'practice', refusal: '练习已结束' }])
})
