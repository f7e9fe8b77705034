import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFailed, test, vi } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { mailAbout, mailsAbout } from '../mails.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { answerEverything, enterExam, handIn, logInAsCandidate } from './candidate.ts'
import { type OpenExam, openExam, paperOf } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

const confirm = (page: Page) => page.getByRole('button', { name: /^确\s*定$/ }).last()

test('a reviewer marks an exam by a link from a mail, without a login, until the link is stopped', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const exam = await openExam('快速阅卷', 1, {
    settings: { passScore: 6 },
    contents: (stamp) => [{ type: 6, stem: `简述处置 ${stamp}`, keyPoints: [], referenceAnswer: '略', analysis: '' }],
  })
  const candidate = await newVisitor()
  await logInAsCandidate(candidate.page, accountOf('考生', 1))
  await enterExam(candidate.page, exam.name)
  await answerEverything(candidate.page, '先报警，再疏散')
  await handIn(candidate.page)
  await candidate.page.getByText('交卷方式').waitFor()
  const admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
  await makeLink(admin, exam)
  const mail = await mailAbout(`请批阅：${exam.name}`)
  const address = /https?:\/\/[^\s"<]*heExamines\?token=[0-9A-Za-z]{22}/.exec(mail.text)?.[0] ?? ''
  // In a browser where somebody else is signed in: their login stays what it is.
  const page = await admin.context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${inject('baseUrl')}${new URL(address).pathname}${new URL(address).search}`)
  await comeIn(page, exam)
  expect(asked.filter((path) => /getCompany|assemblyInfo/.test(path))).toEqual([])
  await markOne(page, accountOf('考生', 1).account)
  await vi.waitFor(async () => expect((await paperOf(exam)).items[0]).toMatchObject({ score: 7 }), { timeout: 60_000 })
  await stopLink(admin.page, page)
  expect(admin.problems).toEqual([])
})

async function makeLink({ page }: Visitor, { examId }: OpenExam): Promise<void> {
  await page.goto(`${inject('baseUrl')}/application/ote/examManageDetail?id=${examId}&tab=operations`)
  const tab = page.getByRole('tab', { name: /操作/ })
  if (await tab.count()) await tab.first().click()
  await page.getByRole('button', { name: '快速阅卷链接' }).click()
  const drawer = page.getByRole('dialog', { name: '快速阅卷链接' })
  await drawer.getByRole('button', { name: '创建链接' }).first().click()
  await page.getByRole('dialog', { name: '创建快速阅卷链接' }).getByRole('combobox').first().click()
  await page.locator('.ant-select-item-option').first().click()
  await confirm(page).click()
  await page.getByRole('dialog', { name: '分享' }).getByLabel('链接', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.getByRole('row', { name: /阅卷老师/ }).waitFor()
}

async function comeIn(page: Page, { name }: OpenExam): Promise<void> {
  await page.getByRole('heading', { name }).waitFor()
  const before = mailsAbout('验证码').length
  await page.getByRole('button', { name: '获取验证码' }).click()
  const code = await vi.waitFor(
    () => {
      const fresh = mailsAbout('验证码').slice(before)
      const found = /验证码为：?\s*(\d{6})/.exec(fresh.map(({ text }) => text.replace(/\s+/g, ' ')).join(' '))?.[1]
      return found ?? Promise.reject(new Error('no code has arrived'))
    },
    { timeout: 60_000, interval: 100 },
  )
  await page.getByLabel('验证码').fill(code)
  await page.getByRole('button', { name: '开始阅卷' }).click()
  await page.getByText('先报警，再疏散').waitFor()
}

/** At the desk of the console, with nobody's name; a reload goes on without another code. */
async function markOne(page: Page, account: string): Promise<void> {
  await page.reload()
  await page.getByText('先报警，再疏散').waitFor()
  expect(await page.getByText(account).count()).toBe(0)
  await page.keyboard.press('7')
  await page.keyboard.press('Control+Enter')
  await page.getByText('全部阅完').waitFor()
}

async function stopLink(console: Page, page: Page): Promise<void> {
  await console.bringToFront()
  await console.getByRole('button', { name: /^停用/ }).first().click()
  await console
    .locator('.ant-modal')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await console.getByRole('row', { name: /已停用/ }).waitFor()
  await page.reload()
  await page.getByText('链接无效、已过期或已停用，请联系分享人重新获取').first().waitFor()
}
