/** From an exam's weak point to a project and what it changed: chosen, drafted, learnt, tested again, and told with its interval. */
import { exam } from '@kaopei/exam/contract/exam'
import { examPaper } from '@kaopei/exam/contract/exam-paper'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { practice } from '@kaopei/practice/contract/practice'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { question } from '@kaopei/question/contract/question'
import { loop } from '@kaopei/training/contract/loop'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test, vi } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator, signedIn } from './api.ts'
import { beginFromNotice, handIn } from './candidate.ts'
import { learner, madePicture, openCourse, readyCourseware, staffIdOf } from './course-desk.ts'
import { eachOf, type Sitter, sittersNamed, sitWhole } from './many-sitters.ts'
import { pictureOnFailure } from './sitting-desk.ts'
import { usualQuestions } from './sitting-exam.ts'

const stamp = Date.now().toString().slice(-9)
const [fire, power] = [`动火作业${stamp}`, `用电安全${stamp}`]
const examName = `安全考试 ${stamp}`
const courseName = `动火安全 ${stamp}`
const projectName = `${examName}-补强培训`
const minuteMs = 60_000
/** Nothing is claimed of fewer. */
const fewest = 30

/** Of the four questions on fire: none, one or two before; three or four afterwards. Everybody knows about power. */
const knownBefore = (person: number) => person % 3
const knownAfter = (person: number) => 3 + (person % 2)
/** Means over thirty people: 1 of 4 before, 3.5 of 4 afterwards. */
const gain = '+62.5（'

let admin: DemoClient
beforeAll(async () => {
  admin = await administrator()
})
afterAll(() => dismissVisitors())

test('a weak point becomes a project, and what it changed is told of thirty people and not of twenty-nine', async () => {
  pictureOnFailure(onTestFailed)
  const points = await makeQuestions()
  await makeCourse(points.fire)
  const others = await sittersNamed(admin, 'yl02', fewest - 1)
  const own = await signedIn(accountOf('考生'), 'candidate')
  const sitters: Sitter[] = [...others, { client: own, staffId: await staffIdOf(admin, accountOf('考生').account) }]
  const examId = await sitFirstExam(sitters, points)
  const desk = await newVisitor()
  await logInToConsole(desk.page, accountOf('企业管理员'))
  const projectId = await draftProject(desk.page)
  const afterId = await publishDrafts(projectId, examId)
  await putOnShelf(desk.page, projectId)
  await eachOf(others, (sitter, person) => sitWhole(sitter, afterId, (slot) => slot <= knownAfter(person)))
  await seeTooFew(desk.page, projectId)
  await learnAll(projectId)
  await seeEffect(desk.page, projectId)
  expect(desk.problems).toEqual([])
})

interface Points {
  readonly fire: string
  readonly power: string
  /** Four on fire, four on power: the first exam's. */
  readonly questionIds: readonly string[]
}

/** Eight more on fire: the parallel paper takes four, the practice the others. */
async function makeQuestions(): Promise<Points> {
  const [{ id: fireId }, { id: powerId }] = await Promise.all([
    admin.call(knowledgePoint.create, { name: fire }),
    admin.call(knowledgePoint.create, { name: power }),
  ])
  const { id: bankId } = await admin.call(bank.create, { name: `补强题库 ${stamp}` })
  const make = async (pointId: string, of: string) => {
    const made: string[] = []
    for (const content of usualQuestions(of).slice(0, 4)) {
      const rule = defaultScoringRule(content.type)
      const wish = { bankId, content, rule, difficulty: 2, defaultScore: 10, status: 1, isDuplicateAllowed: true } as const
      made.push((await admin.call(question.create, { ...wish, knowledgePointIds: [pointId] })).id)
    }
    return made
  }
  const questionIds = [...(await make(fireId, `动火 ${stamp}`)), ...(await make(powerId, `用电 ${stamp}`))]
  await make(fireId, `动火检验 ${stamp}`)
  await make(fireId, `动火练习 ${stamp}`)
  return { fire: fireId, power: powerId, questionIds }
}

