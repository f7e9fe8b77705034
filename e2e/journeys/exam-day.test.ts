import { createWriteStream, mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeSampleWorkbook } from '@kaopei/question/server'
import { readWorkbook } from '@kaopei/sheet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { answerEverything, enterExam, handIn, logInAsCandidate } from './candidate.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-journey-'))
const workbook = join(folder, '示例试题.xlsx')
const stamp = Date.now().toString().slice(-9)
const bankName = `旅程题库 ${stamp}`
const examName = `旅程考试 ${stamp}`

let admin: Visitor
beforeAll(async () => {
  await pipeline(writeSampleWorkbook(), createWriteStream(workbook))
  admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

const go = (page: Page, path: string) => page.goto(`${inject('baseUrl')}${path}`)

async function fillInstant(page: Page, label: string, at: Date): Promise<void> {
  const field = page.getByLabel(label)
  const local = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await field.click()
  await field.fill(local)
  await field.press('Enter')
}

test('from a file of questions to an exported result, with a lost network and a lost tab on the way', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const { page } = admin
  await importQuestions(page)
  await makeExam(page)
  const [first, second, third] = await Promise.all([0, 1, 2].map(enter))
  if (!first || !second || !third) throw new Error('three candidates sit')
  await sitQuietly(first)
  await sitWithoutNetwork(second)
  await sitWithoutTab(third)
  await markEverything()
  await exportResult(page)
})

async function importQuestions(page: Page): Promise<void> {
  await go(page, '/application/ote/mgmt')
  await page.getByRole('button', { name: '新增题库' }).click()
  await page.getByLabel('题库名称').last().fill(bankName)
  await page.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByRole('link', { name: bankName }).click()
  await page.getByRole('button', { name: '导入试题' }).click()
  await page.locator('.ant-drawer input[type=file]').setInputFiles(workbook)
  await page.getByRole('button', { name: '导入 59 道试题' }).click()
  await page.getByText('成功导入 59 条数据').waitFor()
  await page.getByRole('button', { name: /完\s*成/ }).click()
}

async function makeExam(page: Page): Promise<void> {
  await go(page, '/application/ote/examManage')
  await page.getByRole('button', { name: '新建考试' }).click()
  await page.getByRole('navigation', { name: '创建考试的步骤' }).waitFor()
  await page.getByLabel('考试名称').fill(examName)
  await fillInstant(page, '开始时间', new Date(Date.now() - 60_000))
  await fillInstant(page, '结束时间', new Date(Date.now() + 7_200_000))
  await page.getByLabel('考试说明').fill('请独立完成。')
  await page.getByRole('button', { name: '保存并下一步' }).click()
  await page.getByRole('button', { name: '选择试题' }).click()
  const picker = page.getByRole('dialog', { name: '选择试题' })
  await picker.getByPlaceholder('题干关键词').fill('简述发现火情后的处置步骤')
  await picker.getByRole('button', { name: /查\s*询/ }).click()
  await picker
    .getByRole('row', { name: /问答题/ })
    .first()
    .getByRole('button', { name: /选\s*择/ })
    .click()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByRole('tab', { name: /随机抽题/ }).click()
  await page.getByRole('button', { name: '添加规则' }).click()
  const rule = page.getByRole('region', { name: '规则1' })
  await rule.getByLabel('题型').click()
  await page.locator('.ant-select-item-option', { hasText: '单选题' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('抽题规则可以满足').waitFor()
  await page.getByRole('button', { name: '保存并下一步' }).click()
  await page.getByText('允许考试次数').waitFor()
  await page.getByRole('button', { name: '保存并下一步' }).click()
  await page.getByRole('heading', { name: '发布前检查' }).waitFor()
  await addPeople(page)
  await page.getByRole('button', { name: /^发\s*布$/ }).click()
  await page
    .locator('.ant-modal')
    .getByRole('button', { name: /发\s*布/ })
    .click()
  await page.getByText('发布成功').waitFor()
}

async function addPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: '按人员添加' }).click()
  await pick(page, '添加考生', ['candidate1', 'candidate2', 'candidate3'])
  await page.getByRole('button', { name: '添加阅卷官' }).click()
  await pick(page, '选择阅卷官', ['marker'])
}

