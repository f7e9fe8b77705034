import { join } from 'node:path'
import type { InputOf } from '@kaopei/contract'
import { audienceMode } from '@kaopei/questionnaire/contract/codes'
import { questionnairePeople } from '@kaopei/questionnaire/contract/people'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import { questionnaireResults } from '@kaopei/questionnaire/contract/results'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFailed, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor, pictureAll } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator } from './api.ts'
import { logInAsCandidate } from './candidate.ts'

afterAll(() => dismissVisitors())

const stamp = Date.now().toString().slice(-9)
const named = `旅程问卷 ${stamp}`
const anonymous = `匿名旅程问卷 ${stamp}`
const byLink = `链接旅程问卷 ${stamp}`
const phone = { width: 390, height: 844 }
const pictures = () => pictureAll(join(import.meta.dirname, '..', 'output'))

test('a branching questionnaire is written, answered on a phone with an interruption, and shown', {
  timeout: 180_000,
}, async () => {
  onTestFailed(pictures)
  const admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
  await write(admin.page)
  const learner = await newVisitor(phone)
  await logInAsCandidate(learner.page, accountOf('考生', 2))
  await answerUntilInterrupted(learner.page)
  await learner.page.close()
  const again = await learner.context.newPage()
  await goOnAndHandIn(again)
  await admin.page.getByRole('button', { name: /查看结果/ }).click()
  await admin.page.getByText('1 份').first().waitFor()
  const figure = admin.page.getByRole('figure', { name: '您参加了培训吗' })
  await figure
    .getByRole('row', { name: /参加了/ })
    .getByText('100%')
    .waitFor()
  expect(admin.problems).toEqual([])
  expect(learner.problems).toEqual([])
})

/** Two pages: the second hangs on the first, and a question on it on the number before it. */
async function write(page: Page): Promise<void> {
  await page.goto(`${inject('baseUrl')}/application/ote/questionnaire`)
  await page.getByRole('button', { name: '新建问卷' }).first().click()
  await page.getByRole('dialog', { name: '新建问卷' }).getByLabel('问卷名称').fill(named)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '添加单选题' }).click()
  await page.getByRole('textbox', { name: '题目', exact: true }).fill('您参加了培训吗')
  await page.getByRole('textbox', { name: '选项 1', exact: true }).fill('参加了')
  await page.getByRole('textbox', { name: '选项 2', exact: true }).fill('没有参加')
  await page.getByLabel('删除选项 3').click()
  await page.getByRole('switch', { name: '必答' }).click()
  await page.getByRole('button', { name: '添加填空题' }).click()
  await page.getByRole('textbox', { name: '题目', exact: true }).fill('有何收获')
  await page.getByRole('button', { name: '添加条件' }).click()
  await page.getByText('满足以下条件时显示：第 1 题“您参加了培训吗”选中任一“参加了”').waitFor()
  const preview = page.getByRole('complementary', { name: '手机预览' })
  await preview.getByText('已答 0 / 1 题').waitFor()
  await preview.getByLabel('参加了', { exact: true }).check()
  await preview.getByText('已答 1 / 2 题').waitFor()
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已全部保存').waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const asked = page.getByRole('dialog', { name: /^发布问卷/ })
  await asked.getByRole('button', { name: /^发\s*布$/ }).click()
  await page.getByText('进行中').first().waitFor()
}

async function answerUntilInterrupted(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '问卷', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(named) }).click()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('此题必答').waitFor()
  await page.getByLabel('参加了', { exact: true }).check()
  await page.getByLabel(/有何收获/).fill('学会了灭火器的用法')
  await page.getByText('已保存，可以随时回来继续').waitFor()
}

async function goOnAndHandIn(page: Page): Promise<void> {
  await page.goto(`${inject('baseUrl')}/candidate/questionnaires`)
  await page.getByRole('button', { name: new RegExp(named) }).click()
  expect(await page.getByLabel(/有何收获/).inputValue()).toBe('学会了灭火器的用法')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('感谢您的参与！').waitFor()
}

test('an anonymous sheet is handed in by a call that carries nobody, and one alone shows nothing', {
  timeout: 120_000,
}, async () => {
  onTestFailed(pictures)
  const author = await administrator()
  const id = await published(author, { name: anonymous, isAnonymous: true })
  const learner = await newVisitor(phone)
  await logInAsCandidate(learner.page, accountOf('考生', 2))
  const handedIn = learner.page.waitForRequest(/\/learn\/handIn$/)
  await learner.page.goto(`${inject('baseUrl')}/candidate/questionnaire/${id}`)
  await learner.page.getByText('这是匿名问卷').waitFor()
  await recommend(learner.page)
  const headers = await (await handedIn).allHeaders()
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('token')
  expect(headers).not.toHaveProperty('cookie')
  const admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
  await admin.page.goto(`${inject('baseUrl')}/application/ote/questionnaireDataDetail?id=${id}`)
  await admin.page.getByText('少于 5 份，不显示').waitFor()
  expect([...learner.problems, ...admin.problems]).toEqual([])
})

test('whoever has a link answers without a login', { timeout: 120_000 }, async () => {
  onTestFailed(pictures)
  const author = await administrator()
  const id = await published(author, { name: byLink, audienceMode: audienceMode.link })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { url } = await author.call(questionnairePeople.createLink, { id, title: '旅程链接', expiresAt })
  const guest = await newVisitor(phone)
  await guest.page.goto(new URL(url, inject('baseUrl')).href)
  await guest.page.getByText('不需要登录').waitFor()
  await recommend(guest.page)
  const { sheetCount } = await author.call(questionnaireResults.statistics, { id })
  expect(sheetCount).toBe(1)
  expect(guest.problems).toEqual([])
})

async function recommend(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '9', exact: true }).check({ force: true })
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('感谢您的参与！').waitFor()
}

/** One question: arranged by the calls that the screens make. */
async function published(author: DemoClient, wish: InputOf<typeof questionnaire.addOrUpdate>): Promise<string> {
  const nps = { kind: 'nps', title: '您会推荐这次培训吗', isRequired: true }
  const made = { ...wish, quesQuestionCreateReqDTOS: [{ questionId: 'q1', questionInput: nps }] }
  const { id } = await author.call(questionnaire.addOrUpdate, made)
  await author.call(questionnaire.publish, { id })
  return id
}
