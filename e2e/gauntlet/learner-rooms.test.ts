/** Every page of practising, of questionnaires and of trainings for those who learn, with long names, at the width of a desk and of a phone. */
import { join } from 'node:path'
import { learn } from '@kaopei/practice/contract/learn'
import { practice } from '@kaopei/practice/contract/practice'
import { practicePaper } from '@kaopei/practice/contract/practice-paper'
import { audienceMode } from '@kaopei/questionnaire/contract/codes'
import { questionnairePeople } from '@kaopei/questionnaire/contract/people'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import { project } from '@kaopei/training/contract/project'
import { projectStaff } from '@kaopei/training/contract/staff'
import { projectStages, projectTasks } from '@kaopei/training/contract/stage-task'
import { afterAll, beforeAll, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, pictureAll } from '../browser.ts'
import { administrator, signedIn } from '../journeys/api.ts'
import { learner, staffIdOf } from '../journeys/course-desk.ts'
import { accountOf } from '../people.ts'
import { expectSound, type LearnerPage } from './learner-page.ts'

const stamp = Date.now().toString().slice(-9)
const long = `新员工入职三级安全教育与岗位应急处置综合能力提升培训 ${stamp}`
const person = accountOf('考生', 2)
const hourMs = 3_600_000
const pages: LearnerPage[] = []

beforeAll(async () => {
  const admin = await administrator()
  const practiceId = await makePractice(admin)
  const questionnaireId = await makeQuestionnaire(admin, audienceMode.everyone)
  const linked = await makeQuestionnaire(admin, audienceMode.link)
  const expiresAt = new Date(Date.now() + 24 * hourMs).toISOString()
  const { url } = await admin.call(questionnairePeople.createLink, { id: linked, title: '学习页', expiresAt })
  const { projectId, material, session } = await makeProject(admin, practiceId, questionnaireId)
  const runId = await practise(practiceId)
  pages.push(
    { path: '/practice', says: '我的纠错' },
    { path: `/practice/${practiceId}`, says: '顺序练习' },
    { path: `/practice/run/${runId}`, says: '/ 6' },
    { path: '/practice/today', says: '今日练习' },
    { path: '/practice/wrong', says: '移出错题本' },
    { path: '/practice/favourites', says: '我的收藏' },
    { path: '/practice/mastery', says: '个知识点' },
    { path: '/practice/reports', says: '我的纠错' },
    { path: '/questionnaires', says: long },
    { path: `/questionnaire/${questionnaireId}`, says: '您会推荐这次培训吗' },
    { path: url.replace('/candidate', ''), says: '不需要登录' },
    { path: '/certificates', says: '我的证书' },
    { path: '/training', says: long },
    { path: `/training/${projectId}`, says: '需先完成' },
    { path: `/training/${projectId}/${material}`, says: '我已读完' },
    { path: `/training/${projectId}/${session}`, says: '请按时到场' },
    { path: `/training/sign/${session}`, says: '二维码每 15 秒更换一次' },
    { path: `/training/sign/${session}?t=1`, says: '没有签到成功' },
  )
})
afterAll(() => dismissVisitors())

async function makePractice(admin: DemoClient): Promise<string> {
  const { id, version } = await admin.call(practice.save, { name: long, information: long, participationMode: 0 })
  const rule = { questionType: 2 as const, filter: { types: [1 as const, 2 as const] }, count: 6, score: 2 }
  const paper = await admin.call(practicePaper.save, { practiceId: id, version, questions: [rule] })
  await admin.call(practice.publish, { id, version: paper.version, ignoreWarnings: true })
  return id
}

/** A run with a wrong answer, kept in every book there is. */
async function practise(practiceId: string): Promise<string> {
  const own = await signedIn(person, 'candidate')
  const { runId, items } = await own.call(learn.begin, { practiceId, mode: 1 })
  for (const { item, questionId, nextSeq: seq, view } of items.slice(0, 1)) {
    const answer = view.type === 2 ? { type: 2 as const, optionIds: [] } : { type: 1 as const, optionId: null }
    await own.call(learn.answer, { runId, item, seq, answer, seconds: 3 })
    await own.call(learn.setFavourite, { questionId, isFavourite: true })
    await own.call(learn.setNote, { questionId, note: long })
    await own.call(learn.report, { questionId, kind: 1, text: long })
  }
  return runId
}

async function makeQuestionnaire(admin: DemoClient, mode: 0 | 1 | 2 | 3): Promise<string> {
  const nps = { kind: 'nps', title: '您会推荐这次培训吗', isRequired: true }
  const quesQuestionCreateReqDTOS = [{ questionId: 'q1', questionInput: nps }]
  const { id } = await admin.call(questionnaire.addOrUpdate, { name: long, audienceMode: mode, quesQuestionCreateReqDTOS })
  await admin.call(questionnaire.publish, { id })
  return id
}

async function makeProject(admin: DemoClient, practiceId: string, questionnaireId: string) {
  const { id: projectId } = await admin.call(project.create, { name: long, information: `<p>${long}</p>` })
  const stage = async (title: string) => (await admin.call(projectStages.create, { projectId, title, descript: long })).id
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
  const { taskIds } = await admin.call(projectTasks.createList, {
    projectId,
    stageId: await stage('第一阶段'),
    tasks: [
      { kind: 'material', title: long, content: { html: `<p>${long}</p>` }, rule: { seconds: 1 }, dueTime: at(1) },
      { kind: 'session', title: '消防演练', session: { place: long, beginTime: at(-0.1), endTime: at(2) } },
    ],
  })
  const after = await stage(long)
  await admin.call(projectTasks.createList, {
    projectId,
    stageId: after,
    tasks: [
      { kind: 'practice', targetId: practiceId },
      { kind: 'questionnaire', targetId: questionnaireId },
    ],
  })
  await admin.call(projectTasks.unlockModel, { projectId, unlockOrder: 'groups' })
  await admin.call(projectStaff.create, { projectId, staffIds: [await staffIdOf(admin, person.account)] })
  await admin.call(project.upShelf, { id: projectId })
  return { projectId, material: taskIds[0] ?? '', session: taskIds[1] ?? '' }
}

test('pages of rooms that learn are sound at 1440 and 390 pixels', async ({ expect, onTestFailed }) => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  await expectSound(await learner(2), { pages, expect })
})
