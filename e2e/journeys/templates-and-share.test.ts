import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { drawn } from '../drawn-picture.ts'
import { mailAbout, mailsAbout } from '../mails.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { readQr } from '../read-qr.ts'

const stamp = Date.now().toString().slice(-9)
const examName = `期末<b>考试</b>&${stamp}`
const target = `/application/ote/examManage?keyWords=${stamp}`
const title = `考试入口 ${stamp}`

let admin: Visitor
beforeAll(async () => {
  admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

const go = (page: Page, path: string) => page.goto(`${inject('baseUrl')}${path}`)
const confirm = (page: Page) => page.getByRole('button', { name: /^确\s*定$/ }).last()

test('a template is written, refused while a variable is missing, seen with real values, and sent to its author', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const { page } = admin
  await go(page, '/business/messageTemplate/notifyTemplateListEmail')
  await page.getByRole('button', { name: '新增模板' }).click()
  const drawer = page.getByRole('dialog', { name: '新增模板' })
  await drawer.getByLabel('模板名称').fill(`旅程模板 ${stamp}`)
  await drawer.getByLabel('邮件主题').fill(`旅程通知 ${stamp} {{examName}}`)
  await writeBody(page, drawer.getByRole('textbox', { name: '邮件正文' }))
  await previewAndTest(page)
  await confirm(page).click()
  const row = page.getByRole('row', { name: new RegExp(`旅程模板 ${stamp}`) })
  await row.getByText('自定义').waitFor()
  await seesItSent(page)
  expect(admin.problems.filter((text) => !text.includes('400'))).toEqual([])
})

async function writeBody(page: Page, editor: ReturnType<Page['getByRole']>): Promise<void> {
  const missing = page.getByText('正文缺少变量“考试名称”，没有它邮件无法使用')
  await editor.fill('您好，请参加：')
  await missing.first().waitFor()
  await confirm(page).click()
  await page.locator('.ant-form-item-explain-error', { hasText: '正文缺少变量“考试名称”' }).waitFor()
  expect(await page.getByRole('button', { name: '测试发送给自己' }).isDisabled()).toBe(true)
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: '考试名称' }).click()
  await page.getByRole('region', { name: '预览' }).getByText('请参加：2026 年安全生产知识考试').waitFor()
}

/** A name that is markup is shown, and arrives, as the text that it is. */
async function previewAndTest(page: Page): Promise<void> {
  const preview = page.getByRole('region', { name: '预览' })
  await preview.getByText('用真实内容预览').click()
  await preview.getByLabel('考试名称').fill(examName)
  await preview.getByText(`请参加：${examName}`).waitFor()
  expect(await preview.locator('b').count()).toBe(0)
  await preview.getByRole('button', { name: '测试发送给自己' }).click()
  await preview.getByText(/正在发往 .*\*\*\*@/).waitFor()
  const mail = await mailAbout(`旅程通知 ${stamp}`)
  expect(mail.subject).toBe(`[测试] 旅程通知 ${stamp} ${examName}`)
  expect(mail.html).toContain(`期末&lt;b&gt;考试&lt;/b&gt;&amp;${stamp}`)
  expect(mail.text).toContain(`请参加：${examName}`)
  expect(mailsAbout(stamp)).toHaveLength(1)
}

async function seesItSent(page: Page): Promise<void> {
  await go(page, `/business/outbox?keyWords=${encodeURIComponent(`旅程通知 ${stamp}`)}`)
  const row = page.locator('tr.ant-table-row').first()
  await row.getByText('已发送').waitFor()
  expect(await row.getByText('***@').count()).toBe(1)
}

test('a page is shared by picture and short link, counted, and closed again', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const { page } = admin
  await go(page, '/business/shortLink')
  await page.getByRole('button', { name: '生成短链接' }).first().click()
  await page.getByLabel('标题').last().fill(title)
  await page.getByLabel('页面地址').fill('https://evil.example/')
  await confirm(page).click()
  await page.getByText('只能为本系统内的页面生成短链接').first().waitFor()
  await page.getByLabel('页面地址').fill(target)
  await confirm(page).click()
  await page.getByText('短链接已生成').waitFor()
  const link = await savePictures(page)
  const guest = await newVisitor()
  await guest.page.goto(link)
  await guest.page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(guest.page.url()).searchParams.get('redirect')).toBe(target)
  await page.goto(link)
  await page.waitForURL((url) => url.pathname + url.search === target)
  await revoke(page)
  await guest.page.goto(link)
  await guest.page.getByText('链接已失效').waitFor()
  expect(guest.problems).toEqual([])
})

/** Every picture has its size, its white frame, and leads where the drawer says. */
async function savePictures(page: Page): Promise<string> {
  await page.getByRole('button', { name: `分享 ${title}` }).click()
  const drawer = page.getByRole('dialog', { name: '分享' })
  const link = await drawer.getByLabel('链接', { exact: true }).inputValue()
  expect(new URL(link).pathname).toMatch(/^\/s\/[0-9A-Za-z]{11}$/)
  for (const size of [200, 400, 800]) {
    const download = page.waitForEvent('download')
    await drawer.getByRole('button', { name: `${size} × ${size}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toContain(`${size}.png`)
    const picture = await drawn(page, readFileSync(await file.path()))
    expect([picture.width, picture.height]).toEqual([size, size])
    const code = readQr(picture)
    expect(code).toMatchObject({ text: link, level: 'H' })
    expect(code.quietModules).toBeGreaterThanOrEqual(4)
  }
  return link
}

/** Both visits have been counted. */
async function revoke(page: Page): Promise<void> {
  await go(page, `/business/shortLink?keyWords=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('cell', { name: /^2\s*最近/ }).waitFor()
  await row.getByRole('button', { name: `停用 ${title}` }).click()
  await confirm(page).click()
  await row.getByText('已停用').waitFor()
}