async function pick(page: Page, title: string, accounts: readonly string[]): Promise<void> {
  const drawer = page.getByRole('dialog', { name: title })
  for (const account of accounts) {
    const search = drawer.getByPlaceholder(/姓名|账号/).first()
    await search.fill(account)
    await search.press('Enter')
    await drawer
      .getByRole('row', { name: new RegExp(account) })
      .getByRole('checkbox')
      .check()
  }
  await drawer.getByRole('button', { name: /确\s*定/ }).click()
  await drawer.waitFor({ state: 'hidden' })
}

async function enter(number: number): Promise<Visitor> {
  const visitor = await newVisitor(number === 0 ? { width: 390, height: 844 } : {})
  await logInAsCandidate(visitor.page, accountOf('考生', number))
  await enterExam(visitor.page, examName)
  return visitor
}

const resultShown = (page: Page) => page.getByText('交卷方式').waitFor()

async function sitQuietly({ page }: Visitor): Promise<void> {
  expect(await answerEverything(page, '立即报警，说明地点与火势')).toBe(6)
  await handIn(page)
  await resultShown(page)
}

/** Answers written while the network is away are there after it has come back, and count. */
async function sitWithoutNetwork({ page, context }: Visitor): Promise<void> {
  await context.setOffline(true)
  await answerEverything(page, '离线时写下的答案')
  await page
    .getByText(/未上传|尚未送达|网络/)
    .first()
    .waitFor()
  await context.setOffline(false)
  await page
    .getByText(/已保存/)
    .first()
    .waitFor()
  await handIn(page)
  await resultShown(page)
}

/** A closed tab loses nothing: a new one goes on with the same paper and the same answers. */
async function sitWithoutTab({ page, context }: Visitor): Promise<void> {
  await answerEverything(page, '关闭标签页之前写下的答案', 3)
  await page
    .getByText(/已保存/)
    .first()
    .waitFor()
  await page.close()
  const again = await context.newPage()
  await again.goto(`${inject('baseUrl')}/candidate/`)
  await again.getByRole('button', { name: `继续考试：${examName}` }).click()
  await again.getByRole('timer').waitFor()
  await again
    .getByRole('button', { name: /已作答/ })
    .nth(2)
    .waitFor()
  expect(await again.getByRole('button', { name: /已作答/ }).count()).toBe(3)
  await answerEverything(again, '在新标签页中继续作答')
  await handIn(again)
  await resultShown(again)
}

async function markEverything(): Promise<void> {
  const marker = await newVisitor()
  await logInToConsole(marker.page, accountOf('阅卷老师'))
  await go(marker.page, '/application/ote/testMarking')
  await marker.page
    .getByRole('row', { name: new RegExp(examName) })
    .getByRole('link', { name: '去阅卷' })
    .click()
  const panel = marker.page.getByRole('region', { name: '评分' })
  const candidate = marker.page.getByRole('region', { name: '考生作答' }).getByRole('heading')
  let before = '-'
  for (let done = 1; done <= 3; done++) {
    // Under a pseudonym: the next candidate's answer is on the desk, not the last one's any more.
    const onDesk = candidate.filter({ hasNotText: before }).first()
    await onDesk.waitFor()
    before = /\w{5,}/.exec(await onDesk.innerText())?.[0] ?? '-'
    await panel.getByRole('button', { name: '提交并阅下一份' }).waitFor()
    for (const point of await panel.getByRole('checkbox').all()) await point.check()
    await marker.page.keyboard.press('Control+Enter')
    await marker.page
      .getByText(new RegExp(`${done}\\s*/\\s*3`))
      .first()
      .waitFor()
  }
  expect(marker.problems).toEqual([])
}

async function exportResult(page: Page): Promise<void> {
  await go(page, '/application/ote/examManage')
  await page.getByRole('link', { name: examName }).click()
  await page
    .getByRole('tab', { name: /考生|成绩/ })
    .first()
    .click()
  await page.getByRole('button', { name: '导出成绩' }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog', { name: '导出成绩' })
    .getByRole('button', { name: /下载/ })
    .or(page.getByRole('link', { name: /下载/ }))
    .first()
    .click()
  const file = join(folder, '成绩.xlsx')
  await (await download).saveAs(file)
  const texts: string[] = []
  for await (const row of readWorkbook(await readFile(file))) texts.push(row.cells.map((cell) => cell.text).join('|'))
  expect(texts.length).toBeGreaterThanOrEqual(4)
  for (const account of ['candidate1', 'candidate2', 'candidate3'])
    expect(texts.some((text) => text.includes(account))).toBe(true)
}
