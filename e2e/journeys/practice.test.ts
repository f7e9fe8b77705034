/** A practice from its wizard to a learner's two devices: right and wrong, a wrong book that fills and empties, an answer without a network; and a week of it. */
import { practice } from '@kaopei/practice/contract/practice'
import { practicePaper } from '@kaopei/practice/contract/practice-paper'
import { practicePeople } from '@kaopei/practice/contract/practice-people'
import { practicePolicy } from '@kaopei/practice/contract/practice-policy'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor, type Visitor } from '../browser.ts'
import { openMovedClock } from '../moved-clock.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator } from './api.ts'
import { logInAsCandidate } from './candidate.ts'
import { type Newcomer, newcomer } from './newcomers.ts'
import { pictureOnFailure } from './sitting-desk.ts'

const stamp = Date.now().toString().slice(-9)
const name = `每日一练 ${stamp}`

let admin: DemoClient
let learner: Newcomer
beforeAll(async () => {
  admin = await administrator()
  learner = await newcomer(admin, '练习学员')
})
afterAll(() => dismissVisitors())

test('an author makes a practice, a learner works through it on two devices, once without a network', async ({
  onTestFailed,
}) => {
  pictureOnFailure(onTestFailed)
  await withShortWrongBook(async () => {
    await makePractice()
    const phone = await learnerOn(390)
    await practiseInOrder(phone.page)
    await answer(phone.page, '第 2 题', '直接去拉', '回答错误')
    await phone.context.close()
    const desktop = await learnerOn(1440)
    await goOnWithoutNetwork(desktop)
    await emptyTheWrongBook(desktop.page)
    expect([...phone.problems, ...withoutNetworkFailures(desktop.problems)]).toEqual([])
  })
})

/** One right answer is enough to leave the wrong book: a journey has but one day. */
async function withShortWrongBook(work: () => Promise<void>): Promise<void> {
  const { version, ...before } = await admin.call(practicePolicy.get, undefined)
  const short = await admin.call(practicePolicy.set, { ...before, version, leaveStreak: 1, leaveDays: 1 })
  await work().finally(() => admin.call(practicePolicy.set, { ...before, version: short.version }))
}

/** The wizard with its four steps; questions and people come by the calls that their pickers make. */
async function makePractice(): Promise<void> {
  const { page, context, problems } = await newVisitor()
  await logInToConsole(page, accountOf('企业管理员'))
  await page.goto(`${inject('baseUrl')}/application/ote/practiceManage`)
  await page.getByRole('button', { name: '新建练习' }).click()
  // The list that is left has a field of this name too.
  await page.getByRole('heading', { name: '新建练习' }).waitFor()
  await page.getByLabel('练习名称').fill(name)
  await page.getByRole('button', { name: '保存并下一步' }).click()
  await page.waitForURL(/createStepTwo\?type=2&id=/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const { version } = await admin.call(practice.get, { id })
  const questions = await madeQuestions(name)
  await admin.call(practicePaper.save, { practiceId: id, version, questions })
  await page.goto(`${inject('baseUrl')}/createProcess?type=2`)
  await page.waitForURL(/createStepOne\?type=2$/)
  await page.goto(`${inject('baseUrl')}/createProcess/createStepThree?type=2&id=${id}`)
  await page.getByRole('button', { name: /^发\s*布$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^发\s*布$/ })
    .click()
  await page.waitForURL(/createStepFour\?type=2/)
  await admin.call(practicePeople.updateStaff, { examinationId: id, staffIds: [learner.id] })
  await page.reload()
  await page.getByRole('button', { name: '学员管理' }).click()
  await page.getByRole('cell', { name: learner.account }).waitFor()
  expect(problems).toEqual([])
  await context.close()
}

const options = ['立即断电', '直接去拉', '离开现场', '继续作业'].map((html, index) => ({
  id: `o${index + 1}`,
  html,
  fixed: false,
}))

async function madeQuestions(ofPractice: string) {
  const { id: bankId } = await admin.call(bank.create, { name: `题库·${ofPractice}` })
  const made: { questionType: 1; questionId: string; score: number }[] = []
  for (const number of [1, 2, 3]) {
    const content: QuestionContent = {
      ...{ type: 1, stem: `有人触电时先做什么？${number} ${stamp}`, options, correct: 'o1' },
      analysis: '先断电，再施救',
    }
    const rule = defaultScoringRule(content.type)
    const wish = { bankId, content, rule, difficulty: 2, defaultScore: 2, status: 1, isDuplicateAllowed: true } as const
    const { id } = await admin.call(question.create, wish)
    made.push({ questionType: 1, questionId: id, score: 2 })
  }
  return made
}

async function learnerOn(width: number): Promise<Visitor> {
  const visitor = await newVisitor({ width, height: 844 })
  await logInAsCandidate(visitor.page, learner)
  await visitor.page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '练习' }).click()
  await visitor.page.getByRole('button', { name: new RegExp(name) }).click()
  return visitor
}

async function choose(page: Page, title: string, option: string): Promise<void> {
  await page
    .getByRole('group', { name: `${title}选项` })
    .getByText(option, { exact: true })
    .click()
  await page.keyboard.press('Enter')
}

