import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dismissVisitors, newVisitor, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'

let admin: Visitor
beforeAll(async () => {
  admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

const many = 20
const atOnce = 4

/** The address of a file of ours: an export of the logs, as the download centre gives it. */
async function fileAddress(page: Page): Promise<string> {
  await page.goto(`${inject('baseUrl')}/business/operationLog`)
  const [made] = await Promise.all([
    page.waitForResponse((answer) => /operationLog\/export/i.test(answer.url())),
    page
      .getByRole('button', { name: /导\s*出/ })
      .first()
      .click(),
  ])
  expect(made.ok()).toBe(true)
  await page.goto(`${inject('baseUrl')}/downLoadJob`)
  const save = page.getByRole('button', { name: '下载', exact: true }).first()
  await save.waitFor()
  const [answer] = await Promise.all([page.waitForResponse((one) => one.url().endsWith('/api/v1/download/link')), save.click()])
  const { data } = await answer.json()
  return data.fileUrl
}

test(`the download page, opened ${many} times, saves ${many} files under their names and closes each time`, async () => {
  const { context, page } = admin
  const url = await fileAddress(page)
  await page.goto(`${inject('baseUrl')}/home`)
  const saved: Promise<void>[] = []
  for (let number = 1; number <= many; number++) {
    const name = `成绩 ${number}.xlsx`
    const opened = context.waitForEvent('page')
    await page.evaluate((query) => void window.open(`/downloadPage?${query}`), `${new URLSearchParams({ url, name })}`)
    saved.push(savesAndCloses(await opened, name))
    if (saved.length === atOnce) await Promise.all(saved.splice(0))
  }
  await Promise.all(saved)
}, 180_000)

async function savesAndCloses(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  const download = await popup.waitForEvent('download')
  expect(download.suggestedFilename()).toBe(name)
  await closed
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
}