/** A picture to look at for a second, on the shelf. */
async function makeCourse(pointId: string): Promise<void> {
  const targetId = await readyCourseware(admin, `动火须知 ${stamp}.png`, madePicture(), [pointId])
  await openCourse(admin, {
    name: courseName,
    tasks: [{ kind: 'courseware', title: '动火须知', targetId, rule: { secondsPerPage: 1 } }],
    learners: [],
  })
}

/** Everybody sits it within its minute; then it is over for all, without a grace. */
async function sitFirstExam(sitters: readonly Sitter[], { questionIds }: Points): Promise<string> {
  const { id: examId } = await admin.call(exam.save, {
    name: examName,
    admissionStartTime: new Date(Date.now() - 60 * minuteMs).toISOString(),
    admissionEndTime: new Date(Date.now() + minuteMs).toISOString(),
    duration: 30,
    passScore: 20,
    graceSeconds: 0,
    questions: questionIds.map((questionId) => ({ questionType: 1 as const, questionId, score: 10 })),
  })
  await admin.call(examPeople.add, { examinationId: examId, staffIds: sitters.map(({ staffId }) => staffId) })
  await publishExam(examId)
  await eachOf(sitters, (sitter, person) => sitWhole(sitter, examId, (slot) => slot <= knownBefore(person) || slot > 4))
  const isOver = async () => {
    const { data } = await admin.send(loop.weakPoints, { examId })
    expect(data).toMatchObject({ peopleCount: fewest, points: [{ name: fire, percent: 25 }, { percent: 100 }] })
  }
  await vi.waitFor(isOver, { timeout: 90_000, interval: 500 })
  return examId
}

async function publishExam(id: string): Promise<void> {
  const { version } = await admin.call(exam.checkPublish, { id })
  await admin.call(exam.publish, { id, version, ignoreWarnings: true })
}

