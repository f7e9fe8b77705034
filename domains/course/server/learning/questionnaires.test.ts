import { examModule } from '@kaopei/exam/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { questionnaireLearn as answering } from '@kaopei/questionnaire/contract/learn'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import { questionnaireModule } from '@kaopei/questionnaire/server'
import { asked, choose, newSecret, publishedQuestionnaire, single } from '@kaopei/questionnaire/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseOutlineCalls } from '../../contract/course-outline.ts'
import { learn } from '../../contract/learn.ts'
import { courseManager } from '../../contract/menus.ts'
import { publishing } from '../../contract/publishing.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, examModule, questionnaireModule, courseModule, learningModule])
})
afterAll(() => world.close())

const definition = asked(single('a', 'ab'))
const answers = { a: choose('a') }

/** A shelved course with one task: a questionnaire for a group that the learner does not belong to. */
async function arrangeCourseWithQuestionnaire(isAnonymous = false) {
  const admin = await world.actor()
  const { companyId } = admin
  const as = world.as(admin)
  const [staffId = ''] = await arrangePeople(world, companyId, [{ name: '学员' }])
  const questionnaireId = await publishedQuestionnaire(world, admin, { definition, isAnonymous })
  await world.rows(`update questionnaire.questionnaire set audience_mode = 2 where id = $1`, [questionnaireId])
  const { id: courseId } = await as.get(course.courseEdit, { courseName: '动火作业' })
  const task = { kind: 'questionnaire' as const, targetId: questionnaireId }
  const { id: chapterId } = await as.get(courseOutlineCalls.courseChapterEdit, { courseId, title: '反馈', tasks: [task] })
  const { tasks } = await as.get(courseOutlineCalls.courseChapterDetail, { courseId, id: chapterId })
  await as.get(course.upShelf, { id: courseId })
  await arrangeLearner(world, { companyId, courseId, staffId })
  await world.runJobs()
  const learner = world.as(await world.actor({ companyId, staffId, rights: [] }))
  return { admin, companyId, staffId, courseId, chapterId, questionnaireId, taskId: tasks[0]?.id ?? '', learner, as }
}

test('opening the task lets a learner answer, and the sheet completes it', async () => {
  const { learner, courseId, taskId, questionnaireId } = await arrangeCourseWithQuestionnaire()
  expect((await learner.call(answering.open, { questionnaireId })).code).toBe(3171)
  expect(await learner.get(learn.openQuestionnaire, { course: courseId, task: taskId })).toEqual({ questionnaireId })
  const missing = await learner.get(learn.missing, { course: courseId })
  expect(missing.tasks[0]?.words).toEqual(['还需填写问卷并提交'])
  await learner.get(answering.submit, { questionnaireId, answers })
  await world.runJobs()
  expect(await learner.get(learn.page, { course: courseId })).toMatchObject({
    percent: 100,
    chapters: [{ title: '反馈', tasks: [{ title: '培训反馈', kind: 'questionnaire', state: 2 }] }],
  })
})

test('of an anonymous one the course knows that somebody has taken part, and nothing of a sheet', async () => {
  const { learner, courseId, companyId, taskId, questionnaireId } = await arrangeCourseWithQuestionnaire(true)
  await learner.get(learn.openQuestionnaire, { course: courseId, task: taskId })
  const { ticket } = await learner.get(answering.claim, { questionnaireId, secret: newSecret() })
  await world.as(undefined).get(answering.handIn, { ticket, answers })
  await world.runJobs()
  expect(await learner.get(learn.page, { course: courseId })).toMatchObject({ percent: 100 })
  const events = await world.rows('select cause from course.task_event where company_id = $1', [companyId])
  expect(events).toContainEqual({ cause: { source: 'questionnaire', questionnaireId } })
})

test('whoever answered before the course led there is done when they open the task, and when the course is published anew', async () => {
  const { admin, as, learner, courseId, chapterId, companyId, staffId, taskId, questionnaireId } =
    await arrangeCourseWithQuestionnaire()
  await learner.get(learn.openQuestionnaire, { course: courseId, task: taskId })
  const second = await publishedQuestionnaire(world, admin, { definition, name: '讲师评价' })
  for (const one of [questionnaireId, second]) await learner.get(answering.submit, { questionnaireId: one, answers })
  // Nobody has told the course.
  await world.rows('delete from course.task_event where company_id = $1 and staff_id = $2', [companyId, staffId])
  await learner.get(learn.openQuestionnaire, { course: courseId, task: taskId })
  expect(await learner.get(learn.page, { course: courseId })).toMatchObject({ percent: 100 })
  const kept = { kind: 'questionnaire' as const, id: taskId, targetId: questionnaireId }
  const added = { kind: 'questionnaire' as const, targetId: second }
  const { version } = await as.get(courseOutlineCalls.courseChapterEdit, {
    courseId,
    id: chapterId,
    title: '反馈',
    tasks: [kept, added],
  })
  await as.get(publishing.publish, { id: courseId, version, forCompleted: 'owe' })
  await world.runJobs()
  expect(await learner.get(learn.page, { course: courseId })).toMatchObject({
    percent: 100,
    chapters: [{ tasks: [{}, { state: 2 }] }],
  })
})

test('only who manages questionnaires leads learners into one, and nobody into one that is over or only links reach', async () => {
  const { admin, as, companyId, courseId, chapterId, questionnaireId, taskId } = await arrangeCourseWithQuestionnaire()
  const author = await world.actor({ companyId, isAdmin: false, rights: [courseManager.rights.edit], menus: [courseManager] })
  const tasks = [{ kind: 'questionnaire' as const, targetId: questionnaireId }]
  const refused = await world.as(author).call(courseOutlineCalls.courseChapterEdit, { courseId, title: '又一章', tasks })
  expect([refused.code, refused.message]).toEqual([3015, expect.stringContaining('您没有管理问卷的权限')])
  await as.get(questionnaire.close, { id: questionnaireId })
  const shown = await as.get(courseOutlineCalls.courseChapterDetail, { courseId, id: chapterId })
  expect(shown.tasks).toMatchObject([{ id: taskId, kind: 'questionnaire', refusal: '问卷已结束' }])
  const byLink = await publishedQuestionnaire(world, admin, { definition, audienceMode: 3 })
  const linked = [{ kind: 'questionnaire' as const, targetId: byLink }]
  const { id } = await as.get(courseOutlineCalls.courseChapterEdit, { courseId, title: '链接', tasks: linked })
  const chapter = await as.get(courseOutlineCalls.courseChapterDetail, { courseId, id })
  expect(chapter.tasks).toMatchObject([{ refusal: '凭链接填写的问卷不知道是谁填的，不能作为任务' }])
})
