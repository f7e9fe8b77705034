import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readWorkbook, writeXlsx } from '@kaopei/sheet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-people-'))
const stamp = String(Date.now()).slice(-7)
const department = `导入部 ${stamp}`
const phone = (number: number) => `138${stamp.slice(0, 7)}${number}`

let admin: Visitor
beforeAll(async () => {
  admin = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

const drawer = (page: Page) => page.getByRole('dialog', { name: '批量导入员工' })

test('people are imported from the template with mistakes, which are repaired and imported again; a third time changes nothing', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const { page } = admin
  await page.goto(`${inject('baseUrl')}/business/udp/orgoumgmt`)
  await page.getByRole('button', { name: '批量导入' }).click()
  const header = await templateHeader(page)
  const people = [
    { 姓名: '㛃𬭚', 手机号: phone(1), 部门: department },
    { 姓名: '王小丫', 手机号: Number(phone(2)), 部门: department, 登录账号: `wxy${stamp}` },
    { 姓名: '李梅', 手机号: '12345', 部门: department },
    { 姓名: '赵大有', 手机号: phone(1), 部门: department },
    { 姓名: '', 手机号: phone(4), 部门: department },
  ]
  const first = await workbook('员工.xlsx', header, people)
  await upload(page, first)
  await drawer(page).getByText('数据格式异常，检查不通过').waitFor()
  const reports = drawer(page).getByRole('table')
  for (const row of [/2 .*重复/, /4 .*手机格式不正确/, /5 .*重复/, /6 .*姓名不能为空/])
    await reports.getByRole('row', { name: row }).waitFor()
  const repaired = await repair(page, header)
  await drawer(page).getByLabel('只导入正确的数据，跳过有错误的').check()
  await importCount(page, 1)
  await drawer(page).getByRole('button', { name: '重新上传' }).click()
  await upload(page, repaired)
  await drawer(page).getByText('数据检查完成').waitFor()
  await importCount(page, 4)
  await drawer(page)
    .getByRole('button', { name: /完\s*成/ })
    .click()
  await page.getByRole('button', { name: '批量导入' }).click()
  await upload(page, repaired)
  await drawer(page).getByRole('button', { name: '没有可导入的数据' }).waitFor()
  await page.keyboard.press('Escape')
  await findAgain(page)
  expect(admin.problems).toEqual([])
})

/** What the template itself asks for, so that the test fills in the product's own file. */
async function templateHeader(page: Page): Promise<string[]> {
  const coming = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '下载模板' }).click()
  const path = join(folder, 'template.xlsx')
  await (await coming).saveAs(path)
  for await (const { cells } of readWorkbook(path, 'template.xlsx', { maxRows: 10 })) {
    const texts = cells.map(({ text }) => text)
    if (texts.includes('*姓名')) return texts
  }
  throw new Error('the template has no header')
}

type Cell = string | number

async function workbook(
  name: string,
  header: readonly string[],
  rows: readonly Readonly<Record<string, Cell | undefined>>[],
): Promise<string> {
  const path = join(folder, name)
  const cells = rows.map((row) => header.map((title) => row[title.replace('*', '')] ?? ''))
  const columns = header.map((title) => ({ title }))
  await pipeline(writeXlsx({ sheets: [{ name: '员工导入', columns, rows: cells }] }), createWriteStream(path))
  return path
}

async function upload(page: Page, path: string): Promise<void> {
  await drawer(page).locator('input[type=file]').setInputFiles(path)
}

async function importCount(page: Page, count: number): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: `导入 ${count} 人` })
    .click()
  await drawer(page)
    .getByText(new RegExp(`${count} 条数据`))
    .waitFor()
}

/** The workbook of failures, with its reasons in front, mended as somebody would do it, and saved as it is. */
async function repair(page: Page, header: readonly string[]): Promise<string> {
  const coming = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '下载失败明细' }).click()
  const failed = join(folder, 'failed.xlsx')
  await (await coming).saveAs(failed)
  const rows: Record<string, Cell>[] = []
  for await (const { cells } of readWorkbook(failed, 'failed.xlsx', { maxRows: 100 })) {
    const texts = cells.map(({ text }) => text)
    if (texts[0] === '失败原因') expect(texts.slice(1)).toEqual(header)
    else if (texts[0])
      rows.push(Object.fromEntries(header.map((title, index) => [title.replace('*', ''), texts[index + 1] ?? ''])))
  }
  const mended = rows.map((row, index) => ({ ...row, 姓名: row.姓名 || '钱多多', 手机号: phone(5 + index) }))
  expect(mended).toHaveLength(4)
  return workbook('repaired.xlsx', ['失败原因', ...header], mended)
}

/** By their new department, and by a name that most fonts and many systems cannot write. */
async function findAgain(page: Page): Promise<void> {
  await page.goto(`${inject('baseUrl')}/business/udp/orgoumgmt`)
  await page.getByPlaceholder('搜索部门').fill(department)
  // It stands in the whole tree too, which gives way to what was found: a click in between would meet neither.
  await page.getByRole('treeitem', { name: '全部' }).waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: new RegExp(department) }).click()
  await page.getByText('共 5 条').waitFor()
  await page.getByPlaceholder('姓名、账号、工号、手机号').fill('㛃𬭚')
  await page.getByRole('button', { name: /查\s*询/ }).click()
  await page.getByText('共 1 条').waitFor()
}