/** The three steps, from the list of projects. */
async function draftProject(page: Page): Promise<string> {
  await page.goto(`${inject('baseUrl')}/application/online/projectCenter`)
  await page.getByRole('button', { name: '从考试生成' }).click()
  await page.getByRole('combobox', { name: '考试' }).fill(examName)
  await page.locator('.ant-select-item-option').filter({ hasText: examName }).click()
  await page.getByRole('checkbox', { name: `选择${fire}` }).check()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText(`共 ${fewest} 人`).first().waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  expect(await page.getByRole('checkbox', { name: courseName }).isChecked()).toBe(true)
  await page.getByText(`这些人答错的 4 题，同知识点的其他 4 题`).waitFor()
  await page.getByText('可以组成平行卷：4 题，共 40 分').waitFor()
  await fillTimes(page)
  await page.getByRole('button', { name: '生成培训项目' }).click()
  await page.waitForURL(/[?&]id=[0-9a-f-]{36}/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

/** Since this minute, for two hours; the company's clocks stand in the east by eight hours. */
async function fillTimes(page: Page): Promise<void> {
  const local = (at: number) => new Date(at + 8 * 60 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
  const [from, until] = [page.getByPlaceholder('开始时间'), page.getByPlaceholder('结束时间')]
  await from.click()
  await from.fill(local(Date.now()))
  await from.press('Enter')
  await until.fill(local(Date.now() + 120 * minuteMs))
  await until.press('Enter')
}

/** What was drafted has no question of the exam before in its exam, and none of its exam in its practice. */
async function publishDrafts(projectId: string, examId: string): Promise<string> {
  const { loop: made } = await admin.call(loop.get, { projectId })
  const afterId = made?.afterExam?.id ?? ''
  const { dataList } = await admin.call(practice.listByPage, { pageIndex: 1, pageSize: 10, name: projectName })
  const [drafted] = dataList
  if (!drafted) throw new Error('a practice was drafted')
  const papers = await Promise.all([examId, afterId].map((examinationId) => admin.call(examPaper.list, { examinationId })))
  const [before = [], after = []] = papers.map(({ fixed }) => fixed.map(({ questionId }) => questionId))
  expect(after).toHaveLength(4)
  expect(after.filter((id) => before.includes(id))).toEqual([])
  await admin.call(practice.publish, { id: drafted.id, version: drafted.version, ignoreWarnings: true })
  await publishExam(afterId)
  return afterId
}

async function putOnShelf(page: Page, projectId: string): Promise<void> {
  await page.goto(`${inject('baseUrl')}/createMission?id=${projectId}&step=people`)
  await page.getByText('全部检查通过').waitFor()
  await page.getByRole('button', { name: '上架项目' }).click()
  await page.waitForURL(/projectInfo\/projectDetail/)
  await page.getByText('已上架').first().waitFor()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** What jobs bring a moment later. */
async function untilCounted(page: Page, projectId: string, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.goto(`${inject('baseUrl')}/projectInfo/projectEffect?id=${projectId}`)
      await page.getByRole('heading', { name: '各知识点的变化' }).waitFor({ timeout: 10_000 })
      expect(await rowOf(page, fire).getByRole('cell').nth(1).innerText()).toBe(String(count))
    },
    { timeout: 60_000, interval: 500 },
  )
}

async function seeTooFew(page: Page, projectId: string): Promise<void> {
  await untilCounted(page, projectId, fewest - 1)
  await rowOf(page, fire).getByText('样本不足').first().waitFor()
  expect(await page.getByRole('img', { name: new RegExp(`^${fire}的变化`) }).count()).toBe(0)
  expect(await page.getByText('有提高').count()).toBe(0)
}

async function seeEffect(page: Page, projectId: string): Promise<void> {
  await untilCounted(page, projectId, fewest)
  const drawn = await page.getByRole('img', { name: new RegExp(`^${fire}的变化`) }).getAttribute('aria-label')
  expect(drawn).toContain(gain)
  const [, low = Number.NaN, high = Number.NaN] = /（\+([\d.]+) 至 \+([\d.]+)）/.exec(drawn ?? '')?.map(Number) ?? []
  expect(low).toBeLessThan(62.5)
  expect(high).toBeGreaterThan(62.5)
  await rowOf(page, fire).getByText('有提高').first().waitFor()
  await page.getByText('均值回归').first().waitFor()
}

/** The last of them goes the whole way by phone: the course, the practice, the exam. */
async function learnAll(projectId: string): Promise<void> {
  const { page, problems } = await learner(0, { width: 390 })
  const project = `${inject('baseUrl')}/candidate/training/${projectId}`
  await page.goto(project)
  await page.getByRole('button', { name: `开始：${courseName}` }).click()
  await page.getByRole('button', { name: '开始学习' }).click()
  await page.getByRole('button', { name: '返回课程' }).waitFor()
  await page.getByText('已完成，记录已保存').waitFor()
  await untilOpen(page, project, '针对错题与薄弱知识点的练习')
  await practise(page)
  await untilOpen(page, project, `${projectName}-检验考试`)
  await beginFromNotice(page)
  for (const number of [1, 2, 3, 4]) {
    if (number > 1) await page.getByRole('button', { name: '下一题' }).click()
    await chooseFirst(page, number)
  }
  await handIn(page)
  await page.getByText('交卷方式').waitFor()
  await vi.waitFor(
    async () => {
      await page.goto(project)
      await page.getByText('已完成全部必修任务。').waitFor({ timeout: 5000 })
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(problems).toEqual([])
}

const chooseFirst = (page: Page, number: number) =>
  page
    .getByRole('group', { name: `第 ${number} 题选项` })
    .getByText('甲', { exact: true })
    .click()

/** A stage opens when the news of the one before it has come. */
async function untilOpen(page: Page, project: string, title: string): Promise<void> {
  const button = page.getByRole('button', { name: `开始：${title}` })
  await vi.waitFor(
    async () => {
      await page.goto(project)
      await button.waitFor({ timeout: 5000 })
      expect(await button.isEnabled()).toBe(true)
    },
    { timeout: 60_000, interval: 500 },
  )
  await button.click()
}

async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始顺序练习' }).click()
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await chooseFirst(page, number)
    await page.keyboard.press('Enter')
    await page.getByText('回答正确').waitFor()
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: '完成本轮练习' })
  const end = page.getByText('正确率（8 / 8 题）')
  await dialog.or(end).waitFor()
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: '完成本轮' }).click()
  await end.waitFor()
}
