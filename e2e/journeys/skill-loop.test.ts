/** What a post asks for and somebody lacks becomes a course, a project and a test of other questions; the gap before and after stands in one picture. */
import { exam } from '@kaopei/exam/contract/exam'
import { examPaper } from '@kaopei/exam/contract/exam-paper'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { post } from '@kaopei/org/contract/post'
import { staff } from '@kaopei/org/contract/staff'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { question } from '@kaopei/question/contract/question'
import { skillLink } from '@kaopei/skill/contract/link'
import { personSkill } from '@kaopei/skill/contract/person'
import { postModel } from '@kaopei/skill/contract/post-model'
import { skill } from '@kaopei/skill/contract/skill'
import { loop } from '@kaopei/training/contract/loop'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator, signedIn } from './api.ts'
import { answerEverything, beginFromNotice, handIn } from './candidate.ts'
import { learner, openCourse, staffIdOf } from './course-desk.ts'
import { sitWhole } from './many-sitters.ts'
import { pictureOnFailure } from './sitting-desk.ts'
import { usualQuestions } from './sitting-exam.ts'

const stamp = Date.now().toString().slice(-9)
const [skillName, postName, courseName] = [`叉车装卸${stamp}`, `叉车工${stamp}`, `叉车装卸实务 ${stamp}`]
const examName = `叉车理论 ${stamp}`
const projectName = `叉车装卸补强 ${stamp}`
const person = 1
const account = accountOf('考生', person)
const secondMs = 1000

let admin: DemoClient
beforeAll(async () => {
  admin = await administrator()
})
afterAll(() => dismissVisitors())

test('a gap that an exam showed becomes a project with its reason, is closed, and stands before and after in one picture', async () => {
  pictureOnFailure()
  const staffId = await staffIdOf(admin, account.account)
  const { pointId } = await describeThePost(staffId)
  const examId = await sitTheFirstExam(pointId, staffId)
  const desk = await newVisitor()
  await logInToConsole(desk.page, accountOf('企业管理员'))
  await untilMeasured(staffId, 2)
  await untilOver()
  const projectId = await makeTheProject(desk.page)
  await publishTheTest(projectId, examId)
  await putOnShelf(desk.page, projectId)
  await seeTheGaps(desk.page, { isMeasured: false })
  await learnAndSit(projectId)
  await untilMeasured(staffId, 3)
  await seeTheGaps(desk.page, { isMeasured: true })
  expect(desk.problems).toEqual([])
})

/** One skill that a point tests at level 3, a post that asks for it, a course that leads there, and the person on the post. */
async function describeThePost(staffId: string): Promise<{ pointId: string }> {
  const levels = [1, 2, 3].map((level) => ({ level, name: `${level} 级`, behaviour: `能按 ${level} 级要求装卸` }))
  const { id: skillId } = await admin.call(skill.create, { name: skillName, levels })
  const { id: pointId } = await admin.call(knowledgePoint.create, { name: `叉车装卸要点${stamp}` })
  await admin.call(skillLink.savePoint, { pointId, skills: [{ skillId, level: 3 }] })
  const { id: postId } = await admin.call(post.save, { name: postName })
  await admin.call(postModel.save, { postId, number: 0, skills: [{ skillId, requiredLevel: 3, weight: 5, isKey: true }] })
  const { version } = await admin.call(staff.get, { id: staffId })
  await admin.call(staff.modify, { id: staffId, version, postId })
  const article = { kind: 'article' as const, title: '装卸要点', html: '<p>起叉前先看、再听、后动。</p>', rule: { seconds: 1 } }
  const { courseId } = await openCourse(admin, { name: courseName, tasks: [article], learners: [] })
  const aims = [{ skillId, level: 3 }]
  await admin.call(skillLink.saveTeaching, { kind: 'course', targetId: courseId, version: 0, hours: 2, skills: aims })
  return { pointId }
}

/** Four questions of eight that carry the point; the parallel paper takes the others. */
async function makeQuestions(pointId: string): Promise<string[]> {
  const { id: bankId } = await admin.call(bank.create, { name: `叉车题库 ${stamp}` })
  const made: string[] = []
  for (const content of [...usualQuestions(`甲 ${stamp}`).slice(0, 4), ...usualQuestions(`乙 ${stamp}`).slice(0, 4)]) {
    const rule = defaultScoringRule(content.type)
    const wish = { bankId, content, rule, difficulty: 2, defaultScore: 10, status: 1, isDuplicateAllowed: true } as const
    made.push((await admin.call(question.create, { ...wish, knowledgePointIds: [pointId] })).id)
  }
  return made.slice(0, 4)
}

/** Three of four are right: a level below what they test. The exam is over soon, for its questions are shown to nobody before. */
async function sitTheFirstExam(pointId: string, staffId: string): Promise<string> {
  const questionIds = await makeQuestions(pointId)
  const client = await signedIn(account, 'candidate')
  const { id: examId } = await admin.call(exam.save, {
    name: examName,
    admissionStartTime: new Date(Date.now() - 3600 * secondMs).toISOString(),
    admissionEndTime: new Date(Date.now() + 20 * secondMs).toISOString(),
    ...{ duration: 30, passScore: 20, graceSeconds: 0 },
    questions: questionIds.map((questionId) => ({ questionType: 1 as const, questionId, score: 10 })),
  })
  await admin.call(examPeople.add, { examinationId: examId, staffIds: [staffId] })
  await publishExam(examId)
  await sitWhole({ client }, examId, (slot) => slot < 4)
  return examId
}