async function answer(page: Page, title: string, option: string, verdict: string): Promise<void> {
  await choose(page, title, option)
  await page.getByText(verdict).waitFor()
}

async function practiseInOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始顺序练习' }).click()
  await answer(page, '第 1 题', '立即断电', '回答正确')
  await page.getByText('先断电，再施救').waitFor()
  await page.keyboard.press('Enter')
}

/** The other device goes on where the first stopped; the last answer waits for the network. */
async function goOnWithoutNetwork({ page, context }: Visitor): Promise<void> {
  await page.getByRole('button', { name: '继续顺序练习' }).click()
  await page.getByRole('article', { name: '第 3 题' }).waitFor()
  await context.setOffline(true)
  await choose(page, '第 3 题', '立即断电')
  await page.getByText('1 道题的答案已保存在本机').waitFor()
  await context.setOffline(false)
  await page.getByText('回答正确').waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '完成本轮练习' })
  const end = page.getByText('正确率（2 / 3 题）')
  await dialog.or(end).waitFor()
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: '完成本轮' }).click()
  await end.waitFor()
}

async function emptyTheWrongBook(page: Page): Promise<void> {
  await page.goto(`${inject('baseUrl')}/candidate/practice/wrong`)
  await page.getByText(`有人触电时先做什么？2 ${stamp}`).waitFor()
  await page.getByText('共 1 题', { exact: true }).waitFor()
  await page.goto(`${inject('baseUrl')}/candidate/practice`)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: '开始错题练习' }).click()
  await answer(page, '第 1 题', '立即断电', '回答正确')
  await page.goto(`${inject('baseUrl')}/candidate/practice/wrong`)
  await page.getByText('没有错题', { exact: true }).waitFor()
  expect(await page.getByText(`有人触电时先做什么？2 ${stamp}`).count()).toBe(0)
}

/** What the browser says of calls that could not go out. */
function withoutNetworkFailures(problems: readonly string[]): string[] {
  return problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))
}

test('a week of 今日练习: each day what is due, two taps away, until the wrong book is empty', async ({ onTestFailed }) => {
  pictureOnFailure(onTestFailed)
  const weekly = await newcomer(admin, '一周学员')
  await publishFor(weekly.id)
  const clock = await openMovedClock()
  try {
    const { page, context, problems } = await newVisitor({ width: 390, height: 844 })
    await logInAsCandidate(page, weekly, clock.url)
    const morrow = async (day: number) => {
      await clock.move(day * 86_400_000)
      await page.goto(`${clock.url}/candidate/`)
    }
    const home = () => page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '练习' }).click()
    /** Two taps, and as many questions as are due; this one is answered wrong. */
    const today = async (count: number, wrong?: number) => {
      await home()
      await page.getByText(`还剩 ${count} 题`).waitFor()
      await page.getByRole('button', { name: '开始今日练习' }).click()
      await answerRound(page, count, wrong)
      await page.getByRole('heading', { name: '本轮完成' }).waitFor()
    }
    const wrongOnes = async (count: number) => {
      await page.goto(`${clock.url}/candidate/practice/wrong`)
      await page.getByText(count === 0 ? '没有错题' : `共 ${count} 题`, { exact: true }).waitFor()
    }
    await page.goto(`${clock.url}/candidate/practice`)
    await page.getByRole('button', { name: new RegExp(weeklyName) }).click()
    await page.getByRole('button', { name: '开始顺序练习' }).click()
    await answerRound(page, 3, 3)
    await wrongOnes(1)
    await morrow(1)
    await today(1)
    await morrow(2)
    await today(2, 1)
    await wrongOnes(2)
    await morrow(3)
    await today(2)
    await morrow(4)
    await home()
    await page.getByText('今天没有到期的题目。').waitFor()
    await morrow(5)
    await today(1)
    await page.goto(`${clock.url}/candidate/practice/wrong`)
    await page.getByRole('button', { name: '练全部错题' }).click()
    await answerRound(page, 2)
    await wrongOnes(0)
    await morrow(6)
    await home()
    await page.getByText('今天没有到期的题目。').waitFor()
    expect(problems).toEqual([])
    await context.close()
  } finally {
    await clock.stop()
  }
})

const weeklyName = `一周练习 ${stamp}`

/** Three questions for somebody who has practised nothing yet. */
async function publishFor(staffId: string): Promise<void> {
  const wish = { name: weeklyName, participationMode: 1 as const, participationStaffList: [staffId] }
  const { id, version } = await admin.call(practice.save, wish)
  const questions = await madeQuestions(weeklyName)
  const saved = await admin.call(practicePaper.save, { practiceId: id, version, questions })
  await admin.call(practice.publish, { id, version: saved.version, ignoreWarnings: true })
}

/** By keys: the answer, then on. */
async function answerRound(page: Page, count: number, wrong?: number): Promise<void> {
  for (let place = 1; place <= count; place += 1) {
    const isWrong = place === wrong
    await answer(page, `第 ${place} 题`, isWrong ? '直接去拉' : '立即断电', isWrong ? '回答错误' : '回答正确')
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: '完成本轮练习' })
  const end = page.getByRole('heading', { name: '本轮完成' })
  await dialog.or(end).waitFor()
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: '完成本轮' }).click()
  await end.waitFor()
}