async function publishExam(id: string): Promise<void> {
  const { version } = await admin.call(exam.checkPublish, { id })
  await admin.call(exam.publish, { id, version, ignoreWarnings: true })
}

/** News of results are read behind the exam's back. */
async function untilMeasured(staffId: string, level: number): Promise<void> {
  const measured = async () => {
    const { skills } = await admin.call(personSkill.get, { staffId })
    expect(skills.find(({ name }) => name === skillName)?.level).toBe(level)
  }
  await vi.waitFor(measured, { timeout: 90_000, interval: 500 })
}

async function untilOver(): Promise<void> {
  const over = async () => expect((await admin.call(loop.exams, { name: examName })).totalCount).toBe(1)
  await vi.waitFor(over, { timeout: 60_000, interval: 500 })
}

/** From the report that recommends courses: the reason beside the course, and a test of other questions. */
async function makeTheProject(page: Page): Promise<string> {
  const { name } = await admin.call(staff.get, { id: await staffIdOf(admin, account.account) })
  const report = '/application/testCenter/testReports/recommended_course_data/recommended_course_personal'
  await page.goto(`${inject('baseUrl')}${report}?keyWords=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name, exact: true }).click()
  const match = page.getByRole('region', { name: '人岗匹配' })
  await match.getByText(`${skillName}由 2 级到 3 级；每学时加权提升 2.5`).waitFor()
  await page.getByRole('button', { name: '生成培训项目' }).click()
  const drawer = page.getByRole('dialog', { name: '生成培训项目' })
  await drawer.getByText('1 人中有 1 人存在差距').waitFor()
  expect(await drawer.getByRole('checkbox', { name: courseName }).isChecked()).toBe(true)
  await drawer.getByLabel('项目名称').fill(projectName)
  await drawer.getByRole('combobox', { name: '检验考试' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: examName }).click()
  await fillTimes(page)
  await drawer.getByRole('button', { name: /确\s*定/ }).click()
  await page.waitForURL(/createProject\?id=/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

/** Since this minute, for an hour; the company's clocks stand in the east by eight hours. */
async function fillTimes(page: Page): Promise<void> {
  const local = (at: number) => new Date(at + 8 * 3600 * secondMs).toISOString().slice(0, 16).replace('T', ' ')
  const times = [
    ['开始时间', Date.now()],
    ['结束时间', Date.now() + 3600 * secondMs],
  ] as const
  for (const [placeholder, at] of times) {
    await page.getByPlaceholder(placeholder).fill(local(at))
    await page.getByPlaceholder(placeholder).press('Enter')
  }
}

/** None of its questions was in the exam before. */
async function publishTheTest(projectId: string, examId: string): Promise<void> {
  const { loop: made } = await admin.call(loop.get, { projectId })
  const testId = made?.afterExam?.id ?? ''
  const papers = await Promise.all([examId, testId].map((examinationId) => admin.call(examPaper.list, { examinationId })))
  const [before = [], after = []] = papers.map(({ fixed }) => fixed.map(({ questionId }) => questionId))
  expect(after).toHaveLength(4)
  expect(after.filter((id) => before.includes(id))).toEqual([])
  await publishExam(testId)
}

async function putOnShelf(page: Page, projectId: string): Promise<void> {
  await page.goto(`${inject('baseUrl')}/createMission?id=${projectId}&step=people`)
  await page.getByText('全部检查通过').waitFor()
  await page.getByRole('button', { name: '上架项目' }).click()
  await page.getByText('已上架').first().waitFor()
}

/** The course and the test, by phone. */
async function learnAndSit(projectId: string): Promise<void> {
  const { page, problems } = await learner(person, { width: 390 })
  const project = `${inject('baseUrl')}/candidate/training/${projectId}`
  await page.goto(project)
  await page.getByRole('button', { name: `开始：${courseName}` }).click()
  await page.getByRole('button', { name: '开始学习' }).click()
  await page.getByText('已完成，记录已保存').waitFor()
  const button = page.getByRole('button', { name: `开始：${projectName}-检验` })
  await vi.waitFor(
    async () => {
      await page.goto(project)
      await button.waitFor({ timeout: 5000 })
      expect(await button.isEnabled()).toBe(true)
    },
    { timeout: 60_000, interval: 500 },
  )
  await button.click()
  await beginFromNotice(page)
  await answerEverything(page, '')
  await handIn(page)
  await page.getByText('交卷方式').waitFor()
  expect(problems).toEqual([])
}

/** One picture of both, for whoever may open the one person anyway. */
async function seeTheGaps(page: Page, { isMeasured }: { readonly isMeasured: boolean }): Promise<void> {
  await page.goto(`${inject('baseUrl')}/application/testCenter/skillList?tab=plans`)
  await page.getByRole('button', { name: `前后差距 ${projectName}` }).click()
  const drawer = page.getByRole('dialog', { name: `前后差距：${projectName}` })
  if (!isMeasured) return drawer.getByText('项目生成后还没有人取得新的证据').waitFor()
  await drawer.getByRole('img', { name: /培训前后的平均差距/ }).waitFor()
  await drawer.getByRole('button', { name: '表格' }).click()
  expect(await drawer.getByRole('row').filter({ hasText: skillName }).getByRole('cell').allInnerTexts()).toEqual([
    ...[skillName, '3', '1', '1', '0'],
  ])
}
